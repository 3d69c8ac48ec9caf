#include "core/workspace/opaque_mark.h"

#include <sys/xattr.h>

#include <array>
#include <cerrno>

namespace leadglass::workspace {

Opaque opaqueMark(int dirFd) {
    std::array<char, 8> value{};
    if (::fgetxattr(dirFd, "user.overlay.redirect", nullptr, 0) >= 0) {
        return Opaque::Unknown;
    }
    const ssize_t size = ::fgetxattr(dirFd, "user.overlay.opaque", value.data(), value.size());
    if (size < 0) {
        return errno == ENODATA || errno == EOPNOTSUPP ? Opaque::No : Opaque::Unknown;
    }
    return size == 1 && value[0] == 'y' ? Opaque::Yes : Opaque::Unknown;
}

} // namespace leadglass::workspace
