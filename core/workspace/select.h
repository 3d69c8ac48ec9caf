// Which of a run's changes are written, by what the person asked for.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/workspace/apply.h"
#include "core/workspace/change_list.h"

namespace leadglass::workspace {

enum class OnConflict { Skip, Theirs, Ours }; // theirs: the run's version; ours: the host's stays

struct Selection {
    std::vector<std::string> paths; // project-relative, a directory takes all below; empty: all
    bool exactly = false;           // a directory takes nothing below; a path that is not changed (any more) is left
    bool includeRisky = false;
    // Why a change that was asked for, or comes with one, is not to be written; empty: nothing is against it.
    std::function<Why(const Change&)> whyNot;
    // Is only part of this path to be written, so that nothing may rely on what it holds? None: no.
    std::function<bool(const std::string& path)> inPart;
    // Was this conflict decided for the host before? Asked again only where its path was named.
    std::function<bool(const Change&)> isDecided;
    // For each other change in conflict that could be applied. Never called for refused ones.
    std::function<OnConflict(const Change&)> onConflict;
};

struct Selected {
    std::vector<Change> chosen;
    std::vector<LeftPath> left;     // and why
    std::vector<Change> decided;    // now or before, for the host's version: nothing is left to do
};

// Code::NotFound: a path that the run did not change, where not `exactly` these are meant.
//
// Nothing of the person's is lost by writing half of a move: what a change that is held back (or
// decided for the host) holds stays where it was, too, along whole chains and swaps (kin.h).
Result<Selected> selectChanges(const Trees& trees, const ChangeList& list, const Selection& selection);

} // namespace leadglass::workspace
