// The processes below a test.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace leadglass::test {

// Every process that descends from this one has ended (this process must be a subreaper) within
// `limit`; reaps them.
bool allDescendantsEnd(std::chrono::milliseconds limit);
void becomeSubreaper();
// Pids below `root` in the process tree, and their names.
std::vector<std::pair<pid_t, std::string>> descendants(pid_t root);

} // namespace leadglass::test
