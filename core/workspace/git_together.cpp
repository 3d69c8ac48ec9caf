#include "core/workspace/git_together.h"

#include <algorithm>

#include "core/workspace/git_paths.h"
#include "core/workspace/git_refs.h"

namespace leadglass::workspace {
namespace {

constexpr const char* kPacked = ".git/packed-refs";

// Does packed-refs say something else of `branch`, which has no file of its own on the host?
bool movesPacked(const Trees& trees, const std::string& branch) {
    const auto own = lookAt(trees.project, ".git/" + branch);
    if (!own || own->type != NodeType::None) {
        return false;
    }
    const Refs before = packedRefs(trees.project);
    const Refs after = packedRefsOfRun(trees);
    const auto was = before.find(branch);
    const auto is = after.find(branch);
    return (was == before.end()) != (is == after.end()) || (was != before.end() && was->second != is->second);
}

} // namespace

GitTogether findTogether(const Trees& trees, const ChangeList& list) {
    GitTogether out;
    std::set<std::string> branches;
    for (const bool ofRun : {false, true}) {
        for (auto& name : branchesOf(trees, trees.worktree.empty() ? ".git" : trees.worktree, ofRun)) {
            branches.insert(std::move(name));
        }
    }
    for (const auto& change : list.changes) {
        const std::string path = asOrdinary(change.path, trees.worktree);
        const bool ref = path == ".git/HEAD" || path == ".git/index" || (path.starts_with(".git/") && branches.contains(path.substr(5)));
        if (ref || (path == kPacked && std::ranges::any_of(branches, [&](const auto& one) { return movesPacked(trees, one); }))) {
            out.parts.insert(change.path);
        } else if (path == ".git/logs/HEAD" || (path.starts_with(".git/logs/") && branches.contains(path.substr(10)))) {
            out.logs.insert(change.path);
        }
    }
    return out;
}

void markTogether(const Trees& trees, ChangeList& list) {
    const GitTogether together = findTogether(trees, list);
    const Change* conflict = nullptr;
    const Change* refused = nullptr;
    const Change* risky = nullptr;
    for (const auto& change : list.changes) {
        if (together.parts.contains(change.path)) {
            refused = refused == nullptr && !change.refused.empty() ? &change : refused;
            conflict = conflict == nullptr && !change.conflict.empty() ? &change : conflict;
            risky = risky == nullptr && !change.risks.empty() ? &change : risky;
        }
    }
    const Why stays = refused != nullptr    ? Why("together_refused", {refused->path})
                      : conflict != nullptr ? Why("together_conflict", {conflict->path})
                                            : Why();
    const Why risk = risky != nullptr ? Why("together_risky", {risky->path}) : Why();
    const Change* const of = refused != nullptr ? refused : conflict;
    for (auto& change : list.changes) {
        if ((!together.parts.contains(change.path) && !together.logs.contains(change.path)) || !change.refused.empty()) {
            continue;
        }
        if (!stays.empty() && &change != of && change.conflict.empty()) {
            change.conflict = stays;
        }
        if (!risk.empty() && &change != risky && change.risks.empty()) {
            change.risks.push_back(risk);
        }
    }
}

} // namespace leadglass::workspace
