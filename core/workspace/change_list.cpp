#include "core/workspace/change_list.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <unordered_map>

#include "core/base/clock.h"
#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/workspace/content_hash.h"
#include "core/workspace/hidden_set.h"
#include "core/workspace/names.h"
#include "core/workspace/opaque_mark.h"
#include "core/workspace/renames.h"

namespace leadglass::workspace {
namespace {

struct Pending {
    std::string path;
    bool opaque = false; // nothing of the host shows through
    bool moved = false;  // an ancestor was moved or changed mode on the host
};

class Walker {
public:
    Walker(const Trees& trees, const RunManifest& manifest, const std::vector<OwnWrite>& own)
        : m_trees(trees), m_manifest(manifest), m_hidden(manifest.hidden) {
        for (const auto& write : own) {
            m_own[write.path] = write;
        }
        timespec now{};
        ::clock_gettime(CLOCK_REALTIME, &now);
        m_otherBoot = manifest.bootId != bootId();
        m_clockBack = now.tv_sec < manifest.startMarkSec || clockWasSetBack(manifest);
    }

    Result<ChangeList> run() {
        m_device = LG_TRY(sys::stat(m_trees.project.fd)).st_dev;
        std::vector<Pending> stack{{"", false, false}};
        if (m_trees.project.git >= 0) {
            m_gitDevice = LG_TRY(sys::stat(m_trees.project.git)).st_dev;
            stack.push_back({".git", false, false});
        }
        while (!stack.empty()) {
            const Pending next = std::move(stack.back());
            stack.pop_back();
            LG_TRY(directory(next, stack));
        }
        if (m_otherBoot) {
            m_out.notes.emplace_back(WhyCode("note_other_boot"));
        }
        if (m_clockBack) {
            m_out.notes.emplace_back(WhyCode("note_clock"));
        }
        std::ranges::sort(m_out.changes, {}, &Change::path);
        return std::move(m_out);
    }

private:
    Status directory(const Pending& at, std::vector<Pending>& stack) {
        auto upper = openDirBeneath(m_trees.upper, at.path);
        if (!upper) {
            return unreadable(at.path, upper.error());
        }
        const Opaque mark = opaqueMark(upper->get());
        if (mark == Opaque::Unknown) {
            return add(refusal(at.path, Why("overlay_mark")));
        }
        auto entries = listDirectory(upper->get());
        if (!entries) {
            return unreadable(at.path, entries.error());
        }
        UniqueFd lower;
        const auto host = m_trees.project.ofDirectory(at.path);
        if (auto opened = sys::openBeneath(host.fd, host.path, O_PATH | O_DIRECTORY | O_NOFOLLOW, 0,
                                           sys::Crossing::NoMounts)) {
            lower = std::move(opened).value();
        }
        Pending child{at.path, at.opaque || mark == Opaque::Yes, at.moved};
        if (lower) {
            child.moved = child.moved || (!at.path.empty() && wasMoved(at.path, lower.get()));
        }
        for (const auto& entry : *entries) {
            const std::string path = joined(at.path, entry.name);
            if (path.size() > 4000) {
                LG_TRY(add(refusal(path, Why("path_too_long"))));
                continue;
            }
            LG_TRY(oneEntry(upper->get(), lower.get(), entry.name, path, child, stack));
        }
        if (child.opaque && lower) {
            LG_TRY(shadowed(*entries, at.path, child.moved));
        }
        return {};
    }

    Status oneEntry(int upperDir, int lowerDir, const std::string& name, const std::string& path,
                    const Pending& parent, std::vector<Pending>& stack) {
        const auto upper = sys::statAt(upperDir, name);
        if (!upper) {
            // Gone while we looked: the run goes on. Anything else is told.
            return upper.error().sysErrno == ENOENT ? Status() : unreadable(path, upper.error());
        }
        Change change;
        change.path = path;
        if (lowerDir >= 0) {
            if (const auto lower = sys::statAt(lowerDir, name)) {
                change.before = nodeOf(*lower);
            } else if (lower.error().sysErrno != ENOENT) {
                return unreadable(path, lower.error());
            }
        }
        if (isWhiteout(*upper)) {
            if (change.before.type == NodeType::None || m_hidden.hides(path)) {
                return {};
            }
            return deleted(path, change.before, parent.moved);
        }
        change.after = nodeOf(*upper);
        change.atHidden = m_hidden.hides(path);
        const bool isFile = change.after.type == NodeType::File;
        const auto content = isFile ? openFileBeneath(m_trees.upper, path) : Result<UniqueFd>(UniqueFd());
        const Status readable = !content ? Status(content.error()) : canBeRead(m_trees.upper, path, isFile ? NodeType::None : change.after.type);
        if (change.after.type == NodeType::Directory && readable && !isPointer(path)) {
            stack.push_back({path, parent.opaque, parent.moved});
        }
        if (!LG_TRY(differs(change, content ? content->get() : -1)) && readable) {
            return {};
        }
        if (!readable) { // a mode that shuts us out: not reviewed, so never applied
            change.refused = Why("unreadable", {}, Why(readable.error()));
        }
        if (change.after.type != NodeType::Directory &&
            change.before.type == NodeType::Directory) {
            LG_TRY(below(path, parent.moved));
        }
        judge(change, parent.moved);
        return add(std::move(change));
    }

    // Sets the kind and what goes with it. `content`: of the run's file; -1: no file, or it cannot be read.
    Result<bool> differs(Change& change, int content) {
        const Node& before = change.before;
        const Node& after = change.after;
        if (after.type == NodeType::Symlink) {
            change.linkTarget = LG_TRY(readLinkBeneath(m_trees.upper, change.path));
        }
        if (after.type == NodeType::Special) {
            change.refused = Why("special_file");
        }
        if (after.type == NodeType::File && after.size > kMaxFileApplied) {
            change.refused = Why("too_large");
        }
        if (before.type == NodeType::None) {
            change.kind = ChangeKind::Added;
            return true;
        }
        if (before.dev != deviceOf(change.path)) {
            change.refused = Why("other_file_system");
        }
        if (before.type != after.type) {
            change.kind = ChangeKind::TypeChanged;
            if (before.type == NodeType::Special) {
                change.refused = Why("host_special_file");
            }
            return true;
        }
        const bool modeDiffers = (before.mode & 0777) != (after.mode & 0777);
        change.kind = ChangeKind::ModeChanged;
        if (after.type == NodeType::Directory) {
            return modeDiffers;
        }
        change.kind = ChangeKind::Changed;
        if (after.type == NodeType::Symlink) {
            return change.linkTarget != LG_TRY(readLinkBeneath(m_trees.project, change.path));
        }
        if (after.type == NodeType::Special) {
            return true;
        }
        if (content < 0 || before.size != after.size || after.size > kMaxFileApplied) {
            return true;
        }
        auto host = openFileBeneath(m_trees.project, change.path);
        auto same = host ? haveSameContent(content, host->get()) : Result<bool>(host.error());
        if (!same) {
            change.refused = Why("not_compared", {}, Why(same.error()));
            return true;
        }
        if (!*same) {
            return true;
        }
        change.kind = ChangeKind::ModeChanged;
        if (!modeDiffers && (after.mode & 06000 & ~before.mode) != 0) {
            change.refused = Why("setid_never");
            return true;
        }
        return modeDiffers;
    }

    void judge(Change& change, bool moved) {
        if (change.atHidden) {
            change.conflict = Why("was_hidden");
            if (change.before.type != NodeType::None) {
                change.refused = Why("hidden_never");
            }
            return;
        }
        if (change.before.type == NodeType::Directory &&
            change.after.type != NodeType::Directory && m_hidden.anyBelow(change.path)) {
            change.conflict = Why("hidden_below");
            if (change.after.type != NodeType::None) {
                change.refused = Why("hidden_below_never");
            }
            return;
        }
        if (change.before.type == NodeType::None) {
            return;
        }
        // Entries that come and go change a directory's ctime: only its removal is safe by itself.
        if (change.before.type == NodeType::Directory && change.after.type == NodeType::None) {
            return;
        }
        if (moved) {
            change.conflict = Why("moved_above");
        } else if (!isOwn(change.path, change.before)) {
            if (m_otherBoot || m_clockBack) {
                change.conflict = Why("not_proved");
            } else if (isNewer(change.before)) {
                change.conflict = Why("changed_on_host");
                change.newer = true;
            }
        }
    }

    Status deleted(const std::string& path, const Node& before, bool moved) {
        if (before.type == NodeType::Directory) {
            LG_TRY(below(path, moved));
        }
        Change change;
        change.path = path;
        change.kind = ChangeKind::Deleted;
        change.before = before;
        if (before.dev != deviceOf(path)) {
            change.refused = Why("other_file_system");
        } else if (before.type == NodeType::Special) {
            change.refused = Why("host_special_file");
        }
        judge(change, moved);
        return add(std::move(change));
    }

    // Everything of the host below a directory that the run removed, but never what is hidden.
    Status below(const std::string& top, bool moved) {
        std::vector<Pending> stack{{top, true, moved}};
        while (!stack.empty()) {
            const Pending at = std::move(stack.back());
            stack.pop_back();
            auto dir = openDirBeneath(m_trees.project, at.path);
            if (!dir) {
                LG_TRY(unreadable(at.path, dir.error()));
                continue;
            }
            const bool movedHere = at.moved || wasMoved(at.path, dir->get());
            auto entries = LG_TRY(listDirectory(dir->get()));
            for (const auto& entry : entries) {
                const std::string path = joined(at.path, entry.name);
                if (m_hidden.hides(path)) {
                    continue;
                }
                const auto s = sys::statAt(dir->get(), entry.name);
                if (!s) {
                    continue; // the host removed it meanwhile
                }
                const Node node = nodeOf(*s);
                if (node.type == NodeType::Directory && node.dev == deviceOf(path)) {
                    stack.push_back({path, true, movedHere});
                }
                Change change;
                change.path = path;
                change.kind = ChangeKind::Deleted;
                change.before = node;
                if (node.dev != deviceOf(path)) {
                    change.refused = Why("other_file_system");
                } else if (node.type == NodeType::Special) {
                    change.refused = Why("host_special_file");
                }
                judge(change, movedHere);
                LG_TRY(add(std::move(change)));
            }
        }
        return {};
    }

    // The host's entries that an opaque directory of the upper covers.
    Status shadowed(const std::vector<DirEntry>& kept, const std::string& path, bool moved) {
        auto dir = LG_TRY(openDirBeneath(m_trees.project, path));
        auto entries = LG_TRY(listDirectory(dir.get()));
        std::vector<std::string_view> names;
        for (const auto& entry : kept) {
            names.push_back(entry.name);
        }
        std::ranges::sort(names);
        for (const auto& entry : entries) {
            const std::string child = joined(path, entry.name);
            const auto s = sys::statAt(dir.get(), entry.name);
            if (s && !std::ranges::binary_search(names, std::string_view(entry.name)) &&
                !m_hidden.hides(child)) {
                LG_TRY(deleted(child, nodeOf(*s), moved));
            }
        }
        return {};
    }

    std::uint64_t deviceOf(const std::string& path) const {
        return m_trees.project.git >= 0 && path.starts_with(".git/") ? m_gitDevice : m_device;
    }
    // The file that leads to git's own directory, where that lies elsewhere.
    bool isPointer(const std::string& path) const { return m_trees.project.git >= 0 && path == ".git"; }
    bool isNewer(const Node& node) const {
        return std::pair(node.ctimeSec, node.ctimeNsec) >
               std::pair(m_manifest.startMarkSec, m_manifest.startMarkNsec);
    }
    bool isOwn(const std::string& path, const Node& node) const {
        const auto own = m_own.find(path);
        return own != m_own.end() && own->second.dev == node.dev && own->second.ino == node.ino &&
               own->second.ctimeSec == node.ctimeSec && own->second.ctimeNsec == node.ctimeNsec;
    }
    // Adding or removing an entry sets a directory's mtime and ctime alike; a rename or chmod of
    // the directory itself sets ctime only, and what lies below then need not be the run's base.
    bool wasMoved(const std::string& path, int dirFd) const {
        const auto s = sys::stat(dirFd);
        if (!s) {
            return true;
        }
        const Node node = nodeOf(*s);
        const bool entriesOnly = node.mtimeSec == node.ctimeSec && node.mtimeNsec == node.ctimeNsec;
        return isNewer(node) && !isOwn(path, node) && !entriesOnly;
    }

    static Change refusal(const std::string& path, Why why) {
        Change change;
        change.path = path;
        change.kind = ChangeKind::Changed;
        change.after.type = NodeType::Special;
        change.refused = std::move(why);
        return change;
    }
    Status unreadable(const std::string& path, const Error& error) {
        return path.empty() ? Status(error) : add(refusal(path, Why("unreadable", {}, Why(error))));
    }
    Status add(Change change) {
        if (m_out.changes.size() >= kMaxChanges) {
            return makeError(Code::Unsupported,
                             "the run changed more than " + std::to_string(kMaxChanges) + " paths");
        }
        if (isPointer(change.path)) {
            change.refused = Why("git_pointer");
        }
        m_out.changes.push_back(std::move(change));
        return {};
    }

    const Trees& m_trees;
    const RunManifest& m_manifest;
    HiddenSet m_hidden;
    std::unordered_map<std::string, OwnWrite> m_own;
    std::uint64_t m_device = 0;
    std::uint64_t m_gitDevice = 0;
    bool m_otherBoot = false;
    bool m_clockBack = false;
    ChangeList m_out;
};

} // namespace

const char* changeKindName(ChangeKind kind) {
    switch (kind) {
    case ChangeKind::Added: return "added";
    case ChangeKind::Changed: return "changed";
    case ChangeKind::Deleted: return "deleted";
    case ChangeKind::TypeChanged: return "type_changed";
    case ChangeKind::ModeChanged: return "mode_changed";
    case ChangeKind::Renamed: return "renamed";
    }
    return "changed";
}

Result<ChangeList> listChanges(const Trees& trees, const RunManifest& manifest,
                               const std::vector<OwnWrite>& ownWrites) {
    auto list = LG_TRY(Walker(trees, manifest, ownWrites).run());
    pairRenames(trees, list);
    return list;
}

} // namespace leadglass::workspace
