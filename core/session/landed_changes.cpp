#include "core/session/landed_changes.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/workspace/git_paths.h"

namespace leadglass::session {
namespace {

using namespace workspace;

constexpr std::uint32_t kPermissions = 0777;

const char* kindOf(const Op& op) {
    switch (op.kind) {
    case Op::Kind::Remove:
    case Op::Kind::RemoveDir: return "deleted";
    case Op::Kind::Chmod: return "mode_changed";
    case Op::Kind::MakeDir: return "added";
    case Op::Kind::Put: break;
    }
    return op.before.type == NodeType::None ? "added" : op.before.type == op.afterType ? "changed" : "type_changed";
}

// A type change is a removal and a making of one path.
void addTo(std::map<std::string, api::ChangeItem>& items, const Op& op) {
    const auto found = items.find(op.path);
    if (found != items.end()) {
        const bool removed = found->second.kind == std::string("deleted");
        api::ChangeItem& item = found->second;
        if (removed && op.afterType != NodeType::None) {
            item.kind = "type_changed";
            item.typeAfter = nodeTypeName(op.afterType);
            item.modeAfter = op.afterMode;
            return;
        }
    }
    api::ChangeItem item;
    item.path = op.path;
    item.kind = kindOf(op);
    item.typeBefore = nodeTypeName(op.before.type);
    item.typeAfter = nodeTypeName(op.afterType);
    item.modeBefore = op.before.mode & kPermissions;
    item.modeAfter = op.afterMode;
    item.history = op.path == ".git" || op.path.starts_with(".git/");
    item.applied = true;
    items[op.path] = std::move(item);
}

} // namespace

Result<std::vector<api::ChangeItem>> landedChanges(const RunDir& run, int projectFd) {
    std::map<std::string, api::ChangeItem> items;
    for (const auto& session : LG_TRY(listSessions(run.fd.get()))) {
        if (!session.planned || !session.done || session.undone) {
            continue;
        }
        const auto ops = LG_TRY(readPlan(session));
        auto done = LG_TRY(readDone(session));
        std::ranges::sort(done);
        for (const std::size_t index : done) {
            if (index < ops.size()) {
                addTo(items, ops[index]);
            }
        }
    }
    std::vector<api::ChangeItem> out;
    for (auto& [path, item] : items) {
        if (const auto now = lookAt(projectFd, path)) {
            item.size = now->type == NodeType::File ? now->size : 0;
            if (now->type == NodeType::Symlink) {
                const auto target = readLinkBeneath(projectFd, path);
                item.linkTarget = target ? *target : std::string();
            }
        }
        out.push_back(std::move(item));
    }
    return out;
}

Result<History> landedHistory(const RunDir& run, Root project) {
    const auto sessions = LG_TRY(listSessions(run.fd.get()));
    std::vector<LandedGit> landed;
    std::set<std::string> seen;
    for (const auto& session : sessions) { // the oldest has what was there before the run
        if (!session.planned || !session.done || session.undone) {
            continue;
        }
        const auto ops = LG_TRY(readPlan(session));
        for (const std::size_t index : LG_TRY(readDone(session))) {
            if (index >= ops.size() || !ops[index].path.starts_with(".git/") ||
                (ops[index].kind != Op::Kind::Put && ops[index].kind != Op::Kind::Remove)) {
                continue;
            }
            const Op& op = ops[index];
            const bool there = op.kind == Op::Kind::Put;
            const bool object = gitPart(op.path) == GitPart::Object;
            const auto now = object ? Result<Node>(Node()) : lookAt(project, op.path);
            const auto digest = there && !object ? contentDigest(project, op.path, NodeType::File) : Result<std::string>(op.afterDigest);
            const bool moved = !object && (!now || (now->type != NodeType::None) != there || !digest || *digest != op.afterDigest);
            if (!seen.insert(op.path).second) {
                continue;
            }
            landed.push_back({op.path, op.before.type == NodeType::File ? Root(session.fd.get()) : Root(), keptName(index), there, moved});
        }
    }
    return readLanded(landed, project);
}

Result<std::optional<KeptVersion>> keptVersion(const RunDir& run, const std::string& path) {
    auto sessions = LG_TRY(listSessions(run.fd.get()));
    for (auto& session : sessions) { // the oldest has what was there before the run
        if (!session.planned || !session.done || session.undone) {
            continue;
        }
        const auto ops = LG_TRY(readPlan(session));
        for (const std::size_t index : LG_TRY(readDone(session))) {
            if (index < ops.size() && ops[index].path == path) {
                KeptVersion kept;
                kept.type = ops[index].before.type;
                kept.name = keptName(index);
                kept.target = ops[index].beforeTarget;
                kept.directory = std::move(session.fd);
                return std::optional(std::move(kept));
            }
        }
    }
    return std::optional<KeptVersion>();
}

} // namespace leadglass::session
