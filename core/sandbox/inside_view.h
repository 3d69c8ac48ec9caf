// What a path would name inside a run, worked out from the mounts of its plan.
//
// The walk is the kernel's (path_resolution(7)): links are followed, at most 40. It asks the host
// about what lies in binds and changes nothing. Used to keep PATH free of entries that lead
// nowhere and to refuse a command that would not be there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/sandbox/plan.h"

namespace leadglass::sandbox {

// The canonical in-run path of `path`; nothing if it would not exist. What an agent may create
// later in a private directory is not there yet.
std::optional<std::string> resolveInside(const std::vector<Mount>& mounts, const std::string& path);

// The host path that shows at the canonical in-run `path`, if it comes from the host.
std::optional<std::string> hostPathOf(const std::vector<Mount>& mounts, const std::string& path);

// The mount that `path` lies in: the one with the deepest target. Null: the empty root.
const Mount* mountAt(const std::vector<Mount>& mounts, const std::string& path);

// Parents before children; of two with the same target the later one stays.
void orderMounts(std::vector<Mount>& mounts);

// Symlink mounts that make `spelled`, which goes through links on the host, lead to the same place
// inside. Links that are already visible through `mounts` are left out.
std::vector<Mount> linksFor(const std::vector<Mount>& mounts, const std::string& spelled);

// Does a link at or below the canonical `top` say where the absolute `spelled` leads on the host? Also
// true where that cannot be told.
bool leadsThroughLinkIn(const std::string& spelled, const std::string& top);

} // namespace leadglass::sandbox
