// Trust: logs of refs that an agent wrote.
// Privilege: none; pure.
// Input: the text of a file below .git/logs (gitrepository-layout(5)); at most kMaxLogLines new lines.
// Fails: towards odd.
//
// What a log names can be had by `git stash pop`, `git checkout -` or "main@{1}" as well as what a ref does.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace leadglass::workspace {

constexpr std::size_t kMaxLogLines = 20'000;

struct LogNames {
    std::set<std::string> ids; // in lines that only `after` has
    bool odd = false;          // a new line is not as git writes it, or there are too many
};
LogNames newLogNames(std::string_view before, std::string_view after);

} // namespace leadglass::workspace
