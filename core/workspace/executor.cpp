#include "core/workspace/executor.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/workspace/names.h"
#include "core/workspace/put.h"

namespace leadglass::workspace {
namespace {

constexpr std::size_t kBatch = 64; // files staged between two syncs
const char* const kHostChanged = "the host changed it meanwhile";

Result<UniqueFd> parentDir(const ApplyPlace& place, const std::string& path) {
    return openDirBeneath(place.trees.projectFd, parentOf(path));
}

Status chmodBeneath(const ApplyPlace& place, const std::string& path, std::uint32_t mode,
                    const Node* expected) {
    auto fd = LG_TRY(sys::openBeneath(place.trees.projectFd, path, O_PATH | O_NOFOLLOW, 0,
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

// Owner's bits stay on until everything inside is written; finishModes() takes them off.
Status makeDirNow(const ApplyPlace& place, const std::string& path, std::uint32_t mode) {
    auto dir = LG_TRY(parentDir(place, path));
    if (::mkdirat(dir.get(), baseOf(path).c_str(), 0700) != 0) {
        return errno == EEXIST ? makeError(Code::Conflict, "the host has made it meanwhile")
                               : ioError("cannot make directory '" + forScreen(path) + "'", errno);
    }
    return chmodBeneath(place, path, (mode & 0777) | S_IRWXU, nullptr);
}

bool isAfter(const ApplyPlace& place, const Op& op) {
    const auto now = lookAt(place.trees.projectFd, op.path);
    if (!now) {
        return false;
    }
    switch (op.kind) {
    case Op::Kind::Remove:
    case Op::Kind::RemoveDir: return now->type == NodeType::None;
    case Op::Kind::MakeDir: return now->type == NodeType::Directory;
    case Op::Kind::Chmod: return now->type == op.afterType && (now->mode & 0777) == op.afterMode;
    case Op::Kind::Put: break;
    }
    if (now->type != op.afterType ||
        (now->type == NodeType::File && (now->mode & 0777) != op.afterMode)) {
        return false;
    }
    const auto digest = contentDigest(place.trees.projectFd, op.path, now->type);
    return digest && *digest == op.afterDigest;
}

// A type change is two operations on one path: what it was is removed, what it becomes is made.
const Op* partnerOf(const std::vector<Op>& ops, std::size_t index) {
    const bool first = ops[index].kind == Op::Kind::Remove || ops[index].kind == Op::Kind::RemoveDir;
    for (const auto& op : ops) {
        const bool removes = op.kind == Op::Kind::Remove || op.kind == Op::Kind::RemoveDir;
        if (removes != first && op.path == ops[index].path) {
            return &op;
        }
    }
    return nullptr;
}

struct Staged {
    std::size_t index = 0;
    UniqueFd dir;
};

class Run {
public:
    Run(const ApplyPlace& place, const std::vector<Op>& ops, Start start)
        : m_place(place), m_ops(ops), m_start(start) {}

    Executed all() {
        for (std::size_t i = 0; i < m_ops.size(); ++i) {
            const Op& op = m_ops[i];
            if (m_start == Start::Resumed && wasDone(i)) {
                m_out.done.push_back(i);
                continue;
            }
            if (op.kind == Op::Kind::Put) {
                put(i);
                continue;
            }
            flush();
            note(i, other(op));
        }
        flush();
        finishModes();
        return std::move(m_out);
    }

private:
    bool wasDone(std::size_t index) const {
        const Op& op = m_ops[index];
        if (isAfter(m_place, op)) {
            return true;
        }
        if (op.kind != Op::Kind::Remove && op.kind != Op::Kind::RemoveDir) {
            return false;
        }
        const Op* maker = partnerOf(m_ops, index);
        return maker != nullptr && isAfter(m_place, *maker);
    }
    Status other(const Op& op) {
        switch (op.kind) {
        case Op::Kind::Remove:
        case Op::Kind::RemoveDir: return removeNow(m_place, op);
        case Op::Kind::MakeDir: return makeDirNow(m_place, op.path, op.afterMode);
        default: return chmodBeneath(m_place, op.path, op.afterMode, &op.before);
        }
    }
    void put(std::size_t index) {
        const Op& op = m_ops[index];
        auto dir = parentDir(m_place, op.path);
        if (!dir) {
            return note(index, std::move(dir).error());
        }
        const PutSource source{m_place.trees.upperFd, op.path,        op.afterType,
                               op.afterMode,          op.afterDigest, {}};
        Status staged = stage(source, dir->get(), temporaryName(m_place.run.id, index), false);
        if (!staged) {
            return note(index, std::move(staged));
        }
        m_staged.push_back({index, std::move(dir).value()});
        if (m_staged.size() >= kBatch) {
            flush();
        }
    }
    void flush() {
        if (m_staged.empty()) {
            return;
        }
        // One syncfs for a batch is the fsync of each: content before name.
        const bool synced = ::syncfs(m_place.trees.projectFd) == 0;
        const int why = errno;
        for (auto& item : m_staged) {
            const Op& op = m_ops[item.index];
            const std::string temporary = temporaryName(m_place.run.id, item.index);
            if (!synced) {
                ::unlinkat(item.dir.get(), temporary.c_str(), 0);
                note(item.index, ioError("cannot sync the project", why));
                continue;
            }
            note(item.index,
                 commitStaged(item.dir.get(), temporary, baseOf(op.path), op.before));
        }
        m_staged.clear();
    }
    void finishModes() {
        for (auto at = m_out.done.rbegin(); at != m_out.done.rend(); ++at) {
            const Op& op = m_ops[*at];
            if (op.kind == Op::Kind::MakeDir &&
                (m_start == Start::Resumed || (op.afterMode & S_IRWXU) != S_IRWXU)) {
                (void)chmodBeneath(m_place, op.path, op.afterMode, nullptr);
            }
        }
    }
    void note(std::size_t index, Status status) {
        if (status) {
            m_out.done.push_back(index);
        } else {
            m_out.left.push_back({m_ops[index].path, status.error().text()});
        }
    }

    const ApplyPlace& m_place;
    const std::vector<Op>& m_ops;
    Start m_start;
    std::vector<Staged> m_staged;
    Executed m_out;
};

// Is the project at this path as it was before the operation? Content decides, not identity.
bool isBefore(const ApplyPlace& place, const Op& op) {
    const auto now = lookAt(place.trees.projectFd, op.path);
    if (!now || now->type != op.before.type) {
        return false;
    }
    if (now->type == NodeType::None || op.kind == Op::Kind::RemoveDir) {
        return true;
    }
    if (now->type != NodeType::Symlink && (now->mode & 0777) != (op.before.mode & 0777)) {
        return false;
    }
    if (op.kind == Op::Kind::Chmod) {
        return true;
    }
    const auto digest = contentDigest(place.trees.projectFd, op.path, now->type);
    return digest && *digest == op.beforeDigest;
}

Status revertOne(const ApplyPlace& place, const Session& session, const std::vector<Op>& ops,
                 std::size_t index) {
    const Op& op = ops[index];
    if (!isAfter(place, op)) {
        if (isBefore(place, op)) {
            return {}; // an undo that a crash ended got this far
        }
        const Op* partner = op.before.type == NodeType::None ? partnerOf(ops, index) : nullptr;
        return partner != nullptr && isBefore(place, *partner)
                   ? Status()
                   : Status(makeError(Code::Conflict, "changed since it was applied"));
    }
    auto dir = LG_TRY(parentDir(place, op.path));
    const std::string name = baseOf(op.path);
    if (op.kind == Op::Kind::Chmod) {
        return chmodBeneath(place, op.path, op.before.mode, nullptr);
    }
    if (op.kind == Op::Kind::MakeDir) {
        if (::unlinkat(dir.get(), name.c_str(), AT_REMOVEDIR) != 0) {
            return errno == ENOTEMPTY
                       ? makeError(Code::Conflict, "directory is not empty any more")
                       : ioError("cannot remove directory '" + forScreen(op.path) + "'", errno);
        }
        return {};
    }
    if (op.kind == Op::Kind::RemoveDir) {
        return makeDirNow(place, op.path, op.before.mode);
    }
    const auto s = sys::statAt(dir.get(), name);
    const Node now = s ? nodeOf(*s) : Node{};
    if (op.before.type == NodeType::None) {
        if (::unlinkat(dir.get(), name.c_str(), 0) != 0) {
            return ioError("cannot remove '" + forScreen(op.path) + "'", errno);
        }
        return {};
    }
    const PutSource source{session.fd.get(), keptName(index),  op.before.type,
                           op.before.mode,   op.beforeDigest, op.beforeTarget};
    const std::string temporary = temporaryName(place.run.id, index);
    LG_TRY(stage(source, dir.get(), temporary, true));
    return commitStaged(dir.get(), temporary, name, now);
}

} // namespace

Executed executePlan(const ApplyPlace& place, const std::vector<Op>& ops, Start start) {
    return Run(place, ops, start).all();
}

Executed revertPlan(const ApplyPlace& place, const Session& session, const std::vector<Op>& ops,
                    const std::vector<std::size_t>& done) {
    Executed out;
    for (auto at = done.rbegin(); at != done.rend(); ++at) {
        if (*at >= ops.size()) {
            continue;
        }
        Status status = revertOne(place, session, ops, *at);
        if (status) {
            out.done.push_back(*at);
        } else {
            out.left.push_back({ops[*at].path, status.error().text()});
        }
    }
    for (const std::size_t index : done) {
        if (index < ops.size() && ops[index].kind == Op::Kind::RemoveDir &&
            (ops[index].before.mode & S_IRWXU) != S_IRWXU) {
            (void)chmodBeneath(place, ops[index].path, ops[index].before.mode, nullptr);
        }
    }
    return out;
}

} // namespace leadglass::workspace
