// The proxy port: HTTP CONNECT, absolute-form HTTP and SOCKS5, told apart by the first bytes; and
// the check of each HTTP request, whichever way it came.
#include <sys/socket.h>

#include <algorithm>
#include <string_view>

#include "core/egress/container_credentials.h"
#include "core/egress/flow.h"
#include "core/egress/socks.h"
#include "core/policy/host_name.h"

namespace leadglass::egress {
namespace {

constexpr std::string_view kConnect = "CONNECT ";

bool sendAll(int fd, std::span<const std::uint8_t> bytes) {
    // A few bytes into an empty send buffer: short only where the connection is gone.
    return ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT) ==
           static_cast<ssize_t>(bytes.size());
}

bool sameAuthority(std::string_view a, std::string_view b) {
    const auto x = policy::splitHostPort(a);
    const auto y = policy::splitHostPort(b);
    if (!x || !y || (x->port == 0 ? 80 : x->port) != (y->port == 0 ? 80 : y->port)) {
        return false;
    }
    if (equalsIgnoringCase(x->host, y->host)) {
        return true;
    }
    const auto cx = policy::canonicalHost(x->host);
    const auto cy = policy::canonicalHost(y->host);
    return cx && cy && *cx == *cy;
}

} // namespace

void Flow::stepGreeting() {
    for (;;) {
        if (!m_in.empty() && m_in[0] == 5) {
            m_stage = Stage::SocksGreeting;
            return;
        }
        if (!m_in.empty() && (m_in[0] < 'A' || m_in[0] > 'Z')) {
            reset();
            return;
        }
        const auto begun = static_cast<std::ptrdiff_t>(std::min(m_in.size(), kConnect.size()));
        if (!std::equal(m_in.begin(), m_in.begin() + begun, kConnect.begin())) {
            m_open.entry = wire::Entry::HttpProxy;
            m_http =
                std::make_unique<HttpSession>(*this, m_client.get(), -1, std::exchange(m_in, {}));
            m_stage = Stage::Http;
            return;
        }
        if (m_in.size() >= kConnect.size()) {
            m_stage = Stage::ConnectHead;
            return;
        }
        if (!readMore(kMaxHead)) {
            return;
        }
    }
}

void Flow::stepSocksGreeting() {
    for (;;) {
        const SocksGreeting greeting = parseSocksGreeting(m_in);
        if (greeting.state == SocksState::Bad) {
            sendAndDrain(std::string_view("\x05\xff", 2));
            return;
        }
        if (greeting.state == SocksState::Done) {
            m_in.erase(m_in.begin(), m_in.begin() + static_cast<std::ptrdiff_t>(greeting.size));
            const std::uint8_t answer[] = {5, 0};
            if (!sendAll(m_client.get(), answer)) {
                reset();
                return;
            }
            m_stage = Stage::SocksRequest;
            return;
        }
        if (!readMore(512)) {
            return;
        }
    }
}

void Flow::stepSocksRequest() {
    for (;;) {
        const SocksRequest request = parseSocksRequest(m_in);
        if (request.state == SocksState::Bad) {
            sendAndDrain(socksReply(request.reply));
            return;
        }
        if (request.state == SocksState::Done) {
            m_in.erase(m_in.begin(), m_in.begin() + static_cast<std::ptrdiff_t>(request.size));
            m_open.entry = wire::Entry::Socks;
            m_open.name = request.name;
            m_open.port = request.name.empty() ? std::uint16_t{0} : request.target.port;
            m_open.target = request.name.empty() ? request.target : wire::Endpoint{};
            openFlow();
            return;
        }
        if (!readMore(1024)) {
            return;
        }
    }
}

void Flow::stepConnectHead() {
    std::size_t end = 0;
    while ((end = findHeadEnd(m_in, m_scanned)) == 0) {
        m_scanned = m_in.size();
        if (m_in.size() >= kMaxHead) {
            badRequest(431, "the request head is larger than 64 KiB");
            return;
        }
        if (!readMore(kMaxHead)) {
            return;
        }
    }
    const ParsedRequest parsed = parseRequestHead(std::span(m_in).first(end));
    if (!parsed.ok) {
        badRequest(parsed.status, parsed.why);
        return;
    }
    const auto split = policy::splitHostPort(parsed.head.target);
    if (!split || split->port == 0 || split->host.empty() || split->host.size() > 255) {
        badRequest(400, "CONNECT needs HOST:PORT");
        return;
    }
    m_in.erase(m_in.begin(), m_in.begin() + static_cast<std::ptrdiff_t>(end));
    m_open.entry = wire::Entry::Connect;
    m_open.name = split->host;
    m_open.port = split->port;
    openFlow();
}

bool Flow::confirm() {
    if (m_open.entry == wire::Entry::Connect) {
        constexpr std::string_view kOk = "HTTP/1.1 200 Connection established\r\n\r\n";
        m_tunnelStands =
            sendAll(m_client.get(),
                    std::span(reinterpret_cast<const std::uint8_t*>(kOk.data()), kOk.size()));
    } else if (m_open.entry == wire::Entry::Socks) {
        m_tunnelStands = sendAll(m_client.get(), socksReply(0));
    } else {
        return true;
    }
    if (!m_tunnelStands) {
        reset();
    }
    return m_tunnelStands;
}

HttpOwner::Judgement Flow::judge(RequestHead& head) {
    if (m_open.entry == wire::Entry::HttpProxy) {
        return judgeProxied(head);
    }
    if (!requestHolds(m_target, head)) {
        const std::string* host = head.field("host");
        refuseAllowed(wire::Refusal::Inconsistent, host != nullptr ? *host : "(no Host)");
        return {};
    }
    AbsoluteTarget absolute;
    const bool isAbsolute = parseAbsoluteTarget(head.target, absolute);
    return {Judgement::Kind::Forward, isAbsolute ? absolute.path : head.target};
}

HttpOwner::Judgement Flow::judgeProxied(RequestHead& head) {
    if (const auto& endpoint = m_host.setup().credentials; endpoint && asksForCredentials(*endpoint, head)) {
        m_http->refuse(credentialsResponse(*endpoint, systemClock().wall())); // nothing goes on, and the connection ends with it
        again();
        return {};
    }
    AbsoluteTarget absolute;
    if (!parseAbsoluteTarget(head.target, absolute)) {
        badRequest(400, "this is a proxy: CONNECT HOST:PORT or http://HOST/PATH");
        return {};
    }
    if (absolute.scheme != "http") {
        refuseHttp(403, wire::Refusal::BadProtocol,
                   "only http:// here; https goes through CONNECT");
        return {};
    }
    const std::string* host = head.field("host");
    if (host != nullptr && !sameAuthority(*host, absolute.authority)) {
        refuseHttp(421, wire::Refusal::Inconsistent, "Host differs from the request target");
        return {};
    }
    const auto split = policy::splitHostPort(absolute.authority);
    if (!split || split->host.empty() || split->host.size() > 255) {
        badRequest(400, "the request target names no host");
        return {};
    }
    const std::uint16_t port = split->port == 0 ? std::uint16_t{80} : split->port;
    const bool same = m_id != 0 && m_allowed && m_open.port == port &&
                      equalsIgnoringCase(m_open.name, split->host);
    if (same) {
        return {Judgement::Kind::Forward, absolute.path};
    }
    closeOpened();
    m_http->dropUpstream();
    dropUpstream();
    m_open.name = split->host;
    m_open.port = port;
    openFlow();
    return {m_id == 0 ? Judgement::Kind::Refused : Judgement::Kind::Wait, {}};
}

void Flow::badRequest(int status, std::string_view why) {
    if (m_id != 0 && m_allowed) {
        m_host.refused({m_id, wire::Refusal::BadProtocol, std::string(why)});
    }
    refuseHttp(status, wire::Refusal::BadProtocol, why);
}

} // namespace leadglass::egress
