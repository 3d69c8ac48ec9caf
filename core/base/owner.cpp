#include "core/base/owner.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <sstream>

#include "core/base/escape.h"
#include "core/base/sys.h"

namespace leadglass {
namespace {

constexpr std::size_t kMaxMap = 64UL * 1024;
constexpr mode_t kOthersWrite = 022;

// user_namespaces(7): lines of "inside outside count". Unreadable: 0 may be mapped.
bool rootIsUnmapped() {
    const auto text = sys::readFile("/proc/self/uid_map", kMaxMap);
    if (!text) {
        return false;
    }
    std::istringstream lines(*text);
    std::uint64_t inside = 0;
    std::uint64_t outside = 0;
    std::uint64_t count = 0;
    bool any = false;
    while (lines >> inside >> outside >> count) {
        any = true;
        if (inside == 0 && count > 0) {
            return false;
        }
    }
    return any && lines.eof();
}

bool hasOverflowId(const struct stat& s) {
    const auto text = sys::readFile("/proc/sys/kernel/overflowuid", 64);
    return text && s.st_uid != 0 && s.st_uid == std::strtoul(text->c_str(), nullptr, 10);
}

bool nobodyElseWrites(const std::string& path) {
    struct stat s {};
    return ::lstat(path.c_str(), &s) == 0 && !S_ISLNK(s.st_mode) && hasOverflowId(s) &&
           (s.st_mode & kOthersWrite) == 0 &&
           ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0;
}

bool onRootsPath(const std::string& path) {
    const auto real = sys::realPath(path);
    if (!real) {
        return false;
    }
    static constexpr std::array kPlaces{"/usr/", "/etc/", "/opt/"};
    bool known = false;
    for (const char* place : kPlaces) {
        known = known || real->starts_with(place);
    }
    for (std::size_t end = real->find('/', 1); known; end = real->find('/', end + 1)) {
        if (!nobodyElseWrites(real->substr(0, end))) {
            return false;
        }
        if (end == std::string::npos) {
            break;
        }
    }
    return known && nobodyElseWrites("/");
}

} // namespace

bool isOfRoot(const struct stat& s, const std::string& path) {
    return s.st_uid == 0 || (hasOverflowId(s) && rootIsUnmapped() && onRootsPath(path));
}

std::string ownerHint(const struct stat& s, const std::string& otherwise) {
    return hasOverflowId(s) && rootIsUnmapped()
               ? "in this user namespace root's files look like anybody's: use one of your own (cp it "
                 "to a directory of yours), or start leadglass outside of this container"
               : otherwise;
}

std::optional<NotAlone> notAlone(const struct stat& s, mode_t others, const std::string& path, bool oneName) {
    NotAlone out;
    const auto add = [&](const std::string& why, const std::string& fix) {
        out.why += (out.why.empty() ? "" : ", and ") + why;
        out.fix += (out.fix.empty() ? "" : ", then ") + fix;
    };
    const std::string name = "'" + forScreen(path) + "'";
    if (s.st_uid != ::geteuid()) {
        add("it belongs to user " + std::to_string(s.st_uid) + ", not to you (" + std::to_string(::geteuid()) + ")",
            ownerHint(s, "have root chown it to you, or move it away"));
    }
    if ((s.st_mode & others) != 0) {
        constexpr mode_t kRights = 07777;
        std::ostringstream mode;
        mode << std::oct << (s.st_mode & kRights);
        add("others have rights on it (mode 0" + mode.str() + ")", (S_ISDIR(s.st_mode) ? "chmod 0700 " : "chmod 0600 ") + name);
    }
    if (oneName && s.st_nlink != 1) {
        add("it has " + std::to_string(s.st_nlink) + " names (hard links)", "remove the other ones: find / -xdev -samefile " + name);
    }
    return out.why.empty() ? std::nullopt : std::optional(std::move(out));
}

Error unreadable(Error error) {
    if (error.fix.empty() && error.sysErrno == EACCES) {
        error.fix = "chmod u+r the file, and u+x the directories it is in";
    } else if (error.fix.empty() && error.sysErrno == ELOOP) {
        error.fix = "a link stands there: put the file itself in its place";
    }
    return error;
}

} // namespace leadglass
