// What the client's side of an inspected connection is served with: for each host a leaf certificate, made when the host
// is first met, the least recently used given up at kMax.
#pragma once

#include <list>
#include <string>
#include <unordered_map>

#include "core/egress/inspect/authority.h"

namespace leadglass::egress {

class LeafCache {
public:
    static constexpr std::size_t kMax = 512;

    explicit LeafCache(Authority& authority) : m_authority(authority) {}

    // Borrowed until the next call (an SSL that uses it holds it). Its key is the authority's leafKey().
    Result<X509*> leafFor(const std::string& host, Nanos now);
    [[nodiscard]] std::size_t size() const { return m_byHost.size(); }

private:
    struct Entry {
        std::string host;
        CertificatePtr leaf;
        Nanos made = 0;
    };

    Authority& m_authority;
    std::list<Entry> m_entries; // the last used first
    std::unordered_map<std::string, std::list<Entry>::iterator> m_byHost;
};

} // namespace leadglass::egress
