#include "core/session/apply_asked.h"

#include <algorithm>

#include "core/session/review_items.h"
#include "core/session/review_sides.h"
#include "core/workspace/hunks.h"
#include "core/workspace/partial.h"

namespace leadglass::session {

using namespace workspace;

std::vector<std::string> pathsOf(const api::ApplyRequest& request) {
    auto paths = request.paths;
    for (const auto& [path, hunks] : request.hunks) {
        paths.push_back(path);
    }
    return paths;
}

bool isAskedInPart(const api::ApplyRequest& request, const Trees& trees, const std::string& path) {
    const auto part = request.hunks.find(path);
    if (part == request.hunks.end()) {
        return false;
    }
    const auto before = side(trees.project, path);
    const auto after = side(trees.upper, path);
    if (!before || !after || !*before || !*after) {
        return true;
    }
    const auto hunks = hunksOf(**before, **after);
    const auto taken = takenBy(part->second, hunks, piecesOf(hunks, **before, **after)).pieces;
    return std::ranges::find(taken, false) != taken.end();
}

Why whyNotAsked(const api::ApplyRequest& request, const Frozen& reviewed, const Change& change) {
    if (!request.seen.empty()) {
        const auto seen = request.seen.find(change.path);
        if (seen == request.seen.end()) {
            return Why("left_not_looked_at");
        }
        const auto entry = reviewed.find(change.path);
        if (entry == reviewed.end() || versionOf(entry->second) != seen->second) {
            return Why("left_looks_other");
        }
    }
    const auto part = request.hunks.find(change.path);
    if (part == request.hunks.end()) {
        return {};
    }
    const Why whole = whyWhole(change);
    return !whole.empty() ? Why("left_no_hunks", {}, whole) : part->second.empty() ? Why("left_no_hunk_named") : Why();
}

} // namespace leadglass::session
