// Trust: .git/index of a run or of the host.
// Privilege: none beyond reading the tree given.
// Input: a path below it; at most kMaxIndex bytes.
// Fails: with what openFileBeneath(), readAll() and parseGitIndex() say.
#pragma once

#include <string>

#include "core/workspace/git_index.h"
#include "core/workspace/tree_io.h"

namespace leadglass::workspace {

// `digest`: of the bytes that were parsed (contentName()), where they could be read.
Result<GitIndex> readGitIndex(Root root, const std::string& path, std::string* digest = nullptr);

} // namespace leadglass::workspace
