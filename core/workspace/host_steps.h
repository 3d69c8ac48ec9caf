// Single steps on the project that need no temporary file: modes, removals, new directories.
#pragma once

#include "core/workspace/apply.h"

namespace leadglass::workspace {

inline constexpr const char* kHostChanged = "the host changed it meanwhile";
// What a removal says that would have taken the only place where its content is.
inline constexpr const char* kNewNameUnwritten =
    "what it holds could not be written under its new name, so it stays";

Result<UniqueFd> parentDir(const ApplyPlace& place, const std::string& path);

// `expected`: what must still lie there (Code::Conflict if not); null: any file or directory.
Status chmodBeneath(const ApplyPlace& place, const std::string& path, std::uint32_t mode,
                    const Node* expected);
// Op::Kind::Remove and RemoveDir.
Status removeNow(const ApplyPlace& place, const Op& op);
// The owner's bits are on until the caller takes them off: things will be put into it.
Status makeDirNow(const ApplyPlace& place, const std::string& path, std::uint32_t mode);

} // namespace leadglass::workspace
