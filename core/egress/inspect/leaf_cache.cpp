#include "core/egress/inspect/leaf_cache.h"

namespace leadglass::egress {
namespace {

constexpr Nanos kUse = 5LL * 24 * 3600 * 1'000'000'000; // of the seven days that a leaf is valid

} // namespace

Result<X509*> LeafCache::leafFor(const std::string& host, Nanos now) {
    const auto found = m_byHost.find(host);
    if (found != m_byHost.end()) {
        const Nanos age = now - found->second->made;
        if (age >= 0 && age < kUse) {
            m_entries.splice(m_entries.begin(), m_entries, found->second);
            return found->second->leaf.get();
        }
        m_entries.erase(found->second);
        m_byHost.erase(found);
    }
    const std::string der = LG_TRY(m_authority.mint(host, now));
    const auto* at = reinterpret_cast<const unsigned char*>(der.data());
    CertificatePtr leaf(::d2i_X509(nullptr, &at, static_cast<long>(der.size())));
    if (!leaf) {
        return makeError(Code::Io, "cannot read a certificate of our own");
    }
    if (m_entries.size() >= kMax) {
        m_byHost.erase(m_entries.back().host);
        m_entries.pop_back();
    }
    m_entries.push_front({host, std::move(leaf), now});
    m_byHost.emplace(host, m_entries.begin());
    return m_entries.front().leaf.get();
}

} // namespace leadglass::egress
