// Trust: the answers of a proxy that the person's environment names, or of whoever sits there.
// Privilege: none; pure. Holds the person's credentials for it, and says them to nobody else.
// Input: what the proxy sent so far, at most kMaxHead bytes of it.
// Fails: anything that is not the expected answer ends the handshake, with the reason in words.
//
// How a connected socket to a proxy becomes one to `host:port`: HTTP CONNECT with Basic credentials
// (RFC 9110 section 9.3.6, RFC 7617), SOCKS 5 with a name and user/password (RFC 1928, RFC 1929).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/session/upstream_proxy.h"

namespace leadglass::session {

class ProxyHandshake {
public:
    static constexpr std::size_t kMaxHead = 16 * 1024;

    // `host`: a canonical name, at most 253 bytes. `proxy` is borrowed.
    ProxyHandshake(const UpstreamProxy& proxy, std::string host, std::uint16_t port);

    // What is sent first.
    [[nodiscard]] std::string begin() const;

    struct Step {
        enum class State { NeedMore, Send, Done, Failed } state = State::NeedMore;
        std::size_t consumed = 0; // of `bytes`: never more than the answer, what follows is the server's
        std::string send;         // with Send
        std::string why;          // with Failed: printable, without anything the proxy said
    };
    // `bytes`: all that came and was not consumed. Call again with the rest until NeedMore.
    Step take(std::span<const std::uint8_t> bytes);

private:
    enum class Stage { Http, SocksMethod, SocksAuth, SocksReply };
    Step takeHttp(std::span<const std::uint8_t> bytes) const;
    Step takeSocks(std::span<const std::uint8_t> bytes);
    [[nodiscard]] std::string socksRequest() const;

    const UpstreamProxy& m_proxy;
    std::string m_host;
    std::uint16_t m_port;
    Stage m_stage;
};

} // namespace leadglass::session
