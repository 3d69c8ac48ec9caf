#include "core/workspace/executor.h"

#include <sys/stat.h>

#include <unordered_set>

#include "core/workspace/host_steps.h"
#include "core/workspace/op_state.h"
#include "core/workspace/staged_batch.h"

namespace leadglass::workspace {
namespace {

class Run {
public:
    Run(const ApplyPlace& place, const Session& session, const std::vector<Op>& ops, Start start)
        : m_place(place), m_session(session), m_ops(ops), m_partners(ops), m_start(start),
          m_batch(place, [this](std::size_t index, Status status) { note(index, std::move(status)); }) {}

    Executed all() {
        for (std::size_t i = 0; i < m_ops.size(); ++i) {
            const Op& op = m_ops[i];
            if (m_start == Start::Resumed && wasDone(i)) {
                m_out.done.push_back(i);
                continue;
            }
            if (op.kind == Op::Kind::Put) {
                m_batch.put(i, op.path,
                            {op.built.empty() ? m_place.trees.upper : Root(m_session.fd.get()),
                             op.built.empty() ? op.path : op.built, op.afterType, op.afterMode,
                             op.afterDigest, {}},
                            op.before);
                continue;
            }
            m_batch.flush();
            if (op.kind == Op::Kind::Remove && m_unwritten.contains(op.beforeDigest)) {
                note(i, makeError(Code::Conflict, kNewNameUnwritten));
                continue;
            }
            note(i, other(op));
        }
        m_batch.flush();
        finishModes();
        return std::move(m_out);
    }

private:
    bool wasDone(std::size_t index) const {
        const Op& op = m_ops[index];
        if (seenAfter(m_place, op)) {
            return true;
        }
        if (op.kind != Op::Kind::Remove && op.kind != Op::Kind::RemoveDir) {
            return false;
        }
        const Op* maker = m_partners.of(index);
        return maker != nullptr && seenAfter(m_place, *maker);
    }
    Status other(const Op& op) {
        switch (op.kind) {
        case Op::Kind::Remove:
        case Op::Kind::RemoveDir: return removeNow(m_place, op);
        case Op::Kind::MakeDir: return makeDirNow(m_place, op.path, op.afterMode);
        default: return chmodBeneath(m_place, op.path, op.afterMode, &op.before);
        }
    }
    // Owner's bits stay on until everything inside is written.
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
            m_out.left.push_back({m_ops[index].path, Why(status.error())});
            if (m_ops[index].kind == Op::Kind::Put) {
                m_unwritten.insert(m_ops[index].afterDigest);
            }
        }
    }

    const ApplyPlace& m_place;
    const Session& m_session;
    const std::vector<Op>& m_ops;
    Partners m_partners;
    Start m_start;
    StagedBatch m_batch;
    std::unordered_set<std::string> m_unwritten; // digests
    Executed m_out;
};

} // namespace

Executed executePlan(const ApplyPlace& place, const Session& session, const std::vector<Op>& ops, Start start) {
    return Run(place, session, ops, start).all();
}

} // namespace leadglass::workspace
