#include "core/workspace/host_steps.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/workspace/names.h"

namespace leadglass::workspace {

Result<UniqueFd> parentDir(const ApplyPlace& place, const std::string& path) {
    return openDirBeneath(place.trees.project, parentOf(path));
}

Status chmodBeneath(const ApplyPlace& place, const std::string& path, std::uint32_t mode,
                    const Node* expected) {
    const auto at = place.trees.project.of(path);
    auto fd = LG_TRY(sys::openBeneath(at.fd, at.path, O_PATH | O_NOFOLLOW, 0,
                                      sys::Crossing::NoMounts));
    const Node now = nodeOf(LG_TRY(sys::stat(fd.get())));
    // A directory's times change with its entries, also by our own hand.
    const bool same = expected == nullptr ||
                      (now.type == NodeType::Directory
                           ? now.ino == expected->ino && now.dev == expected->dev &&
                                 now.mode == expected->mode
                           : now == *expected);
    if (!same || (now.type != NodeType::File && now.type != NodeType::Directory)) {
        return makeError(Code::Conflict, kHostChanged);
    }
    // An O_PATH descriptor cannot be given to fchmod(2); its name in /proc can.
    if (::chmod(("/proc/self/fd/" + std::to_string(fd.get())).c_str(), mode & 0777) != 0) {
        return ioError("cannot change the mode of '" + forScreen(path) + "'", errno);
    }
    return {};
}

Status removeNow(const ApplyPlace& place, const Op& op) {
    auto dir = LG_TRY(parentDir(place, op.path));
    const std::string name = baseOf(op.path);
    const auto s = sys::statAt(dir.get(), name);
    const Node now = s ? nodeOf(*s) : Node{};
    if (op.kind == Op::Kind::RemoveDir) {
        if (now.type != NodeType::Directory || now.ino != op.before.ino) {
            return makeError(Code::Conflict, kHostChanged);
        }
        if (::unlinkat(dir.get(), name.c_str(), AT_REMOVEDIR) != 0) {
            return errno == ENOTEMPTY
                       ? makeError(Code::Conflict, "directory is not empty on the host: it holds "
                                                   "what the run could not see or what was left")
                       : ioError("cannot remove directory '" + forScreen(op.path) + "'", errno);
        }
        return {};
    }
    if (!(now == op.before)) {
        return makeError(Code::Conflict, kHostChanged);
    }
    if (::unlinkat(dir.get(), name.c_str(), 0) != 0) {
        return ioError("cannot remove '" + forScreen(op.path) + "'", errno);
    }
    return {};
}

Status makeDirNow(const ApplyPlace& place, const std::string& path, std::uint32_t mode) {
    auto dir = LG_TRY(parentDir(place, path));
    if (::mkdirat(dir.get(), baseOf(path).c_str(), 0700) != 0) {
        return errno == EEXIST ? makeError(Code::Conflict, "the host has made it meanwhile")
                               : ioError("cannot make directory '" + forScreen(path) + "'", errno);
    }
    return chmodBeneath(place, path, (mode & 0777) | S_IRWXU, nullptr);
}

} // namespace leadglass::workspace
