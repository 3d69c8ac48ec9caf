// Where an operation stands, read off the project itself: the journal says what was meant, the
// project what was done. So a crash between any two steps can be told apart.
#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/workspace/apply.h"

namespace leadglass::workspace {

// What lies at the path of `op`, if it is what the operation leaves there. Looked at before its
// content was read: whoever finds the same Node later has the same content.
std::optional<Node> seenAfter(const ApplyPlace& place, const Op& op);

// Is the project at this path as it was before the operation? Content decides, not identity.
bool isBefore(const ApplyPlace& place, const Op& op);

// A type change is two operations on one path: what it was is removed, what it becomes is made.
// Refers to `ops`, which must stay.
class Partners {
public:
    explicit Partners(const std::vector<Op>& ops);
    [[nodiscard]] const Op* of(std::size_t index) const; // null: it has none

private:
    const std::vector<Op>& m_ops;
    std::unordered_map<std::string_view, std::pair<const Op*, const Op*>> m_byPath; // removes, makes
};

} // namespace leadglass::workspace
