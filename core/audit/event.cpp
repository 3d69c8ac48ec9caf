#include "core/audit/event.h"

#include <array>
#include <cstddef>

namespace leadglass::audit {
namespace {

constexpr std::array<const char*, 23> kNames{
    "run_start", "run_end", "plan", "egress",  "egress_end", "dns",    "question",   "answer",
    "change",    "apply",   "undo", "discard", "limit",      "policy", "credential",
    "exec",      "exec_end", "paste", "request", "request_end", "sighting", "open", "fault"};

}  // namespace

const char* kindName(Kind kind) {
    const auto at = static_cast<std::size_t>(kind);
    return at < kNames.size() ? kNames[at] : "fault";
}

std::optional<Kind> kindFromName(std::string_view name) {
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        if (name == kNames[i]) {
            return static_cast<Kind>(i);
        }
    }
    return std::nullopt;
}

}  // namespace leadglass::audit
