#include "core/session/proxy_handshake.h"

#include <algorithm>
#include <array>

#include "core/base/base64.h"

namespace leadglass::session {
namespace {

using State = ProxyHandshake::Step::State;

constexpr std::uint8_t kVersion = 5;
constexpr std::uint8_t kNoAuth = 0;
constexpr std::uint8_t kUserPassword = 2;

ProxyHandshake::Step failed(std::string why) { return {State::Failed, 0, {}, std::move(why)}; }

std::string socksText(std::uint8_t code) {
    static constexpr std::array kTexts{"ok", "it failed", "its rules do not allow it", "it cannot reach the network",
                                       "it cannot reach the host", "the connection was refused", "it took too long",
                                       "it does not do this", "it does not take names"};
    return code < kTexts.size() ? kTexts[code] : "it failed in its own way";
}

} // namespace

ProxyHandshake::ProxyHandshake(const UpstreamProxy& proxy, std::string host, std::uint16_t port)
    : m_proxy(proxy),
      m_host(std::move(host)),
      m_port(port),
      m_stage(proxy.kind == UpstreamProxy::Kind::Socks5 ? Stage::SocksMethod : Stage::Http) {}

std::string ProxyHandshake::begin() const {
    if (m_stage != Stage::Http) {
        return m_proxy.credentials ? std::string("\x05\x02\x00\x02", 4) : std::string("\x05\x01\x00", 3);
    }
    const std::string place = m_host + ":" + std::to_string(m_port);
    std::string head = "CONNECT " + place + " HTTP/1.1\r\nHost: " + place + "\r\n";
    if (m_proxy.credentials) {
        head += "Proxy-Authorization: Basic " + base64Encoded(m_proxy.user + ":" + m_proxy.password) + "\r\n";
    }
    return head + "\r\n";
}

ProxyHandshake::Step ProxyHandshake::take(std::span<const std::uint8_t> bytes) {
    return m_stage == Stage::Http ? takeHttp(bytes) : takeSocks(bytes);
}

ProxyHandshake::Step ProxyHandshake::takeHttp(std::span<const std::uint8_t> bytes) const {
    static constexpr std::string_view kEnd = "\r\n\r\n";
    static constexpr std::string_view kBegin = "HTTP/1.";
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), std::min(bytes.size(), kMaxHead));
    const std::size_t known = std::min(text.size(), kBegin.size());
    if (text.substr(0, known) != kBegin.substr(0, known)) {
        return failed("what answers there is no HTTP proxy");
    }
    const std::size_t end = text.find(kEnd);
    if (end == std::string_view::npos) {
        return bytes.size() >= kMaxHead ? failed("its answer has no end") : Step{};
    }
    constexpr std::size_t kCodeAt = 9; // "HTTP/1.1 "
    const std::string code(text.substr(std::min(kCodeAt, text.size()), 3));
    const bool digits = code.size() == 3 && text[kCodeAt - 1] == ' ' &&
                        std::all_of(code.begin(), code.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!digits) {
        return failed("what answers there is no HTTP proxy");
    }
    if (code == "407") {
        return failed(m_proxy.credentials ? "it does not take the user and password (407)"
                                          : "it wants a user and password (407)");
    }
    return code[0] == '2' ? Step{State::Done, end + kEnd.size(), {}, {}} : failed("it answered " + code);
}

std::string ProxyHandshake::socksRequest() const {
    std::string out("\x05\x01\x00\x03", 4);
    out.push_back(static_cast<char>(m_host.size()));
    out += m_host;
    out.push_back(static_cast<char>(m_port >> 8));
    out.push_back(static_cast<char>(m_port & 255));
    return out;
}

ProxyHandshake::Step ProxyHandshake::takeSocks(std::span<const std::uint8_t> bytes) {
    constexpr std::size_t kShort = 2;
    constexpr std::size_t kReplyHead = 4;
    if (bytes.size() < kShort) {
        return {};
    }
    if (m_stage == Stage::SocksMethod) {
        const bool wanted = bytes[1] == kNoAuth || (bytes[1] == kUserPassword && m_proxy.credentials);
        if (bytes[0] != kVersion || !wanted) {
            return failed(bytes[0] != kVersion    ? "what answers there is no SOCKS 5 proxy"
                          : m_proxy.credentials ? "it takes no user and password"
                                                : "it wants a user and password");
        }
        if (bytes[1] == kNoAuth) {
            m_stage = Stage::SocksReply;
            return {State::Send, kShort, socksRequest(), {}};
        }
        m_stage = Stage::SocksAuth;
        std::string said(1, '\x01');
        said.push_back(static_cast<char>(m_proxy.user.size()));
        said += m_proxy.user;
        said.push_back(static_cast<char>(m_proxy.password.size()));
        said += m_proxy.password;
        return {State::Send, kShort, std::move(said), {}};
    }
    if (m_stage == Stage::SocksAuth) {
        if (bytes[1] != 0) {
            return failed("it does not take the user and password");
        }
        m_stage = Stage::SocksReply;
        return {State::Send, kShort, socksRequest(), {}};
    }
    if (bytes[0] != kVersion || bytes[1] != 0) {
        return failed(bytes[0] != kVersion ? "what answers there is no SOCKS 5 proxy" : socksText(bytes[1]));
    }
    if (bytes.size() <= kReplyHead) {
        return {};
    }
    // The address it dialled from: 4 bytes, 16, or a name behind its length; then a port.
    const std::size_t address = bytes[3] == 1 ? 4 : bytes[3] == 4 ? 16 : bytes[3] == 3 ? 1U + bytes[4] : 0;
    if (address == 0) {
        return failed("what answers there is no SOCKS 5 proxy");
    }
    const std::size_t whole = kReplyHead + address + 2;
    return bytes.size() < whole ? Step{} : Step{State::Done, whole, {}, {}};
}

} // namespace leadglass::session
