#include "core/workspace/plan_apply.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "core/workspace/git_together.h"
#include "core/workspace/host_steps.h"
#include "core/workspace/op_order.h"
#include "core/workspace/partial.h"
#include "core/workspace/put.h"

namespace leadglass::workspace {
namespace {

using Names = std::unordered_set<std::string>;

// Why a change is not what was reviewed; empty: it is.
Why notAsReviewed(const Change& change, const FrozenEntry* reviewed) {
    if (reviewed == nullptr) {
        return Why("left_unreviewed");
    }
    if (reviewed->type != change.after.type || reviewed->mode != change.after.mode) {
        return Why("left_changed");
    }
    // A run that goes on could show one content to what judges it and another to what writes it.
    if (!change.judged.empty() && change.judged != reviewed->digest) {
        return Why("changed_while_judged_again");
    }
    return {};
}

// Keeps the host's version of what `op` replaces or removes.
Status keep(const ApplyPlace& place, const Session& session, std::size_t index, Op& op) {
    if (op.kind != Op::Kind::Put && op.kind != Op::Kind::Remove) {
        return {};
    }
    if (op.before.type == NodeType::File) {
        auto digest = keepCopy(place.trees.project, op.path, session.fd.get(), keptName(index));
        if (!digest) {
            return makeError(digest.error().code, "the host's version cannot be kept for undo: " +
                                                      digest.error().text());
        }
        op.beforeDigest = std::move(digest).value();
    } else if (op.before.type == NodeType::Symlink) {
        op.beforeTarget = LG_TRY(readLinkBeneath(place.trees.project, op.path));
        op.beforeDigest = contentName(op.beforeTarget);
    }
    return {};
}

} // namespace

Result<std::vector<Op>> planApply(const ApplyPlace& place, const std::vector<Change>& chosen,
                                  const Frozen& frozen, const HunksByPath& hunks, const Session& session,
                                  ApplyReport& report) {
    const auto reviewedOf = [&](const Change& change) {
        const auto found = frozen.find(change.path);
        return found == frozen.end() ? nullptr : &found->second;
    };
    const GitTogether together = findTogether(place.trees, {chosen, {}});
    const bool apart = std::ranges::any_of(chosen, [&](const Change& change) {
        return together.parts.contains(change.path) && !notAsReviewed(change, reviewedOf(change)).empty();
    });
    OpOrder order(chosen);
    Names oldNames;  // of what is not written
    Names unwritten; // digests of it
    std::unordered_map<std::string, std::tuple<std::string, bool, PartNames>> built; // name, whether it stays in conflict, and its hunks
    for (const auto& change : chosen) {
        const FrozenEntry* reviewed = reviewedOf(change);
        Why why = notAsReviewed(change, reviewed);
        if (apart && why.empty() && (together.parts.contains(change.path) || together.logs.contains(change.path))) {
            why = Why("left_head");
        }
        const auto part = hunks.find(change.path);
        auto made = why.empty() && part != hunks.end()
                        ? buildPart(place.trees, change, *reviewed, part->second, session, built.size())
                        : Result<std::optional<Built>>(std::nullopt);
        if (!made) {
            why = Why(made.error());
        }
        if (!why.empty()) {
            report.left.push_back({change.path, std::move(why)});
            oldNames.insert(change.renamedFrom);
            if (reviewed != nullptr) {
                unwritten.insert(reviewed->digest);
            }
            continue;
        }
        if (*made) {
            Change inPart = change;
            inPart.after.mode = change.before.mode;
            order.add(inPart, (*made)->digest);
            built[change.path] = {(*made)->name, !change.conflict.empty(), (*made)->names};
            unwritten.insert(reviewed->digest);
            continue;
        }
        order.add(change, reviewed->digest);
    }
    std::vector<Op> ops;
    for (auto& [op, onlyRemoves] : order.steps()) {
        if (const auto found = built.find(op.path); found != built.end()) {
            std::tie(op.built, op.open, op.part) = found->second;
        }
        Status kept = keep(place, session, ops.size(), op);
        if (kept && onlyRemoves &&
            (oldNames.contains(op.path) || unwritten.contains(op.beforeDigest))) {
            kept = makeError(Code::Conflict, kNewNameUnwritten);
        }
        if (kept) {
            ops.push_back(std::move(op));
            continue;
        }
        report.left.push_back({op.path, Why(kept.error())});
        unwritten.insert(op.afterDigest);
    }
    return ops;
}

} // namespace leadglass::workspace
