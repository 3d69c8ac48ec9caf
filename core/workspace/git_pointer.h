// Trust: the .git file of a submodule, as the project has it; an earlier run may have written it.
// Privilege: none; pure.
// Input: "gitdir: PATH" (gitrepository-layout(5)), at most kMaxGitPointer bytes.
// Fails: empty: it is no such file, or leads out of the project.
#pragma once

#include <string>
#include <string_view>

namespace leadglass::workspace {

constexpr std::size_t kMaxGitPointer = 4096;

// Where the repository of the submodule at `directory` lies, from the project's own directory: "../.git/modules/x" of "sub" is
// ".git/modules/x". By its spelling: no link is followed, and whoever opens it must not follow any either.
std::string pointedAt(std::string_view pointer, std::string_view directory);

} // namespace leadglass::workspace
