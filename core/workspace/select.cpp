#include "core/workspace/select.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "core/base/escape.h"
#include "core/workspace/git_paths.h"
#include "core/workspace/git_together.h"
#include "core/workspace/kin.h"
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

// What is not written takes with it what belongs to it: where its content came from, the
// directory it keeps alive, and what would lie in the directory that it does not become.
class Holder {
public:
    Holder(const Trees& trees, const ChangeList& list, const GitTogether& together, Selected& out)
        : m_list(list), m_together(together), m_out(out), m_kin(trees, list) {
        for (std::size_t i = 0; i < list.changes.size(); ++i) {
            m_byPath[list.changes[i].path] = i;
        }
        for (const auto& change : out.chosen) {
            m_chosen.insert(change.path);
        }
    }

    void hold(const std::vector<std::string>& paths) {
        for (const auto& path : paths) {
            if (const auto found = m_byPath.find(path); found != m_byPath.end()) {
                m_waiting.push_back(found->second);
            }
        }
        while (!m_waiting.empty()) {
            const std::size_t next = m_waiting.back();
            m_waiting.pop_back();
            follow(next);
        }
        std::erase_if(m_out.chosen, [this](const Change& c) { return !m_chosen.contains(c.path); });
    }

private:
    void follow(std::size_t index) {
        const Change& held = m_list.changes[index];
        // What can never be written is no reason: the person was told, and took the others all the same.
        if (m_together.parts.contains(held.path) && held.refused.empty()) {
            for (const auto* paths : {&m_together.parts, &m_together.logs}) {
                for (const auto& path : *paths) {
                    take(m_byPath.at(path), Why("left_together", {held.path}));
                }
            }
        }
        for (const std::size_t from : m_kin.sourcesOf(index)) {
            const bool deleted = m_list.changes[from].kind == ChangeKind::Deleted;
            const bool inPart = m_chosen.contains(held.path);
            const WhyCode why = deleted ? (inPart ? WhyCode("left_new_name_in_part") : WhyCode("left_new_name"))
                                        : (inPart ? WhyCode("left_content_in_part") : WhyCode("left_content"));
            take(from, Why(why, {held.path}));
        }
        if (held.before.type != NodeType::None) {
            for (std::string up = parentOf(held.path); !up.empty(); up = parentOf(up)) {
                if (const auto found = m_byPath.find(up);
                    found != m_byPath.end() &&
                    m_list.changes[found->second].before.type == NodeType::Directory &&
                    m_list.changes[found->second].after.type != NodeType::Directory) {
                    take(found->second, Why("left_holds", {held.path}));
                }
            }
        }
        if (held.kind == ChangeKind::TypeChanged || makesDirectory(held)) {
            const std::string below = held.path + "/";
            for (auto at = m_byPath.lower_bound(below);
                 at != m_byPath.end() && at->first.starts_with(below); ++at) {
                take(at->second, Why("left_directory", {held.path}));
            }
        }
    }
    void take(std::size_t index, Why why) {
        if (m_chosen.erase(m_list.changes[index].path) > 0) {
            m_out.left.push_back({m_list.changes[index].path, std::move(why)});
            m_waiting.push_back(index);
        }
    }

    const ChangeList& m_list;
    const GitTogether& m_together;
    Selected& m_out;
    Kin m_kin;
    std::map<std::string, std::size_t> m_byPath;
    std::set<std::string> m_chosen;
    std::vector<std::size_t> m_waiting;
};

void holdBackWhatBelongs(const Trees& trees, const ChangeList& list, const GitTogether& together, Selected& out,
                         std::vector<std::string> held) {
    for (const auto& left : out.left) {
        held.push_back(left.path);
    }
    if (!held.empty()) {
        Holder(trees, list, together, out).hold(held);
    }
}

} // namespace

Result<Selected> selectChanges(const Trees& trees, const ChangeList& list, const Selection& selection) {
    std::set<std::string> halves; // of renames whose other half was asked for
    Selected out;
    std::unordered_set<std::string> exactly;
    if (selection.exactly) {
        exactly.insert(selection.paths.begin(), selection.paths.end());
        auto gone = exactly;
        for (const auto& change : list.changes) {
            if (gone.erase(change.path) > 0) {
                halves.insert(change.renamedFrom);
                halves.insert(change.renamedTo);
            }
        }
        for (const auto& path : gone) {
            out.left.push_back({path, Why("left_unchanged")});
        }
    }
    for (const auto& wanted : selection.exactly ? std::vector<std::string>() : selection.paths) {
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
    // One of them takes the others along, but what is risky must be named itself.
    const GitTogether together = findTogether(trees, list);
    const auto isNamed = [&](const std::string& path) {
        if (selection.exactly) {
            return exactly.contains(path) || halves.contains(path);
        }
        return selection.paths.empty() || halves.contains(path) ||
               std::ranges::any_of(selection.paths, [&](const std::string& one) { return covers(one, path); });
    };
    const bool takesTogether = std::ranges::any_of(together.parts, isNamed);
    const auto partOf = [&](const Change& change) { return gitPart(asOrdinary(change.path, trees.worktree)); };
    // A ref without the objects that it leads to breaks the repository.
    const bool takesObjects = takesTogether || std::ranges::any_of(list.changes, [&](const Change& change) {
        return partOf(change) == GitPart::Ref && isNamed(change.path);
    });
    std::set<std::string> changedBelow; // directories with changes below them
    for (const auto& change : list.changes) {
        for (std::string up = parentOf(change.path); !up.empty() && changedBelow.insert(up).second;) {
            up = parentOf(up);
        }
    }
    std::vector<std::string> settled;
    std::unordered_map<std::string, const Change*> directories;
    for (const auto& change : list.changes) {
        if (makesDirectory(change)) {
            directories[change.path] = &change;
        }
        const bool named = isNamed(change.path);
        const bool asked = named || (takesTogether && (together.parts.contains(change.path) || together.logs.contains(change.path))) ||
                           (takesObjects && partOf(change) == GitPart::Object);
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
        if (Why why = selection.whyNot ? selection.whyNot(change) : Why(); !why.empty()) {
            out.left.push_back({change.path, std::move(why)});
            continue;
        }
        if (selection.paths.empty() && !selection.exactly && selection.isDecided && selection.isDecided(change)) {
            out.decided.push_back(change);
            settled.push_back(change.path);
            continue;
        }
        if (!change.risks.empty() && !(selection.includeRisky && named)) {
            out.left.push_back({change.path, Why("left_risky", {}, change.risks.front())});
            continue;
        }
        if (!change.conflict.empty()) {
            const OnConflict choice =
                selection.onConflict ? selection.onConflict(change) : OnConflict::Skip;
            if (choice == OnConflict::Ours) {
                out.decided.push_back(change);
                settled.push_back(change.path);
                continue;
            }
            if (choice == OnConflict::Skip) {
                out.left.push_back({change.path, Why("left_conflict", {}, change.conflict)});
                continue;
            }
        }
        out.chosen.push_back(change);
        if (selection.inPart && selection.inPart(change.path)) {
            settled.push_back(change.path); // the rest of it is not written
        }
    }
    holdBackWhatBelongs(trees, list, together, out, settled);
    std::set<std::string> needed;
    std::set<std::string> already;
    for (const auto& change : out.chosen) {
        already.insert(change.path);
        for (std::string up = parentOf(change.path); !up.empty() && needed.insert(up).second;) {
            up = parentOf(up);
        }
    }
    for (const auto& [path, change] : directories) {
        // A file that became a directory is a change of its own, and may be held back.
        if (needed.contains(path) && !already.contains(path) && change->refused.empty() &&
            change->kind == ChangeKind::Added) {
            out.chosen.push_back(*change);
        }
    }
    return out;
}

} // namespace leadglass::workspace
