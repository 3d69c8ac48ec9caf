// Words of a command that name something of the host which is not there inside: a script in another directory, say. The program
// itself would only say that there is no such file.
#pragma once

#include <string>
#include <vector>

#include "core/sandbox/plan.h"

namespace leadglass::sandbox {

// One line for the person; empty: there is none. `plan` has all its mounts, command and workingDir. Whole words only, of the first
// 64; no flag is looked into.
std::string absentWords(const Plan& plan);

} // namespace leadglass::sandbox
