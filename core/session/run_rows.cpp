#include "core/session/run_rows.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "core/base/json_depth.h"

namespace leadglass::session {
namespace {

using nlohmann::json;

json detailOf(const audit::Event& event) {
    return isTooDeepJson(event.detail) ? json() : json::parse(event.detail, nullptr, false);
}

std::uint64_t number(const json& detail, const char* name) {
    const auto found = detail.is_object() ? detail.find(name) : detail.end();
    return detail.is_object() && found != detail.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

// "37 more refusals of connections than rows"
std::uint64_t leading(const std::string& text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() ? value : 0;
}

} // namespace

api::HostNow* RunRows::hostOf(const audit::Event& event) {
    const auto found = m_hosts.find(event.subject);
    if (found == m_hosts.end() && m_hosts.size() >= api::kMostHosts) {
        ++m_moreHosts;
        return nullptr;
    }
    api::HostNow& host = found != m_hosts.end() ? found->second : m_hosts[event.subject];
    host.object = event.subject;
    host.last = std::max(host.last, event.time);
    return &host;
}

// Of a flow that was never allowed the row names no decision.
void RunRows::takeEnd(const audit::Event& event) {
    const json detail = detailOf(event);
    api::HostNow* host = number(detail, "decision") > 0 ? hostOf(event) : nullptr;
    if (host == nullptr) {
        return;
    }
    host->open -= std::min<std::uint64_t>(host->open, 1);
    host->unreached += event.reason == "not_connected" ? 1 : 0;
    host->bytesOut += number(detail, "bytes_out");
    host->bytesIn += number(detail, "bytes_in");
}

void RunRows::take(const audit::Row& row) {
    const audit::Event& e = row.event;
    m_last = std::max(m_last, row.id);
    const bool flow = e.kind == audit::Kind::Egress || e.kind == audit::Kind::Dns;
    if (flow && e.verdict == "allow") {
        ++m_allowed;
        if (auto* host = hostOf(e)) {
            ++host->allowed;
            ++host->open;
        }
    } else if (flow && e.verdict == "deny") {
        ++m_refused;
        if (auto* host = hostOf(e)) {
            ++host->refused;
        }
    } else if (e.kind == audit::Kind::Question) {
        ++m_asked;
        if (auto* host = hostOf(e)) {
            ++host->asked;
        }
    } else if (e.kind == audit::Kind::EgressEnd) {
        takeEnd(e);
    } else if (e.kind == audit::Kind::Fault && e.reason == "refusals_summed_up") {
        m_refused += leading(e.subject);
    }
    if (!e.verdict.empty() || e.kind == audit::Kind::Answer || e.kind == audit::Kind::Limit) {
        m_decisions.push_front(row);
        if (m_decisions.size() > api::kMostDecisions) {
            m_decisions.pop_back();
        }
    }
}

std::vector<api::HostNow> RunRows::hosts() const {
    std::vector<api::HostNow> out;
    out.reserve(m_hosts.size());
    for (const auto& [object, host] : m_hosts) {
        out.push_back(host);
    }
    std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.last > b.last; });
    return out;
}

} // namespace leadglass::session
