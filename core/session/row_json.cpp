#include "core/session/row_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/clock.h"

namespace leadglass::session {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxDetail = 64 * 1024;
constexpr std::ptrdiff_t kMaxBrackets = 256; // printing JSON recurses

json detailJson(const std::string& detail) {
    if (detail.empty()) {
        return nullptr;
    }
    const auto brackets =
        std::count_if(detail.begin(), detail.end(), [](char c) { return c == '[' || c == '{'; });
    if (detail.size() <= kMaxDetail && brackets <= kMaxBrackets) {
        json parsed = json::parse(detail, nullptr, false);
        if (!parsed.is_discarded()) {
            return parsed;
        }
    }
    return detail;
}

} // namespace

json rowJson(const audit::Row& row) {
    const audit::Event& e = row.event;
    return {{"id", row.id},
            {"time", rfc3339(e.time)},
            {"kind", audit::kindName(e.kind)},
            {"run", e.run},
            {"verdict", e.verdict},
            {"outcome", e.outcome},
            {"reason", e.reason},
            {"subject", e.subject},
            {"rule", e.rule},
            {"origin", e.origin},
            {"policy", e.policy},
            {"inputs", e.inputs},
            {"process", e.process},
            {"detail", detailJson(e.detail)},
            {"hash", row.hash}};
}

std::string rowLine(const audit::Row& row) {
    return rowJson(row).dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace leadglass::session
