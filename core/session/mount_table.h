// The lines of a mountinfo file (proc_pid_mountinfo(5)).
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace leadglass::session {

constexpr std::size_t kMaxMountinfo = 8U << 20;

struct MountLine {
    std::string place; // mount point, unescaped
    dev_t device = 0;
    std::string type;  // "tmpfs", "ext4"
    std::uint64_t sizeBytes = 0; // of a tmpfs with size=, else 0
};

std::vector<MountLine> parseMountTable(std::string_view mountinfo);
// Empty where it cannot be read.
std::vector<MountLine> readMountTable(const std::string& path);

} // namespace leadglass::session
