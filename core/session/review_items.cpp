#include "core/session/review_items.h"

#include <algorithm>
#include <map>

#include "core/workspace/apply.h"
#include "core/workspace/collect_direct.h"
#include "core/workspace/finish_run.h"
#include "core/workspace/journal.h"
#include "core/workspace/partial.h"

namespace leadglass::session {

using namespace workspace;

bool isTouched(const RunDir& dir, const Decisions& decisions) {
    return hasApplied(dir) || !decisions.empty();
}

bool isUndone(const RunDir& dir, const RunManifest& manifest) {
    if (manifest.mode != "direct" || shownState(manifest) != ShownState::Ended || snapshotWaits(dir) || hasApplied(dir)) {
        return false;
    }
    const auto sessions = listSessions(dir.fd.get());
    const auto upper = openDirBeneath(dir.fd.get(), "upper");
    const auto waits = upper ? listDirectory(upper->get()) : Result<std::vector<DirEntry>>(upper.error());
    return sessions && !sessions->empty() && waits && waits->empty();
}

api::RunInfo infoOf(const RunDir& dir, const RunManifest& m) {
    const ShownState state = shownState(m);
    const bool decided = state == ShownState::Applied && !hasApplied(dir) &&
                         !Decisions::read(dir.fd.get()).empty();
    return {m.id,        decided ? "decided" : isUndone(dir, m) ? "undone" : shownStateName(state), m.project,    m.profile, m.mode, m.command,
            m.startWall, m.endWall,                     m.exitStatus, {}};
}

api::ChangeItem itemOf(const Change& c, bool decided) {
    return {c.path,        changeKindName(c.kind), nodeTypeName(c.before.type),
            nodeTypeName(c.after.type), c.before.mode, c.after.mode, c.after.size, c.linkTarget,
            c.renamedFrom, c.renamedTo,            c.conflict, decided, c.refused, c.risks, c.history, c.runs, false, whyWhole(c), {}, versionOf(c.before)};
}

std::string versionOf(const FrozenEntry& entry) {
    return std::string(nodeTypeName(entry.type)) + " " + std::to_string(entry.mode) + " " + entry.digest;
}

std::string versionOf(const Node& node) {
    std::string out = nodeTypeName(node.type);
    for (const auto number : {std::uint64_t{node.mode}, node.dev, node.ino, node.size, static_cast<std::uint64_t>(node.mtimeSec),
                              static_cast<std::uint64_t>(node.mtimeNsec), static_cast<std::uint64_t>(node.ctimeSec),
                              static_cast<std::uint64_t>(node.ctimeNsec)}) {
        out += " " + std::to_string(number);
    }
    return out;
}

api::CommitItem commitOf(const Commit& c, const HeldCommits& held) {
    api::CommitItem item{c.id, c.author, c.subject, c.time, c.ref, {}, c.changed.more, c.changed.known};
    const auto files = held.find(c.id);
    std::map<std::string, Why> risks;
    for (std::size_t i = 0; files != held.end() && i < files->second.size(); ++i) {
        risks.emplace(files->second[i].path, files->second[i].why);
    }
    std::vector<api::CommitFileItem> others;
    for (const auto& file : c.changed.files) {
        const auto risk = risks.find(file.path);
        auto& list = risk == risks.end() ? others : item.files;
        list.push_back({file.path, file.kind, risk == risks.end() ? Why() : risk->second});
        if (risk != risks.end()) {
            risks.erase(risk);
        }
    }
    for (const auto& [path, why] : risks) { // beyond those that are named
        item.files.push_back({path, "changed", why});
        item.moreFiles -= std::min(item.moreFiles, std::uint64_t{1});
    }
    item.files.insert(item.files.end(), others.begin(), others.end());
    return item;
}

api::RefItem refOf(const RefChange& ref) {
    api::RefItem item{ref.name, ref.before, ref.after, ref.path, {}, ref.moreDropped};
    for (const auto& commit : ref.dropped) {
        item.dropped.push_back(commitOf(commit));
    }
    return item;
}

std::vector<api::RefItem> movedRefs(const std::vector<RefChange>& refs, const std::vector<std::string>& applied) {
    std::vector<api::RefItem> out;
    for (const auto& ref : refs) {
        if (!ref.dropped.empty() && std::ranges::find(applied, ref.path) != applied.end()) {
            out.push_back(refOf(ref));
        }
    }
    return out;
}

} // namespace leadglass::session
