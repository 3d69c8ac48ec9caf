#include "core/workspace/direct_diff.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <unordered_map>
#include <unordered_set>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/workspace/names.h"

namespace leadglass::workspace {
namespace {

constexpr std::size_t kLongestPath = 4000; // bytes: beyond, no call takes it with what we add to it
constexpr std::uint32_t kSetIds = S_ISUID | S_ISGID;

class Differ {
public:
    Differ(int projectFd, int snapshotFd, const std::vector<CopiedEntry>& list, const ProtectedPaths& isProtected)
        : m_projectFd(projectFd), m_snapshotFd(snapshotFd), m_list(list), m_protected(isProtected) {
        for (const auto& entry : list) {
            m_was.emplace(entry.path, &entry.node);
        }
    }

    Result<DirectDiff> run() {
        m_device = LG_TRY(sys::stat(m_projectFd)).st_dev;
        std::vector<std::string> stack{""};
        while (!stack.empty()) {
            const std::string at = std::move(stack.back());
            stack.pop_back();
            LG_TRY(directory(at, stack));
        }
        for (const auto& entry : m_list) {
            if (!m_seen.contains(entry.path)) {
                LG_TRY(add(ChangeKind::Deleted, entry.path, &entry.node, Node{}));
            }
        }
        std::ranges::sort(m_out.landed, {}, &Change::path);
        std::ranges::sort(m_out.forbidden, {}, &Change::path);
        return std::move(m_out);
    }

private:
    Status directory(const std::string& path, std::vector<std::string>& stack) {
        auto dir = LG_TRY(openDirBeneath(m_projectFd, path));
        const auto entries = LG_TRY(listDirectory(dir.get()));
        for (const auto& entry : entries) {
            const std::string child = joined(path, entry.name);
            const auto s = sys::statAt(dir.get(), entry.name);
            if (!s) {
                continue; // the host removed it just now
            }
            if (child.size() > kLongestPath) {
                leave(child, "its path is too long");
                continue;
            }
            Node node = nodeOf(*s);
            const auto found = m_was.find(child);
            const Node* was = found == m_was.end() ? nullptr : found->second;
            if (node.dev != m_device) {
                m_seen.insert(child);
                leave(child, "another file system is mounted there");
                continue;
            }
            if (node.type == NodeType::Special) { // what stood there is gone
                leave(child, "it is a socket, pipe or device");
                continue;
            }
            m_seen.insert(child);
            if (was == nullptr && m_protected.forbids(child, node.type)) {
                LG_TRY(add(ChangeKind::Added, child, nullptr, node));
                continue;
            }
            LG_TRY(openUp(dir.get(), entry.name, child, was, node));
            if (node.type == NodeType::Directory) {
                stack.push_back(child);
            }
            LG_TRY(compare(child, was, node));
        }
        return {};
    }

    Status compare(const std::string& path, const Node* was, const Node& now) {
        if (was == nullptr) {
            return add(ChangeKind::Added, path, nullptr, now);
        }
        if (was->type != now.type) {
            return add(ChangeKind::TypeChanged, path, was, now);
        }
        const bool modeDiffers = (was->mode & 0777) != (now.mode & 0777) && now.type != NodeType::Symlink;
        if (now.type != NodeType::Directory && !isAsBefore(*was, now) && !LG_TRY(sameThere(path, *was, now))) {
            return add(ChangeKind::Changed, path, was, now);
        }
        return modeDiffers ? add(ChangeKind::ModeChanged, path, was, now) : Status();
    }

    static bool isAsBefore(const Node& was, const Node& now) {
        return was.ino == now.ino && was.size == now.size && was.mode == now.mode && was.ctimeSec == now.ctimeSec &&
               was.ctimeNsec == now.ctimeNsec;
    }

    Result<bool> sameThere(const std::string& path, const Node& was, const Node& now) const {
        if (now.type == NodeType::Symlink) {
            return LG_TRY(readLinkBeneath(m_projectFd, path)) == LG_TRY(readLinkBeneath(m_snapshotFd, path));
        }
        return was.size == now.size ? sameContent(m_projectFd, path, m_snapshotFd, path) : Result<bool>(false);
    }

    // The owner's bits back on, where the run took them off; no set-id bit that was not there.
    Status openUp(int dirFd, const std::string& name, const std::string& path, const Node* was, Node& now) {
        if (now.type == NodeType::Symlink) {
            return {};
        }
        const std::uint32_t mine = now.type == NodeType::Directory ? S_IRWXU : S_IRUSR;
        std::uint32_t mode = now.mode;
        if (was == nullptr || (was->mode & mine) != (now.mode & mine)) {
            mode |= mine;
        }
        if (now.type == NodeType::File) {
            mode &= ~kSetIds | (was == nullptr ? 0 : was->mode);
        }
        if (mode == now.mode) {
            return {};
        }
        auto fd = LG_TRY(sys::openBeneath(dirFd, name, O_PATH | O_NOFOLLOW, 0, sys::Crossing::NoMounts));
        const Node here = nodeOf(LG_TRY(sys::stat(fd.get())));
        // An O_PATH descriptor cannot be given to fchmod(2); its name in /proc can.
        if (here.type != now.type || here.ino != now.ino ||
            ::chmod(("/proc/self/fd/" + std::to_string(fd.get())).c_str(), mode) != 0) {
            return ioError("cannot open '" + forScreen(path) + "' up", errno);
        }
        now = nodeOf(LG_TRY(sys::stat(fd.get())));
        return {};
    }

    Status add(ChangeKind kind, const std::string& path, const Node* was, const Node& now) {
        if (m_out.landed.size() + m_out.forbidden.size() >= kMaxChanges) {
            return makeError(Code::Unsupported, "the run changed more than " + std::to_string(kMaxChanges) + " paths");
        }
        Change change;
        change.kind = kind;
        change.path = path;
        if (was != nullptr) {
            change.before = *was;
            change.before.dev = m_device;
        }
        change.after = now;
        const bool forbidden = was == nullptr ? m_protected.forbids(path, now.type) : m_protected.covers(path);
        (forbidden ? m_out.forbidden : m_out.landed).push_back(std::move(change));
        return {};
    }

    void leave(const std::string& path, const char* why) { m_out.left.push_back(forScreen(path, 300) + ": " + why); }

    int m_projectFd;
    int m_snapshotFd;
    const std::vector<CopiedEntry>& m_list;
    const ProtectedPaths& m_protected;
    std::unordered_map<std::string, const Node*> m_was;
    std::unordered_set<std::string> m_seen;
    std::uint64_t m_device = 0;
    DirectDiff m_out;
};

} // namespace

Result<DirectDiff> diffDirect(int projectFd, int snapshotFd, const std::vector<CopiedEntry>& list,
                              const ProtectedPaths& isProtected) {
    return Differ(projectFd, snapshotFd, list, isProtected).run();
}

} // namespace leadglass::workspace
