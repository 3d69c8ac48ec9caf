#include "core/session/dialler.h"

#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/base/log.h"
#include "core/policy/address.h"
#include "core/policy/evaluator.h"
#include "core/session/dial.h"

namespace leadglass::session {
namespace {

constexpr Nanos kMilli = 1'000'000;
constexpr Nanos kConnectLimit = 20'000 * kMilli;
constexpr Nanos kNextAttempt = 250 * kMilli; // RFC 8305 section 5: connection attempt delay

socklen_t toSockaddr(const policy::Address& a, std::uint16_t port, sockaddr_storage& out) {
    out = {};
    if (a.v6) {
        auto& v6 = reinterpret_cast<sockaddr_in6&>(out);
        v6.sin6_family = AF_INET6;
        v6.sin6_port = htons(port);
        std::memcpy(&v6.sin6_addr, a.bytes.data(), 16);
        return sizeof v6;
    }
    auto& v4 = reinterpret_cast<sockaddr_in&>(out);
    v4.sin_family = AF_INET;
    v4.sin_port = htons(port);
    std::memcpy(&v4.sin_addr, a.bytes.data(), 4);
    return sizeof v4;
}

// Streams may rest for hours; boxes on the way forget them after a minute or more, and a server that
// is gone is noticed after four probes.
void setOptions(int fd) {
    const auto set = [fd](int level, int name, int value) {
        ::setsockopt(fd, level, name, &value, sizeof value);
    };
    constexpr int kIdle = 45;
    constexpr int kInterval = 15;
    constexpr int kProbes = 4;
    set(IPPROTO_TCP, TCP_NODELAY, 1);
    set(SOL_SOCKET, SO_KEEPALIVE, 1);
    set(IPPROTO_TCP, TCP_KEEPIDLE, kIdle);
    set(IPPROTO_TCP, TCP_KEEPINTVL, kInterval);
    set(IPPROTO_TCP, TCP_KEEPCNT, kProbes);
}

std::string withPort(const policy::Address& a, std::uint16_t port) {
    const std::string text = policy::toText(a);
    return (a.v6 ? "[" + text + "]" : text) + ":" + std::to_string(port);
}

} // namespace

std::vector<policy::Address> interleave(const std::vector<policy::Address>& in) {
    std::vector<policy::Address> first;
    std::vector<policy::Address> second;
    for (const auto& a : in) {
        (a.v6 == in.front().v6 ? first : second).push_back(a);
    }
    std::vector<policy::Address> out;
    for (std::size_t i = 0; i < std::max(first.size(), second.size()); ++i) {
        if (i < first.size()) out.push_back(first[i]);
        if (i < second.size()) out.push_back(second[i]);
    }
    return out;
}

Dialler::Dialler(EventLoop& loop, std::string resolverProgram, UpstreamProxies proxies)
    : m_loop(loop), m_lookups(loop, std::move(resolverProgram)), m_proxies(std::move(proxies)) {}

Dialler::~Dialler() = default;

std::uint64_t Dialler::dial(DialRequest request, Done done) {
    auto dial = std::make_shared<Dial>();
    dial->host = request.literal ? policy::toText(*request.literal) : request.host;
    dial->request = std::move(request);
    dial->done = std::move(done);
    dial->id = m_nextId++;
    m_dials.emplace(dial->id, dial);
    const DialRequest& wanted = dial->request;
    const UpstreamProxy* proxy =
        wanted.host.empty() ? nullptr : m_proxies.forHost(wanted.host, wanted.port, wanted.decision.protocol);
    if (proxy != nullptr && wanted.decision.viaProxy) {
        askTheProxy(dial, *proxy);
    } else if (!wanted.literal && wanted.loopbackPort == 0) {
        dial->lookup = m_lookups.lookUp(dial->request.host, [this, dial, proxy](Lookups::Answer answer) {
            if (dial->finished) {
                return;
            }
            if (answer.problem.empty()) {
                resolved(dial, answer.addresses);
            } else {
                finish(dial, {{}, {}, {}, "unresolvable",
                              answer.problem + (proxy == nullptr ? "" : "; a rule with via_proxy = true leaves the name to the proxy")});
            }
        });
    } else {
        ready(dial);
    }
    return dial->id;
}

void Dialler::cancel(std::uint64_t number) {
    const auto it = m_dials.find(number);
    if (it != m_dials.end()) {
        auto dial = it->second;
        dial->done = nullptr;
        finish(dial, {});
    }
}

// Deferred: a row of dials that fail at once would go as deep as the queue is long.
void Dialler::pump() {
    if (std::exchange(m_pumping, true)) {
        return;
    }
    m_loop.defer([this] {
        m_pumping = false;
        std::deque<std::shared_ptr<Dial>> ready;
        std::deque<std::shared_ptr<Dial>> later;
        for (auto& dial : m_queue) {
            if (dial->finished) {
                continue;
            }
            const auto known = m_connecting.find(dial->host);
            const std::size_t ofHost = known == m_connecting.end() ? 0 : known->second;
            if (m_active < kMaxDials && ofHost < kPerHost) {
                m_connecting[dial->host] = ofHost + 1;
                ++m_active;
                dial->connecting = true;
                ready.push_back(std::move(dial));
            } else {
                later.push_back(std::move(dial));
            }
        }
        m_queue = std::move(later);
        for (const auto& dial : ready) {
            begin(dial);
        }
    });
}

void Dialler::begin(const std::shared_ptr<Dial>& dial) {
    const DialRequest& request = dial->request;
    if (request.loopbackPort != 0) {
        policy::Address v4;
        v4.bytes = {127, 0, 0, 1};
        policy::Address v6;
        v6.v6 = true;
        v6.bytes[15] = 1;
        dial->candidates = {v4, v6};
        dial->request.port = request.loopbackPort;
    }
    if (request.literal) {
        resolved(dial, {*request.literal});
        return;
    }
    connectNext(dial);
}

void Dialler::resolved(const std::shared_ptr<Dial>& dial, std::vector<policy::Address> answers) {
    auto own = policy::ownAddresses();
    if (!own) {
        finish(dial, {{}, {}, "own_addresses_unknown", {}, own.error().text()});
        return;
    }
    std::string refusal;
    std::vector<policy::Address> good;
    for (const auto& answer : answers) {
        std::string reason = policy::checkResolved(dial->request.decision, answer, *own);
        if (reason.empty()) {
            good.push_back(answer);
        } else {
            refusal = std::move(reason);
            log::warning("'" + dial->request.host + "' at " + policy::toText(answer) +
                         " is not dialled: " + refusal);
        }
    }
    // One forbidden answer taints the name (rebinding): none of them is used.
    if (!refusal.empty()) {
        finish(dial, {{}, {}, refusal, {}, "resolves to a forbidden address"});
        return;
    }
    const DialRequest& wanted = dial->request;
    const auto protocol = wanted.decision.protocol;
    if (wanted.literal && m_proxies.forLiteral(*wanted.literal, wanted.port, protocol) != nullptr) {
        finish(dial, {{}, {}, {}, "unreachable",
                      "an address is not asked of a proxy; name it in no_proxy to reach it directly"});
        return;
    }
    const UpstreamProxy* proxy =
        wanted.literal ? nullptr : m_proxies.forHost(wanted.host, wanted.port, protocol);
    if (proxy != nullptr && !m_proxies.excepted(good)) {
        askTheProxy(dial, *proxy);
        return;
    }
    dial->candidates = interleave(good);
    ready(dial);
}

void Dialler::ready(const std::shared_ptr<Dial>& dial) {
    if (dial->connecting) {
        connectNext(dial);
        return;
    }
    m_queue.push_back(dial);
    pump();
}

void Dialler::connectNext(const std::shared_ptr<Dial>& dial) {
    if (dial->finished) {
        return;
    }
    if (dial->limit != 0) {
        m_loop.cancel(dial->limit);
    }
    dial->limit = m_loop.after(kConnectLimit, [this, dial] {
        finish(dial, {{}, {}, {}, "unreachable", "no connection in time"});
    });
    m_loop.cancel(dial->stagger);
    while (dial->next < dial->candidates.size()) {
        const policy::Address address = dial->candidates[dial->next++];
        UniqueFd fd(::socket(address.v6 ? AF_INET6 : AF_INET,
                             SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
        if (!fd) {
            dial->lastError = errno;
            continue;
        }
        setOptions(fd.get());
        sockaddr_storage to{};
        const socklen_t size = toSockaddr(address, dial->proxy != nullptr ? dial->proxy->port : dial->request.port, to);
        if (::connect(fd.get(), reinterpret_cast<const sockaddr*>(&to), size) != 0 &&
            errno != EINPROGRESS) {
            dial->lastError = errno;
            continue;
        }
        const int number = fd.get();
        if (!m_loop.add(number, EPOLLOUT,
                        [this, dial, number](std::uint32_t) { onConnect(dial, number); })) {
            continue;
        }
        dial->attempts.emplace(number, std::make_pair(std::move(fd), address));
        if (dial->next < dial->candidates.size()) {
            dial->stagger = m_loop.after(kNextAttempt, [this, dial] { connectNext(dial); });
        }
        return;
    }
    if (dial->attempts.empty()) {
        if (dial->proxy != nullptr) {
            proxyFailed(dial, std::strerror(dial->lastError));
        } else {
            finish(dial, {{}, {}, {}, "unreachable", std::strerror(dial->lastError)});
        }
    }
}

void Dialler::stopAttempts(Dial& dial) {
    m_loop.cancel(dial.stagger);
    for (auto& [fd, attempt] : dial.attempts) {
        m_loop.remove(fd);
    }
    dial.attempts.clear();
}

void Dialler::onConnect(const std::shared_ptr<Dial>& dial, int fd) {
    auto it = dial->attempts.find(fd);
    if (it == dial->attempts.end() || dial->finished) {
        return;
    }
    int error = 0;
    socklen_t size = sizeof error;
    ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size);
    m_loop.remove(fd);
    auto [socket, address] = std::move(it->second);
    dial->attempts.erase(it);
    if (error != 0) {
        dial->lastError = error;
        connectNext(dial);
        return;
    }
    if (dial->proxy != nullptr) {
        beginHandshake(dial, std::move(socket));
        return;
    }
    Dialled result;
    result.socket = std::move(socket);
    result.address = withPort(address, dial->request.port);
    finish(dial, std::move(result));
}

void Dialler::finish(const std::shared_ptr<Dial>& dial, Dialled result) {
    if (dial->finished) {
        return;
    }
    dial->finished = true;
    m_loop.cancel(dial->limit);
    stopAttempts(*dial);
    if (dial->atProxy) {
        m_loop.remove(dial->atProxy.get());
        dial->atProxy.reset();
    }
    m_lookups.cancel(dial->lookup);
    m_dials.erase(dial->id);
    if (dial->connecting) {
        --m_active;
        const auto ofHost = m_connecting.find(dial->host);
        if (--ofHost->second == 0) {
            m_connecting.erase(ofHost);
        }
    }
    if (dial->done) {
        dial->done(std::move(result));
    }
    if (!m_queue.empty()) {
        pump();
    }
}

} // namespace leadglass::session
