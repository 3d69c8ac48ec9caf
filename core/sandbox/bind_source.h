// Trust: paths that a person, a policy or an earlier run named.
// Privilege: opens with O_PATH only; reads nothing.
// Input: an absolute host path.
// Fails: a path with a link in it, or of the wrong type, is an error; nothing is guessed.
//
// Bind mounts whose source was opened without following links, with the identity launch compares.
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/sandbox/plan.h"

namespace leadglass::sandbox {

// `source` must be canonical. The mount's dev, ino and type are those of the opened object, which
// must be a directory or a regular file.
Result<Mount> bindMount(const std::string& source, const std::string& target, bool writable,
                        std::string why);
// As bindMount(), read-only and at its own path, for a place of the person's: a directory is sealed.
Result<Mount> shownMount(const std::string& path, std::string why);
// As above, the source canonicalised first; for places only root or the person can write.
Result<Mount> bindRealPath(const std::string& path, const std::string& target, bool writable,
                           std::string why);

Mount dataMount(std::string target, std::string content, std::uint32_t mode, std::string why);
Mount symlinkMount(std::string target, std::string text, std::string why);
Mount tmpfsMount(std::string target, std::uint64_t sizeBytes, std::uint32_t mode, std::string why);
Mount dirMount(std::string target, std::uint32_t mode, std::string why);

} // namespace leadglass::sandbox
