#include "core/session/mount_table.h"

#include <sys/sysmacros.h>

#include <algorithm>
#include <charconv>

#include "core/base/sys.h"

namespace leadglass::session {
namespace {

constexpr int kDevice = 2;
constexpr int kMountPoint = 4;
constexpr std::uint64_t kKiB = 1024;

// The kernel writes space, tab, newline and backslash of a path as three octal digits.
std::string unescaped(std::string_view text) {
    const auto octal = [&](std::size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '7'; };
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && octal(i + 1) && octal(i + 2) && octal(i + 3)) {
            out += static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 + (text[i + 3] - '0'));
            i += 3;
        } else {
            out += text[i];
        }
    }
    return out;
}

std::string_view field(std::string_view line, int number) {
    for (; number > 0; --number) {
        const std::size_t space = line.find(' ');
        if (space == std::string_view::npos) {
            return {};
        }
        line.remove_prefix(space + 1);
    }
    return line.substr(0, line.find(' '));
}

std::uint64_t numberOf(std::string_view text) {
    std::uint64_t value = 0;
    (void)std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

MountLine parseLine(std::string_view line) {
    MountLine out;
    out.place = unescaped(field(line, kMountPoint));
    const std::string_view device = field(line, kDevice);
    const std::size_t colon = std::min(device.find(':'), device.size());
    out.device = ::makedev(static_cast<unsigned>(numberOf(device.substr(0, colon))),
                           static_cast<unsigned>(numberOf(device.substr(std::min(colon + 1, device.size())))));
    const std::size_t dash = line.find(" - "); // ends the optional fields
    if (dash != std::string_view::npos) {
        const std::string_view rest = line.substr(dash + 3);
        out.type = field(rest, 0);
        const std::string_view options = field(rest, 2);
        const std::size_t size = ("," + std::string(options)).find(",size=");
        out.sizeBytes = size == std::string::npos ? 0 : numberOf(options.substr(size + 5)) * kKiB; // "size=64k"
    }
    return out;
}

} // namespace

std::vector<MountLine> parseMountTable(std::string_view mountinfo) {
    std::vector<MountLine> lines;
    while (!mountinfo.empty()) {
        const std::size_t end = std::min(mountinfo.find('\n'), mountinfo.size());
        if (end > 0) {
            lines.push_back(parseLine(mountinfo.substr(0, end)));
        }
        mountinfo.remove_prefix(std::min(end + 1, mountinfo.size()));
    }
    return lines;
}

std::vector<MountLine> readMountTable(const std::string& path) {
    const auto text = sys::readFile(path, kMaxMountinfo);
    return text ? parseMountTable(*text) : std::vector<MountLine>();
}

} // namespace leadglass::session
