// Both directions of an opaque relay, half-closed on its own each.
#pragma once

#include <cstdint>
#include <vector>

#include "core/egress/pump.h"

namespace leadglass::egress {

class Tunnel {
public:
    enum class Outcome : std::uint8_t { Going, Again, Finished, Broken, NotSsh, Http };
    enum class Gate : std::uint8_t { Open, SshBanner, NotHttp };

    // Gate::SshBanner: the client's first bytes must be an SSH identification (RFC 4253 4.2); the
    // server's flow at once, since a client may wait for them.
    // Gate::NotHttp: a client that speaks first and like HTTP/1 is not relayed, but Outcome::Http, with
    // takeHeld() what it said; HTTP/2 with prior knowledge is none that a web page can speak.
    Tunnel(PipePool& pool, int client, int upstream, std::vector<std::uint8_t> toUpstream,
           std::vector<std::uint8_t> toClient, Gate gate);

    void clientEvent(std::uint32_t epollEvents);
    void upstreamEvent(std::uint32_t epollEvents);
    [[nodiscard]] bool gateOpen() const { return m_gate == Gate::Open; }
    std::vector<std::uint8_t> takeHeld() { return std::move(m_banner); }
    Outcome step();
    [[nodiscard]] std::uint64_t bytesOut() const { return m_out.bytes(); }
    [[nodiscard]] std::uint64_t bytesIn() const { return m_in.bytes(); }

private:
    Outcome passGate();
    Outcome passHttpGate();

    PipePool& m_pool;
    int m_client;
    int m_upstream;
    std::vector<std::uint8_t> m_banner;
    Gate m_gate;
    Pump m_out;
    Pump m_in;
};

} // namespace leadglass::egress
