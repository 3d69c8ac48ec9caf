// Trust: sessions of servers whose certificate was verified by this process, against the run's roots and that very name.
// Privilege: none. What resumes a session lies in this process's memory, as its traffic keys do.
// Input: what servers hand out; bounded here.
// Fails: closed: nothing kept means a whole handshake, with its verification.
//
// Upstream TLS sessions of this run, each for the host under whose name it was verified. A resumed handshake verifies no
// certificate, so none is taken for another host, and none later than kMaxAge after a certificate was verified: what a
// resumed connection is handed ends when the one before it would have.
#pragma once

#include <list>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/clock.h"
#include "core/egress/inspect/openssl_ptr.h"

namespace leadglass::egress {

class SessionCache {
public:
    static constexpr std::size_t kMaxHosts = 256; // the least recently used is given up
    static constexpr std::size_t kMaxEach = 4;    // the latest
    static constexpr Nanos kMaxAge = 600'000'000'000;

    struct Kept {
        TlsSessionPtr session; // null: none
        Nanos until = 0;       // awake
    };
    void keep(const std::string& host, Kept kept);
    // One that may be offered to `host` now. Of TLS 1.3 each is given once (RFC 8446 C.4).
    Kept take(const std::string& host, Nanos now);
    [[nodiscard]] std::size_t hosts() const { return m_byHost.size(); }

private:
    struct Entry {
        std::string host;
        std::vector<Kept> sessions; // the latest last
    };
    std::list<Entry> m_entries; // the last used first
    std::unordered_map<std::string, std::list<Entry>::iterator> m_byHost;
};

} // namespace leadglass::egress
