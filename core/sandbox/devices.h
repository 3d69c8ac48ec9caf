// Trust: a policy names a device; what stands under the name is the host's.
// Privilege: opens with O_PATH only.
// Input: a path below /dev; device numbers; /proc/devices.
// Fails: a device that is not known to be harmless is refused, and so is one that is not there.
//
// Which devices a run may be shown. By number, never by name: the class of what stands there decides
// (Documentation/admin-guide/devices.txt of the kernel; DRM minors as in drivers/gpu/drm/drm_drv.c;
// numbers that are given at run time by /proc/devices).
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/sandbox/plan.h"

namespace leadglass::sandbox {

// Empty: harmless enough to be shown on request. Else why not: "a disk ...". `majors`: text of /proc/devices.
std::string whyRefused(mode_t mode, dev_t number, const std::string& majors);

// One device as a mount; `path` is absolute, clean and below /dev. `why` stands in every error. NotFound: there
// is none; Refused: a link, a name that a run's own /dev has, or a device that is not harmless.
Result<Mount> deviceMount(const std::string& path, const std::string& why);

// What a word of [devices] means on this machine, by name: "gpu" any number of paths, all else one.
std::vector<std::string> devicePaths(const std::string& what);

// What "gpu" and "kvm" would mean on this machine, for doctor: one line.
std::string devicesHere();

} // namespace leadglass::sandbox
