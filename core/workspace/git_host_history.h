// Trust: the host's refs and objects; among these, what an earlier apply took over of a run.
// Privilege: none beyond reading the project; git is never run.
// Input: at most kMaxHostRefs refs, kMaxHostCommits commits.
// Fails: towards "no": a commit beyond a bound counts as the run's.
//
// Which commits are the host's: those that its refs lead to, not all that lie there. An apply takes over the objects also of
// what it holds back, and a later run can name them.
#pragma once

#include <deque>
#include <set>
#include <string>
#include <vector>

#include "core/workspace/git_objects.h"
#include "core/workspace/git_view.h"

namespace leadglass::workspace {

constexpr std::size_t kMaxHostRefs = 10'000;
constexpr std::size_t kMaxHostCommits = 50'000;

class HostHistory {
public:
    // `moved`: refs that the run moved (refChanges()); what they said before is looked at first.
    HostHistory(const Trees& trees, const std::vector<RefChange>& moved);

    bool leadsTo(const std::string& commit);

private:
    void openAll();
    void openBelow(const std::string& directory);
    void add(const std::string& id);

    Root m_project;
    std::string m_worktree;
    GitObjects m_objects;
    std::set<std::string> m_seen;
    std::deque<std::string> m_open; // of m_seen, not yet looked into
    std::size_t m_refs = 0;
    std::size_t m_commits = 0;
    bool m_all = false;
};

} // namespace leadglass::workspace
