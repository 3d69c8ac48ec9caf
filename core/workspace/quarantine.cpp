#include "core/workspace/quarantine.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/workspace/finish_run.h"
#include "core/workspace/names.h"
#include "core/workspace/put.h"

namespace leadglass::workspace {
namespace {

constexpr int kDeepest = 512;

class Quarantine {
public:
    explicit Quarantine(const QuarantinePlace& place) : m_place(place) {}

    Status one(const Change& change) {
        if (change.kind == ChangeKind::ModeChanged && change.after.type == NodeType::Directory) {
            return setMode(change.path, change.before.mode);
        }
        if (change.after.type != NodeType::None || change.before.type != NodeType::Directory) {
            LG_TRY(aside(change));
        }
        return change.before.type == NodeType::None ? Status() : back(change);
    }

    std::vector<OwnWrite> writes;

private:
    // The upper's directory of that path, with the project's mode.
    Status mirror(const std::string& path) {
        if (path.empty() || LG_TRY(lookAt(m_place.upperFd, path)).type == NodeType::Directory) {
            return {};
        }
        LG_TRY(mirror(parentOf(path)));
        const Node now = LG_TRY(lookAt(m_place.projectFd, path));
        auto into = LG_TRY(openDirBeneath(m_place.upperFd, parentOf(path)));
        if (::mkdirat(into.get(), baseOf(path).c_str(), 0700) != 0) {
            return failed(path);
        }
        auto made = LG_TRY(openDirBeneath(m_place.upperFd, path));
        const std::uint32_t mode = now.type == NodeType::Directory ? now.mode & 0777 : 0700;
        return ::fchmod(made.get(), mode | S_IRWXU) == 0 ? Status() : failed(path);
    }

    Status aside(const Change& change) {
        LG_TRY(mirror(parentOf(change.path)));
        const std::string name = baseOf(change.path);
        auto from = LG_TRY(openDirBeneath(m_place.projectFd, parentOf(change.path)));
        auto to = LG_TRY(openDirBeneath(m_place.upperFd, parentOf(change.path)));
        LG_TRY(removeBelow(to.get(), name)); // of a try that a crash ended
        if (change.after.type == NodeType::None) {
            return ::mknodat(to.get(), name.c_str(), S_IFCHR | 0600, 0) == 0 ? Status() : failed(change.path);
        }
        if (::renameat(from.get(), name.c_str(), to.get(), name.c_str()) == 0) {
            return {};
        }
        if (errno != EXDEV) {
            return failed(change.path);
        }
        LG_TRY(copy(from.get(), to.get(), name, 0));
        return removeBelow(from.get(), name);
    }

    Status copy(int from, int to, const std::string& name, int depth) {
        const auto s = LG_TRY(sys::statAt(from, name));
        const Node node = nodeOf(s);
        if (node.type == NodeType::Symlink) {
            return ::symlinkat(sys::readlinkAt(from, name).c_str(), to, name.c_str()) == 0 ? Status() : failed(name);
        }
        if (node.type == NodeType::File) {
            LG_TRY(readable(from, name, node));
            (void)LG_TRY(keepCopy(from, name, to, name));
            return modeOf(to, name, node.mode);
        }
        if (node.type != NodeType::Directory) {
            return {}; // never applied, and so not kept
        }
        if (depth >= kDeepest) {
            return makeError(Code::Unsupported, "'" + forScreen(name) + "' lies too deep to be moved out of the project");
        }
        LG_TRY(readable(from, name, node));
        if (::mkdirat(to, name.c_str(), 0700) != 0) {
            return failed(name);
        }
        auto below = LG_TRY(openDirBeneath(from, name));
        auto into = LG_TRY(openDirBeneath(to, name));
        for (const auto& entry : LG_TRY(listDirectory(below.get()))) {
            LG_TRY(copy(below.get(), into.get(), entry.name, depth + 1));
        }
        return ::fchmod(into.get(), (node.mode & 0777) | S_IRWXU) == 0 ? Status() : failed(name);
    }

    static Status readable(int dirFd, const std::string& name, const Node& node) {
        const std::uint32_t mine = node.type == NodeType::Directory ? S_IRWXU : S_IRUSR;
        return (node.mode & mine) == mine ? Status() : modeOf(dirFd, name, node.mode | mine);
    }

    // From the snapshot; the directories above stand, as they are pinned or came back before.
    Status back(const Change& change) {
        const Node& was = change.before;
        auto to = LG_TRY(openDirBeneath(m_place.projectFd, parentOf(change.path)));
        const std::string name = baseOf(change.path);
        if (was.type == NodeType::Directory) {
            if (::mkdirat(to.get(), name.c_str(), 0700) != 0) {
                return failed(change.path);
            }
        } else if (was.type == NodeType::Symlink) {
            const std::string target = LG_TRY(readLinkBeneath(m_place.snapshotFd, change.path));
            if (::symlinkat(target.c_str(), to.get(), name.c_str()) != 0) {
                return failed(change.path);
            }
        } else {
            (void)LG_TRY(keepCopy(m_place.snapshotFd, change.path, to.get(), name));
        }
        if (was.type != NodeType::Symlink) {
            LG_TRY(modeOf(to.get(), name, was.mode));
        }
        return own(change.path);
    }

    Status setMode(const std::string& path, std::uint32_t mode) {
        auto dir = LG_TRY(openDirBeneath(m_place.projectFd, parentOf(path)));
        LG_TRY(modeOf(dir.get(), baseOf(path), mode));
        return own(path);
    }

    Status own(const std::string& path) {
        const Node now = LG_TRY(lookAt(m_place.projectFd, path));
        writes.push_back({path, now.dev, now.ino, now.ctimeSec, now.ctimeNsec});
        return {};
    }

    static Status modeOf(int dirFd, const std::string& name, std::uint32_t mode) {
        auto fd = LG_TRY(sys::openBeneath(dirFd, name, O_PATH | O_NOFOLLOW, 0, sys::Crossing::NoMounts));
        const auto s = LG_TRY(sys::stat(fd.get()));
        if ((!S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode)) ||
            ::chmod(("/proc/self/fd/" + std::to_string(fd.get())).c_str(), mode & 0777) != 0) {
            return failed(name);
        }
        return {};
    }

    static Status failed(const std::string& path) {
        return ioError("cannot move '" + forScreen(path, 300) + "' out of the project", errno);
    }

    const QuarantinePlace& m_place;
};

} // namespace

Result<std::vector<OwnWrite>> quarantine(const QuarantinePlace& place, const std::vector<Change>& forbidden) {
    Quarantine work(place);
    for (const auto& change : forbidden) {
        LG_TRY(work.one(change));
    }
    return std::move(work.writes);
}

} // namespace leadglass::workspace
