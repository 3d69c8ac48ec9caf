#include "app/review/change_groups.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace leadglass::app {
namespace {

using Kind = ChangeGroup::Kind;

std::string folderOf(const std::string& path) {
    const auto slash = path.rfind('/');
    return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

// What any Python leaves beside what it runs, and no person reads.
bool isByteCode(const api::ChangeItem& c) {
    return c.path.ends_with(".pyc") && ("/" + c.path).find("/__pycache__/") != std::string::npos && c.kind == "added" && c.risks.size() == 1 &&
           c.conflict.empty();
}

Kind kindOf(const api::ChangeItem& c, const api::ChangeItem* half) {
    const auto either = [&](auto is) { return is(c) || (half != nullptr && is(*half)); };
    if (either([](const auto& each) { return !each.refused.empty(); })) {
        return Kind::Refused;
    }
    if (c.decided) {
        return Kind::Decided;
    }
    if (either([](const auto& each) { return !each.risks.empty(); })) {
        return isByteCode(c) ? Kind::ByteCode : Kind::Risky;
    }
    if (either([](const auto& each) { return !each.conflict.empty(); })) {
        return Kind::Conflict;
    }
    return c.history ? Kind::History : c.kind == "deleted" ? Kind::Deleted : Kind::Folder;
}

std::unordered_set<std::string> foldersWithChanges(const std::vector<api::ChangeItem>& changes) {
    std::unordered_set<std::string> out;
    for (const auto& c : changes) {
        for (auto up = folderOf(c.path); !up.empty() && out.insert(up).second;) {
            up = folderOf(up);
        }
    }
    return out;
}

} // namespace

bool isOrdinary(const api::ChangeItem& c) { return c.risks.empty() && c.conflict.empty() && c.refused.empty() && !c.decided; }

std::vector<ChangeGroup> groupsOf(const api::Review& review) {
    std::map<Kind, std::vector<ChangeEntry>> single;
    std::map<std::string, std::vector<ChangeEntry>> folders;
    std::unordered_map<std::string_view, std::size_t> byPath;
    for (std::size_t i = 0; i < review.changes.size(); ++i) {
        byPath[review.changes[i].path] = i;
    }
    const auto inside = foldersWithChanges(review.changes);
    for (std::size_t i = 0; i < review.changes.size(); ++i) {
        const auto& c = review.changes[i];
        const bool comesWith = c.kind == "added" && c.typeAfter == "directory" && isOrdinary(c) && inside.contains(c.path);
        const auto other = byPath.find(c.renamedTo);
        if (comesWith || (!c.renamedTo.empty() && other != byPath.end() && review.changes[other->second].renamedFrom == c.path)) {
            continue;
        }
        const auto from = c.renamedFrom.empty() ? byPath.end() : byPath.find(c.renamedFrom);
        const bool whole = from != byPath.end() && review.changes[from->second].renamedTo == c.path;
        const ChangeEntry entry{ChangeEntry::Kind::Change, i, whole ? from->second : ChangeEntry::kNone};
        const Kind kind = kindOf(c, whole ? &review.changes[from->second] : nullptr);
        (kind == Kind::Folder ? folders[folderOf(c.path)] : single[kind]).push_back(entry);
    }
    const auto all = [&](Kind kind, ChangeEntry::Kind each, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            single[kind].push_back({each, i, ChangeEntry::kNone});
        }
    };
    all(Kind::Commits, ChangeEntry::Kind::Commit, review.commits.size());
    all(Kind::Refs, ChangeEntry::Kind::Ref, review.refs.size());
    all(Kind::Staged, ChangeEntry::Kind::Staged, review.staged.size());
    all(Kind::Landed, ChangeEntry::Kind::Landed, review.landed.size());

    std::vector<ChangeGroup> out;
    const auto add = [&](Kind kind) {
        if (const auto found = single.find(kind); found != single.end()) {
            out.push_back({kind, {}, std::move(found->second)});
        }
    };
    std::ranges::for_each(std::array{Kind::Risky, Kind::Conflict, Kind::Deleted}, add);
    for (auto& [folder, entries] : folders) {
        out.push_back({Kind::Folder, folder, std::move(entries)});
    }
    std::ranges::for_each(std::array{Kind::Commits, Kind::Refs, Kind::Staged, Kind::History, Kind::ByteCode, Kind::Refused, Kind::Decided, Kind::Landed}, add);
    return out;
}

int entriesOf(const api::Review& review, const std::vector<std::string>& paths) {
    const std::unordered_set<std::string_view> wanted(paths.begin(), paths.end());
    int out = 0;
    for (const auto& group : groupsOf(review)) {
        for (const auto& entry : group.entries) {
            const bool is = entry.kind == ChangeEntry::Kind::Change || entry.kind == ChangeEntry::Kind::Landed;
            const auto& list = entry.kind == ChangeEntry::Kind::Change ? review.changes : review.landed;
            out += is && wanted.contains(list[entry.index].path) ? 1 : 0;
        }
    }
    return out;
}

} // namespace leadglass::app
