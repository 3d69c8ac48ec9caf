#include "core/egress/inspect/session_cache.h"

#include <utility>

namespace leadglass::egress {

void SessionCache::keep(const std::string& host, Kept kept) {
    auto found = m_byHost.find(host);
    if (found == m_byHost.end()) {
        if (m_entries.size() >= kMaxHosts) {
            m_byHost.erase(m_entries.back().host);
            m_entries.pop_back();
        }
        m_entries.push_front({host, {}});
        found = m_byHost.emplace(host, m_entries.begin()).first;
    } else {
        m_entries.splice(m_entries.begin(), m_entries, found->second);
    }
    auto& sessions = found->second->sessions;
    if (sessions.size() >= kMaxEach) {
        sessions.erase(sessions.begin());
    }
    sessions.push_back(std::move(kept));
}

SessionCache::Kept SessionCache::take(const std::string& host, Nanos now) {
    const auto found = m_byHost.find(host);
    if (found == m_byHost.end()) {
        return {};
    }
    m_entries.splice(m_entries.begin(), m_entries, found->second);
    auto& sessions = found->second->sessions;
    std::erase_if(sessions, [&](const Kept& kept) { return kept.until <= now; });
    if (sessions.empty()) {
        return {};
    }
    Kept& latest = sessions.back();
    if (::SSL_SESSION_get_protocol_version(latest.session.get()) < TLS1_3_VERSION) {
        return {TlsSessionPtr(::SSL_SESSION_dup(latest.session.get())), latest.until}; // as in TlsEnd::sessionCame
    }
    Kept out = std::move(latest);
    sessions.pop_back();
    return out;
}

} // namespace leadglass::egress
