// Trust: commits and trees that an agent wrote.
// Privilege: none beyond reading the trees; git is never run.
// Input: at most kMaxCommitsJudged commits, kMaxTrees trees; see git_file_risk.h.
// Fails: closed: what could not be looked through whole is not known.
//
// What the commits that a ref leads to hold, as far as they are not the host's.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/workspace/git_commit_risk.h"
#include "core/workspace/git_file_risk.h"
#include "core/workspace/git_host_history.h"

namespace leadglass::workspace {

struct RefVerdict {
    std::vector<HeldFile> held;       // of each commit at most kMaxHeldNamed; each path once
    std::vector<std::string> deleted; // hidden ones, the same
    std::size_t heldCount = 0;
    std::size_t deletedCount = 0;
    bool known = true;

    [[nodiscard]] bool isClean() const { return heldCount == 0 && deletedCount == 0 && known; }
};

class GitCommitJudge {
public:
    // All must outlive this. `moved`: of HostHistory.
    GitCommitJudge(const Trees& trees, const ChangeList& list, const ProtectMatcher& isProtected, const std::vector<std::string>& hidden,
                   const std::vector<RefChange>& moved);

    // All that is found on the way from `tip` to the host's commits, each file once.
    RefVerdict ofRef(const std::string& tip);

    // Of all that were asked for.
    HeldCommits take();

private:
    struct NewFile { // judged by its content, without a version before
        std::string path;
        GitTreeEntry entry;
    };
    struct Verdict {
        std::string tree; // of a commit
        std::vector<std::string> parents;
        std::vector<HeldFile> held;
        std::vector<std::string> deleted;
        std::vector<NewFile> added;
        std::size_t heldCount = 0;
        std::size_t deletedCount = 0;
        bool known = true;
        bool ofHost = false;
    };
    struct Walk;

    const Verdict& of(const std::string& id);
    void judge(const std::string& id, Verdict& out);
    void look(Verdict& out);
    std::string treeOf(const std::string& id, bool& known);
    std::string tipTree(std::string id, bool& known);
    GitTreeEntry entryAt(const std::string& tree, const std::string& path, bool& known);
    const std::vector<std::string>& tracked();
    void judgeAdded(const Walk& walk, RefVerdict& out);
    void judgeDeleted(const std::string& tip, const Walk& walk, RefVerdict& out);

    HiddenSet m_hidden;
    const std::vector<std::string>& m_hiddenPaths;
    std::string m_hostHead; // the commit
    std::optional<std::vector<std::string>> m_tracked; // of the hidden paths, those that it has; filled when asked for
    bool m_trackedKnown = true;
    GitObjects m_objects;
    HostHistory m_host;
    GitFileRisk m_files;
    std::map<std::string, Verdict> m_verdicts;
    std::set<std::string> m_clean; // and all that they lead to
    std::set<std::string> m_bases; // the host's commits that clean ones are built on
    std::size_t m_budget = kMaxTrees;
    std::size_t m_visited = 0;
};

} // namespace leadglass::workspace
