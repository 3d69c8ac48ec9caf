// What the rows of one run's history say together: counts, hosts, the newest decisions. Pure.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "core/api/run_detail_service.h"
#include "core/audit/event.h"

namespace leadglass::session {

class RunRows {
public:
    // In the order of their ids, each once.
    void take(const audit::Row& row);

    [[nodiscard]] std::int64_t last() const { return m_last; } // id; 0: none yet
    [[nodiscard]] std::uint64_t allowed() const { return m_allowed; }
    [[nodiscard]] std::uint64_t refused() const { return m_refused; }
    [[nodiscard]] std::uint64_t asked() const { return m_asked; }
    [[nodiscard]] std::vector<api::HostNow> hosts() const; // the last used first
    [[nodiscard]] std::uint64_t moreHosts() const { return m_moreHosts; }
    [[nodiscard]] const std::deque<audit::Row>& decisions() const { return m_decisions; } // newest first

private:
    api::HostNow* hostOf(const audit::Event& event); // null: there are too many
    void takeEnd(const audit::Event& event);

    std::int64_t m_last = 0;
    std::uint64_t m_allowed = 0;
    std::uint64_t m_refused = 0;
    std::uint64_t m_asked = 0;
    std::map<std::string, api::HostNow> m_hosts;
    std::uint64_t m_moreHosts = 0;
    std::deque<audit::Row> m_decisions;
};

} // namespace leadglass::session
