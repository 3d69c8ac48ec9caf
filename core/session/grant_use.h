// When the answers that a person kept were last used, for those who want to take unused ones back.
//
// Decisions come in thousands, the grants file is rewritten whole: what was used is noted, and written
// once kPause after the first use and every kPause from then on, and at the end. A use that cannot be
// written is logged, and never stops a connection.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "core/base/event_loop.h"
#include "core/base/places.h"
#include "core/policy/grants.h"

namespace leadglass::session {

class GrantUse {
public:
    static constexpr Nanos kPause = 300'000'000'000;

    GrantUse(EventLoop& loop, Places places, std::string profile, std::string project);
    ~GrantUse(); // writes
    GrantUse(const GrantUse&) = delete;
    GrantUse& operator=(const GrantUse&) = delete;

    void used(const policy::EgressRule& rule, policy::Verdict verdict);
    void write();

private:
    EventLoop& m_loop;
    Places m_places;
    std::string m_profile;
    std::string m_project;
    std::map<std::string, std::pair<policy::EgressRule, policy::Verdict>> m_used; // by rule id
    EventLoop::TimerId m_timer = 0;
};

} // namespace leadglass::session
