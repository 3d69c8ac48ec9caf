#include "core/session/workspace_notices.h"

#include <algorithm>

#include "core/base/escape.h"
#include "core/base/sys.h"

namespace leadglass::session {
namespace {

constexpr std::size_t kNamed = 3;
constexpr std::size_t kMaxMountinfo = 8U << 20;

std::string firstOf(const std::vector<std::string>& paths) {
    std::string names;
    for (std::size_t i = 0; i < std::min(paths.size(), kNamed); ++i) {
        names += (i == 0 ? "" : ", ") + forScreen(paths[i]);
    }
    return names;
}

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

} // namespace

std::string namedFirst(const std::vector<std::string>& paths) {
    return firstOf(paths) +
           (paths.size() > kNamed ? " and " + std::to_string(paths.size() - kNamed) + " more" : std::string());
}

std::string hiddenNotice(const std::vector<std::string>& hidden) {
    return "hidden from the command: " + namedFirst(hidden) + (hidden.size() > kNamed ? " (all of them: --dry-run)" : "");
}

std::string foreignNotice(const std::vector<std::string>& some, std::uint64_t count) {
    std::string text = "directories of another user or group, which the command can read but not change: " + firstOf(some);
    if (count > std::min(some.size(), kNamed)) {
        text += " and " + std::to_string(count - std::min(some.size(), kNamed)) + " more";
    }
    return text + " (they would have to be your own, and of your own group)";
}

std::vector<std::string> mountsBelow(std::string_view mountinfo, std::string_view project) {
    constexpr int kMountPoint = 4;
    const std::string prefix = std::string(project) + "/";
    std::vector<std::string> found;
    while (!mountinfo.empty()) {
        const std::size_t end = std::min(mountinfo.find('\n'), mountinfo.size());
        std::string place = unescaped(field(mountinfo.substr(0, end), kMountPoint));
        if (place.starts_with(prefix)) {
            found.push_back(std::move(place));
        }
        mountinfo.remove_prefix(std::min(end + 1, mountinfo.size()));
    }
    return found;
}

Status refuseMountsBelow(const std::string& project) {
    const auto mountinfo = LG_TRY(sys::readFile("/proc/self/mountinfo", kMaxMountinfo));
    const auto mounts = mountsBelow(mountinfo, project);
    if (mounts.empty()) {
        return {};
    }
    return makeError(Code::Unsupported,
                     "something is mounted below the project: " + firstOf(mounts) +
                         (mounts.size() > kNamed ? " and " + std::to_string(mounts.size() - kNamed) + " more" : "") +
                         ", and the kernel shows no directory with mounts in it copy-on-write",
                     "unmount it, start in a directory without it, or use --workspace copy, which leaves out what "
                     "is mounted");
}

} // namespace leadglass::session
