#include "core/workspace/collect_copy.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <unordered_map>
#include <unordered_set>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/workspace/copy_tree.h"
#include "core/workspace/finish_run.h"
#include "core/workspace/names.h"

namespace leadglass::workspace {
namespace {

constexpr std::size_t kMaxList = 512UL << 20;
constexpr std::size_t kDeep = 3000; // bytes of a path: what lies deeper is moved as a whole

class Collector {
public:
    Collector(int copyFd, int upperFd, const std::vector<CopiedEntry>& list)
        : m_copyFd(copyFd), m_upperFd(upperFd), m_list(list) {
        for (const auto& entry : list) {
            m_was.emplace(entry.path, &entry.node);
        }
    }

    Status run() {
        std::vector<std::string> stack{""};
        while (!stack.empty()) {
            const std::string at = std::move(stack.back());
            stack.pop_back();
            LG_TRY(directory(at, stack));
        }
        LG_TRY(deletions());
        for (auto made = m_made.rbegin(); made != m_made.rend(); ++made) {
            LG_TRY(setMode(*made, m_modes.at(*made)));
        }
        return {};
    }

private:
    Status directory(const std::string& path, std::vector<std::string>& stack) {
        auto dir = LG_TRY(openDirBeneath(m_copyFd, path));
        const auto entries = LG_TRY(listDirectory(dir.get()));
        for (const auto& entry : entries) {
            const std::string child = joined(path, entry.name);
            const Node node = nodeOf(LG_TRY(sys::statAt(dir.get(), entry.name)));
            const auto was = m_was.find(child);
            const bool sameType = was != m_was.end() && was->second->type == node.type;
            if (node.type != NodeType::Directory) {
                if (sameType && isAsCopied(*was->second, node)) {
                    m_kept.insert(child);
                } else {
                    LG_TRY(move(dir.get(), entry.name, child));
                }
                continue;
            }
            if (!sameType && child.size() > kDeep) {
                LG_TRY(move(dir.get(), entry.name, child));
                continue;
            }
            // A directory that the run closed to itself still has to be read.
            if ((node.mode & S_IRWXU) != S_IRWXU) {
                LG_TRY(makeReadable(dir.get(), entry.name, node.mode));
            }
            m_modes[child] = node.mode & 0777;
            m_kept.insert(child);
            if (!sameType || (was->second->mode & 0777) != (node.mode & 0777)) {
                LG_TRY(mirror(child));
            }
            stack.push_back(child);
        }
        return {};
    }

    // fchmodat(2) would follow a link that takes the directory's place: a killed run may die slowly.
    static Status makeReadable(int parent, const std::string& name, std::uint32_t mode) {
        auto dir = LG_TRY(sys::openBeneath(parent, name, O_PATH | O_DIRECTORY | O_NOFOLLOW, 0,
                                           sys::Crossing::NoMounts));
        if (::chmod(("/proc/self/fd/" + std::to_string(dir.get())).c_str(), (mode & 0777) | S_IRWXU) != 0) {
            return ioError("cannot read '" + forScreen(name) + "'", errno);
        }
        return {};
    }

    static bool isAsCopied(const Node& was, const Node& now) {
        return was.ino == now.ino && was.size == now.size && was.mode == now.mode &&
               was.ctimeSec == now.ctimeSec && was.ctimeNsec == now.ctimeNsec;
    }

    // The upper's directory of that path, made if need be.
    Status mirror(const std::string& path) {
        if (path.empty() || LG_TRY(lookAt(m_upperFd, path)).type == NodeType::Directory) {
            return {};
        }
        const std::string parent = parentOf(path);
        LG_TRY(mirror(parent));
        auto into = LG_TRY(openDirBeneath(m_upperFd, parent));
        if (::mkdirat(into.get(), baseOf(path).c_str(), 0700) != 0) {
            return ioError("cannot collect '" + forScreen(path) + "'", errno);
        }
        m_made.push_back(path);
        return setMode(path, m_modes.at(path) | S_IRWXU); // things are still put into it
    }

    Status setMode(const std::string& path, std::uint32_t mode) {
        auto dir = LG_TRY(openDirBeneath(m_upperFd, path));
        return ::fchmod(dir.get(), mode) == 0
                   ? Status()
                   : Status(ioError("cannot keep the mode of '" + forScreen(path) + "'", errno));
    }

    Status move(int fromDir, const std::string& name, const std::string& path) {
        LG_TRY(mirror(parentOf(path)));
        auto into = LG_TRY(openDirBeneath(m_upperFd, parentOf(path)));
        if (::renameat(fromDir, name.c_str(), into.get(), name.c_str()) != 0) {
            return ioError("cannot collect '" + forScreen(path) + "'", errno);
        }
        return {};
    }

    // The whiteout of a directory, or what stands in its place now, stands for all that was below it.
    Status deletions() {
        std::string gone;
        for (const auto& entry : m_list) {
            const std::string& path = entry.path;
            if (m_kept.contains(path) || (!gone.empty() && path.starts_with(gone + "/"))) {
                continue;
            }
            if (LG_TRY(lookAt(m_upperFd, path)).type == NodeType::None) {
                LG_TRY(mirror(parentOf(path)));
                auto into = LG_TRY(openDirBeneath(m_upperFd, parentOf(path)));
                if (::mknodat(into.get(), baseOf(path).c_str(), S_IFCHR | 0600, 0) != 0) {
                    return ioError("cannot note that '" + forScreen(path) + "' was deleted", errno);
                }
            }
            if (entry.node.type == NodeType::Directory) {
                gone = path;
            }
        }
        return {};
    }

    int m_copyFd;
    int m_upperFd;
    const std::vector<CopiedEntry>& m_list;
    std::unordered_map<std::string, const Node*> m_was;
    std::unordered_map<std::string, std::uint32_t> m_modes; // of every directory of the copy
    std::unordered_set<std::string> m_kept;                 // still in the copy
    std::vector<std::string> m_made;
};

} // namespace

bool copyWaits(const RunDir& run) {
    struct stat s {};
    return ::fstatat(run.fd.get(), kCopyList, &s, AT_SYMLINK_NOFOLLOW) == 0;
}

Status collectCopy(const RunDir& run) {
    auto file = LG_TRY(sys::openBeneath(run.fd.get(), kCopyList, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
    const auto text = LG_TRY(sys::readAll(file.get(), kMaxList));
    const auto list = LG_TRY(copiedListFromText(text));
    // The run may have closed the project's own directory to itself.
    if (::fchmodat(run.fd.get(), kCopyName, 0700, 0) != 0) {
        return ioError("cannot open the run's copy", errno);
    }
    auto copy = LG_TRY(openDirBeneath(run.fd.get(), kCopyName));
    auto upper = LG_TRY(openDirBeneath(run.fd.get(), "upper"));
    LG_TRY(Collector(copy.get(), upper.get(), list).run());
    if (::syncfs(upper.get()) != 0) {
        return ioError("cannot sync the run's changes", errno);
    }
    // From here on the upper is what counts; what is left of the copy is not looked at any more.
    if (::unlinkat(run.fd.get(), kCopyList, 0) != 0) {
        return ioError("cannot remove copy.list", errno);
    }
    return removeBelow(run.fd.get(), kCopyName);
}

} // namespace leadglass::workspace
