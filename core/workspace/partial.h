// Trust: the run's file is the agent's; the host's changes under us.
// Privilege: the person's.
// Input: a change, what was reviewed of it, names of hunks (hunks.h); both files at most kMaxDiffBytes.
// Fails: an Error that is told of this path, and nothing of it is taken: Code::Conflict where a side is not as it was
//        reviewed or listed, or a name is not among the hunks of both as they are.
//
// A change of which only some hunks are taken: the host's file with these, made here and kept in the journal, from
// where it is put in place. What is not taken stays the difference between the host's new file and the run's.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/workspace/apply.h"

namespace leadglass::workspace {

// Why there is nothing to choose from: it is written as a whole or not at all. Empty: it has hunks if both sides are text.
Why whyWhole(const Change& change);

struct Built {
    std::string name;   // in the journal's session
    std::string digest; // contentDigest()
    PartNames names;
};

// Not yet synced. nullopt: these are all of its hunks and nothing else changes, so the run's file is what is taken.
Result<std::optional<Built>> buildPart(const Trees& trees, const Change& change, const FrozenEntry& reviewed,
                                       const std::vector<std::string>& hunks, const Session& session, std::size_t number);

} // namespace leadglass::workspace
