#include "core/workspace/select.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "core/base/escape.h"
#include "core/workspace/names.h"

namespace leadglass::workspace {
namespace {

bool covers(const std::string& chosen, const std::string& path) {
    return path == chosen || (path.size() > chosen.size() && path.starts_with(chosen) &&
                              path[chosen.size()] == '/');
}

bool makesDirectory(const Change& change) {
    return change.after.type == NodeType::Directory && change.kind != ChangeKind::ModeChanged;
}

} // namespace

Result<Selected> selectChanges(const ChangeList& list, const Selection& selection) {
    std::set<std::string> halves; // of renames whose other half was asked for
    for (const auto& wanted : selection.paths) {
        bool found = false;
        for (const auto& change : list.changes) {
            if (covers(wanted, change.path)) {
                found = true;
                halves.insert(change.renamedFrom);
                halves.insert(change.renamedTo);
            }
        }
        if (!found) {
            return makeError(Code::NotFound, "the run did not change '" + forScreen(wanted) + "'",
                             "see 'leadglass review'");
        }
    }
    std::set<std::string> changedBelow; // directories with changes below them
    for (const auto& change : list.changes) {
        for (std::string up = parentOf(change.path); !up.empty() && changedBelow.insert(up).second;) {
            up = parentOf(up);
        }
    }
    Selected out;
    std::unordered_map<std::string, const Change*> directories;
    std::set<std::string> needed;
    for (const auto& change : list.changes) {
        if (makesDirectory(change)) {
            directories[change.path] = &change;
        }
        const bool asked = selection.paths.empty() || halves.contains(change.path) ||
                           std::ranges::any_of(selection.paths, [&](const std::string& path) {
                               return covers(path, change.path);
                           });
        // A new directory comes with the first file that needs it, or by itself if it is empty.
        const bool comesWith = makesDirectory(change) && change.kind == ChangeKind::Added &&
                               changedBelow.contains(change.path);
        if (!asked || comesWith) {
            continue;
        }
        if (!change.refused.empty()) {
            out.left.push_back({change.path, change.refused});
            continue;
        }
        if (!change.risks.empty() && !selection.includeRisky) {
            out.left.push_back({change.path, "risky: " + change.risks.front() +
                                                 " (--include-risky applies it)"});
            continue;
        }
        if (!change.conflict.empty()) {
            const OnConflict choice =
                selection.onConflict ? selection.onConflict(change) : OnConflict::Skip;
            if (choice == OnConflict::Ours) {
                ++out.settledOurs;
                continue;
            }
            if (choice == OnConflict::Skip) {
                out.left.push_back({change.path, "conflict: " + change.conflict});
                continue;
            }
        }
        out.chosen.push_back(change);
        for (std::string up = parentOf(change.path); !up.empty() && needed.insert(up).second;) {
            up = parentOf(up);
        }
    }
    // A renamed file whose new name is held back keeps its old one: the halves belong together.
    std::set<std::string> held;
    for (const auto& left : out.left) {
        held.insert(left.path);
    }
    std::erase_if(out.chosen, [&](const Change& change) {
        const bool keeps = change.kind == ChangeKind::Deleted && held.contains(change.renamedTo);
        if (keeps) {
            out.left.push_back({change.path, "its new name, " + change.renamedTo + ", is held back"});
        }
        return keeps;
    });
    std::set<std::string> already;
    for (const auto& change : out.chosen) {
        already.insert(change.path);
    }
    for (const auto& [path, change] : directories) {
        if (needed.contains(path) && !already.contains(path) && change->refused.empty()) {
            out.chosen.push_back(*change);
        }
    }
    return out;
}

} // namespace leadglass::workspace
