// Trust: review.json is ours; what it describes is the agent's.
// Privilege: the person's.
// Input: JSON, at most 256 MiB.
// Fails: a damaged file is an Error; nothing is applied by a review that cannot be read.
//
// What a person reviewed: type, mode and digest of every changed path of the upper. Apply writes
// nothing that does not match it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/workspace/change_list.h"

namespace leadglass::workspace {

struct FrozenEntry {
    NodeType type = NodeType::None;
    std::uint32_t mode = 0;
    std::string digest; // contentDigest()
    bool operator==(const FrozenEntry&) const = default;
};
using Frozen = std::unordered_map<std::string, FrozenEntry>;

Result<Frozen> freeze(Root upper, const ChangeList& list);

std::string frozenToJson(const Frozen& frozen);
Result<Frozen> frozenFromJson(std::string_view text);

Status writeFrozen(int runFd, const Frozen& frozen); // review.json, atomic
Result<std::optional<Frozen>> readFrozen(int runFd); // nullopt: never reviewed

// What an undo brings back is as it was before the apply: reviewed in that version, by a review before or by an
// apply without one. noteApplied() keeps what such an apply took for reviewed (applied.json); keepEarlier() adds to
// a new review what it does not show, since it is applied.
Status noteApplied(int runFd, const Frozen& reviewed, const std::vector<std::string>& applied);
void keepEarlier(int runFd, const ChangeList& shown, Frozen& frozen);

} // namespace leadglass::workspace
