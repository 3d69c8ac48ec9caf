// What a run changed, in the order in which a person should look at it. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/api/review_service.h"

namespace leadglass::app {

struct ChangeEntry {
    enum class Kind : char { Change, Landed, Commit, Ref, Staged };
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    Kind kind = Kind::Change;
    std::size_t index = 0;    // in the list of that kind
    std::size_t half = kNone; // Change: of the name that a renamed one had; both are one entry
};

struct ChangeGroup {
    enum class Kind : char { Risky, Conflict, Deleted, Folder, ByteCode, Refused, History, Commits, Refs, Staged, Decided, Landed };
    Kind kind = Kind::Folder;
    std::string folder; // of a Folder: "" is the project itself
    std::vector<ChangeEntry> entries;
};

// Every change is in exactly one entry, but for new folders with something in them: they come with that.
std::vector<ChangeGroup> groupsOf(const api::Review& review);

// How many entries stand for one of `paths`: what a person counts of them.
int entriesOf(const api::Review& review, const std::vector<std::string>& paths);

// Can be ticked with "all of them": nothing about it asks for a decision of its own.
bool isOrdinary(const api::ChangeItem& change);

} // namespace leadglass::app
