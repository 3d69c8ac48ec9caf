// Trust: the upper is the agent's; the project changes under us; the journal is ours.
// Privilege: the person's.
// Input: chosen changes and the frozen review; every path is opened beneath the project or the
//        upper, no link followed, no mount crossed.
// Fails: path by path: what cannot be applied as reviewed is left, and why is told. A crash at any
//        point is resumed by the next apply or undo; no temporary file stays.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/workspace/change_list.h"
#include "core/workspace/freeze.h"
#include "core/workspace/journal.h"

namespace leadglass::workspace {

struct LeftPath {
    std::string path;
    Why why;
};

// Of these paths, the names of the hunks that are taken (hunks.h).
using HunksByPath = std::map<std::string, std::vector<std::string>>;

struct ApplyReport {
    std::vector<std::string> applied;
    std::map<std::string, PartNames> partly; // those of which hunks were taken, and more is left
    std::vector<LeftPath> left;
    std::string journal; // name of the session; empty: there was nothing to do
};

struct ApplyPlace {
    const RunDir& run;
    Trees trees;
};

// Finishes an apply or undo that a crash ended. Call first, with the run locked. Returns what an
// undo that was finished here did: the person who asks for that undo again means this one.
// `finishedApply`, where given: `applied` and `partly` of an apply that was finished here.
Result<std::optional<ApplyReport>> resumeJournal(const ApplyPlace& place,
                                                 ApplyReport* finishedApply = nullptr);

// Writes `chosen` to the project, of those in `hunks` only these (partial.h). Precondition: the run is locked,
// resumeJournal() was called.
Result<ApplyReport> applyChanges(const ApplyPlace& place, const std::vector<Change>& chosen,
                                 const Frozen& frozen, const HunksByPath& hunks = {});

// Puts back what the last apply that was not undone changed. Code::NotFound: there is none. What it has
// to leave is tried again by the next one, which then goes on to the apply before.
Result<ApplyReport> undoLast(const ApplyPlace& place);
bool hasApplied(const RunDir& run); // an apply that was not undone
std::string lastApplied(const RunDir& run); // the name of its session; empty: there is none

// The temporary files an ended apply may have left; used by resumeJournal() and undo.
void removeTemporaries(const ApplyPlace& place, const std::vector<Op>& ops);

} // namespace leadglass::workspace
