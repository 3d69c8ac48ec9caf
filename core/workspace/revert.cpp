// The undo half of executor.h.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <unordered_set>

#include "core/base/escape.h"
#include "core/workspace/executor.h"
#include "core/workspace/git_index_file.h"
#include "core/workspace/git_paths.h"
#include "core/workspace/host_steps.h"
#include "core/workspace/names.h"
#include "core/workspace/op_state.h"
#include "core/workspace/staged_batch.h"

namespace leadglass::workspace {
namespace {

GitPart partOf(const ApplyPlace& place, const Op& op) {
    return gitPart(asOrdinary(op.path, place.trees.worktree));
}

// What was committed, tagged or stashed since may name them, and nobody but git can tell: unused ones cost room only.
bool isAddedObject(const ApplyPlace& place, const Op& op) {
    return op.before.type == NodeType::None && partOf(place, op) == GitPart::Object;
}

// Any `git status` writes the index anew, with the same entries.
bool isRefreshedIndex(const ApplyPlace& place, const Op& op) {
    if (op.kind != Op::Kind::Put || op.afterType != NodeType::File || partOf(place, op) != GitPart::Index) {
        return false;
    }
    const auto applied = contentDigest(place.trees.upper, op.path, NodeType::File);
    if (!applied || *applied != op.afterDigest) {
        return false;
    }
    const auto then = readGitIndex(place.trees.upper, op.path);
    const auto now = readGitIndex(place.trees.project, op.path);
    return then && now && then->entries == now->entries;
}

class Revert {
public:
    Revert(const ApplyPlace& place, const Session& session, const std::vector<Op>& ops)
        : m_place(place), m_session(session), m_ops(ops), m_partners(ops),
          m_batch(place, [this](std::size_t index, Status status) { note(index, std::move(status)); }) {}

    Executed all(const std::vector<std::size_t>& done) {
        for (auto at = done.rbegin(); at != done.rend(); ++at) {
            if (*at < m_ops.size()) {
                one(*at);
            }
        }
        m_batch.flush();
        for (const std::size_t index : done) {
            if (index < m_ops.size() && m_ops[index].kind == Op::Kind::RemoveDir) {
                finishMode(m_ops[index]);
            }
        }
        return std::move(m_out);
    }

private:
    void one(std::size_t index) {
        const Op& op = m_ops[index];
        const bool file = op.kind == Op::Kind::Put || op.kind == Op::Kind::Remove;
        if (!file) {
            m_batch.flush(); // what is pending may lie in this directory, or be its other half
        }
        if (isAddedObject(m_place, op)) {
            return note(index, Status());
        }
        auto now = seenAfter(m_place, op);
        if (!now && isRefreshedIndex(m_place, op)) {
            if (auto seen = lookAt(m_place.trees.project, op.path)) {
                now = *seen;
            }
        }
        if (!now) {
            note(index, alreadyBack(index) ? Status()
                                           : makeError(Code::Conflict, "changed since it was applied"));
        } else if (!file) {
            note(index, directoryOrMode(op));
        } else if (op.before.type == NodeType::None) {
            if (m_written.contains(op.afterDigest)) {
                m_batch.flush(); // is its old name there again?
                m_written.clear();
            }
            if (m_unwritten.contains(op.afterDigest)) {
                return note(index, makeError(Code::Conflict, kNewNameUnwritten));
            }
            m_batch.remove(index, op.path, *now);
        } else {
            if (op.kind == Op::Kind::Remove) { // these come first, so one flush sees to all
                m_written.insert(op.beforeDigest);
            }
            m_batch.put(index, op.path,
                        {m_session.fd.get(), keptName(index), op.before.type, op.before.mode,
                         op.beforeDigest, op.beforeTarget},
                        *now);
        }
    }
    // Owner's bits stay on until everything inside is written; and an undo that a crash ended may have made the directory
    // and not given it its mode. What somebody else gave it stays.
    void finishMode(const Op& op) {
        const auto now = lookAt(m_place.trees.project, op.path);
        const std::uint32_t wanted = op.before.mode & 0777U;
        if (!now || now->type != NodeType::Directory || (now->mode & 0777U) == wanted) {
            return;
        }
        if ((now->mode & 0777U) == S_IRWXU || (now->mode & 0777U) == (wanted | S_IRWXU)) {
            (void)chmodBeneath(m_place, op.path, op.before.mode, nullptr);
        }
    }
    // Did an undo that a crash ended get this far?
    bool alreadyBack(std::size_t index) const {
        const Op& op = m_ops[index];
        if (isBefore(m_place, op)) {
            return true;
        }
        const Op* partner = op.before.type == NodeType::None ? m_partners.of(index) : nullptr;
        return partner != nullptr && isBefore(m_place, *partner);
    }
    Status directoryOrMode(const Op& op) {
        if (op.kind == Op::Kind::Chmod) {
            return chmodBeneath(m_place, op.path, op.before.mode, nullptr);
        }
        if (op.kind == Op::Kind::RemoveDir) {
            return makeDirNow(m_place, op.path, op.before.mode);
        }
        auto dir = LG_TRY(parentDir(m_place, op.path));
        if (::unlinkat(dir.get(), baseOf(op.path).c_str(), AT_REMOVEDIR) != 0) {
            return errno == ENOTEMPTY
                       ? makeError(Code::Conflict, "directory is not empty any more")
                       : ioError("cannot remove directory '" + forScreen(op.path) + "'", errno);
        }
        return {};
    }
    void note(std::size_t index, Status status) {
        if (status) {
            m_out.done.push_back(index);
        } else {
            m_out.left.push_back({m_ops[index].path, Why(status.error())});
            m_unwritten.insert(m_ops[index].beforeDigest);
        }
    }

    const ApplyPlace& m_place;
    const Session& m_session;
    const std::vector<Op>& m_ops;
    Partners m_partners;
    StagedBatch m_batch;
    std::unordered_set<std::string> m_written;   // digests; perhaps not yet
    std::unordered_set<std::string> m_unwritten; // those that could not be
    Executed m_out;
};

} // namespace

Executed revertPlan(const ApplyPlace& place, const Session& session, const std::vector<Op>& ops,
                    const std::vector<std::size_t>& done) {
    return Revert(place, session, ops).all(done);
}

} // namespace leadglass::workspace
