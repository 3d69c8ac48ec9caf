#include "core/session/grant_use.h"

#include "core/base/clock.h"
#include "core/base/log.h"

namespace leadglass::session {

GrantUse::GrantUse(EventLoop& loop, Places places, std::string profile, std::string project)
    : m_loop(loop), m_places(std::move(places)), m_profile(std::move(profile)),
      m_project(std::move(project)) {}

GrantUse::~GrantUse() {
    m_loop.cancel(m_timer);
    write();
}

void GrantUse::used(const policy::EgressRule& rule, policy::Verdict verdict) {
    m_used.try_emplace(rule.id, rule, verdict);
    if (m_timer == 0) {
        m_timer = m_loop.after(kPause, [this] {
            m_timer = 0;
            write();
        });
    }
}

void GrantUse::write() {
    if (m_used.empty()) {
        return;
    }
    std::vector<policy::Grant> grants;
    for (const auto& [id, use] : m_used) {
        policy::Grant grant;
        grant.profile = m_profile;
        grant.rule = use.first;
        grant.verdict = use.second;
        grants.push_back(grant); // for every project
        grant.project = m_project;
        grants.push_back(std::move(grant)); // for this one
    }
    m_used.clear();
    if (Status marked = policy::markGrantsUsed(m_places, grants, rfc3339(systemClock().wall()));
        !marked) {
        log::warning("the last use of saved answers is not kept: " + marked.error().text());
    }
}

} // namespace leadglass::session
