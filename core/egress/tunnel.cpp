#include "core/egress/tunnel.h"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>

namespace leadglass::egress {
namespace {
constexpr std::uint32_t kIn = EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR;
constexpr std::uint32_t kEnd = EPOLLRDHUP | EPOLLHUP | EPOLLERR;
constexpr std::uint32_t kOut = EPOLLOUT | EPOLLHUP | EPOLLERR;

// Could `bytes` still become / is it already an SSH identification?
bool beginsLike(const std::vector<std::uint8_t>& bytes, std::string_view banner) {
    const std::size_t n = std::min(bytes.size(), banner.size());
    return std::equal(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(n),
                      banner.begin());
}
// tchar of RFC 9110, 5.6.2.
bool isTokenByte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c != '\0' && std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos);
}

// A web page may choose any method that is a token, in small letters, too. Its browser sends the line in one go.
bool beginsLikeHttp(std::string_view said) {
    constexpr std::size_t kLongWord = 64;
    if (!said.empty() && said[0] >= 'A' && said[0] <= 'Z') {
        return true;
    }
    const auto word = static_cast<std::size_t>(std::find_if_not(said.begin(), said.end(), isTokenByte) - said.begin());
    if (word == said.size()) {
        return word >= kLongWord;
    }
    const std::size_t end = said.find('\n');
    return word > 0 && said[word] == ' ' &&
           (end == std::string_view::npos || said.substr(0, end).find(" HTTP/") != std::string_view::npos);
}
constexpr std::string_view kSsh2 = "SSH-2.0-";
constexpr std::string_view kSsh199 = "SSH-1.99-";
} // namespace

Tunnel::Tunnel(PipePool& pool, int client, int upstream, std::vector<std::uint8_t> toUpstream,
               std::vector<std::uint8_t> toClient, Gate gate)
    : m_pool(pool),
      m_client(client),
      m_upstream(upstream),
      m_banner(gate == Gate::SshBanner ? std::move(toUpstream) : std::vector<std::uint8_t>()),
      m_gate(gate),
      m_out(pool, client, upstream,
            gate == Gate::Open ? std::move(toUpstream) : std::vector<std::uint8_t>()),
      m_in(pool, upstream, client, std::move(toClient)) {}

void Tunnel::clientEvent(std::uint32_t epollEvents) {
    if ((epollEvents & kIn) != 0) {
        m_out.sourceReady((epollEvents & kEnd) != 0);
    }
    if ((epollEvents & kOut) != 0) {
        m_in.sinkReady();
    }
}

void Tunnel::upstreamEvent(std::uint32_t epollEvents) {
    if ((epollEvents & kIn) != 0) {
        m_in.sourceReady((epollEvents & kEnd) != 0);
    }
    if ((epollEvents & kOut) != 0) {
        m_out.sinkReady();
    }
}

Tunnel::Outcome Tunnel::passGate() {
    std::array<std::uint8_t, 256> chunk;
    for (;;) {
        if (!beginsLike(m_banner, kSsh2) && !beginsLike(m_banner, kSsh199)) {
            return Outcome::NotSsh;
        }
        if (m_banner.size() >= kSsh199.size()) {
            m_gate = Gate::Open;
            m_out = Pump(m_pool, m_client, m_upstream, std::move(m_banner));
            return Outcome::Going;
        }
        const ssize_t n = ::recv(m_client, chunk.data(), chunk.size(), MSG_DONTWAIT);
        if (n > 0) {
            m_banner.insert(m_banner.end(), chunk.begin(), chunk.begin() + n);
        } else if (n == 0) {
            return Outcome::Finished;
        } else if (errno != EINTR) {
            return errno == EAGAIN ? Outcome::Going : Outcome::Broken;
        }
    }
}

Tunnel::Outcome Tunnel::passHttpGate() {
    constexpr std::string_view kHttp2 = "PRI * HTTP/2.0\r\n"; // "PRI" alone is a method that a page may choose
    std::array<std::uint8_t, 256> chunk;
    ssize_t n = 0;
    do {
        n = ::recv(m_client, chunk.data(), chunk.size(), MSG_DONTWAIT);
    } while (n < 0 && errno == EINTR);
    if (n < 0) {
        return errno == EAGAIN ? Outcome::Going : Outcome::Broken;
    }
    m_banner.insert(m_banner.end(), chunk.begin(), chunk.begin() + n);
    const std::string_view said(reinterpret_cast<const char*>(m_banner.data()), m_banner.size());
    if (n > 0 && m_in.bytes() == 0 && beginsLikeHttp(said)) {
        if (!beginsLike(m_banner, kHttp2)) {
            return Outcome::Http;
        }
        if (m_banner.size() < kHttp2.size()) {
            return passHttpGate();
        }
    }
    m_gate = Gate::Open;
    m_out = Pump(m_pool, m_client, m_upstream, std::move(m_banner));
    return Outcome::Going;
}

Tunnel::Outcome Tunnel::step() {
    if (m_gate != Gate::Open) {
        const Outcome gate = m_gate == Gate::SshBanner ? passGate() : passHttpGate();
        if (gate != Outcome::Going) {
            return gate;
        }
    }
    const Pump::State in = m_in.run();
    const Pump::State out = m_gate == Gate::Open ? m_out.run() : Pump::State::Flowing;
    if (in == Pump::State::Broken || out == Pump::State::Broken) {
        return Outcome::Broken;
    }
    if (in == Pump::State::Finished && out == Pump::State::Finished) {
        return Outcome::Finished;
    }
    return m_in.wantsTurn() || m_out.wantsTurn() ? Outcome::Again : Outcome::Going;
}

} // namespace leadglass::egress
