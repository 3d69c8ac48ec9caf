// Trust: commits, trees and refs that an agent wrote.
// Privilege: none beyond reading the trees; git is never run.
// Input: the changes of a run with their marks; at most kMaxCommitsJudged commits, kMaxTrees trees, kMaxStagedFiles files.
// Fails: towards holding: a ref whose commits cannot be looked through whole is risky.
//
// A branch puts into place what its commits hold: with `git checkout`, or wherever it is pushed to. So a ref
// is judged by the files of the commits that only the run's refs lead to, as the files of the work tree are.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/workspace/change_list.h"
#include "core/workspace/git_staged.h"
#include "core/workspace/risk.h"

namespace leadglass::workspace {

constexpr std::size_t kMaxCommitsJudged = 10'000;
constexpr WhyCode kDeletesHidden = "deletes_hidden";
constexpr std::size_t kMaxHeldNamed = 20; // of one commit; the others are counted

struct HeldFile {
    std::string path; // bytes
    Why why;
};
using HeldCommits = std::map<std::string, std::vector<HeldFile>>; // by id; those without any are not in it

// Marks the refs, and the logs of refs, that lead to commits of the run which hold a file that is risky by its place, mode, link or (package.json
// and its like) content, or which is held back in the work tree, or which delete what was hidden from the run (`hidden`). What
// the host has in its work tree already is none. After markRisks(), before markTogether().
HeldCommits markCommits(const Trees& trees, ChangeList& list, const ProtectMatcher& isProtected, const std::vector<std::string>& hidden);

// What reviewChanges() found in git besides the marks.
struct GitFindings {
    Staged staged;
    HeldCommits held;
};

} // namespace leadglass::workspace
