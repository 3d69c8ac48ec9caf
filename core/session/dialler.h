// Trust: names the agent asked for, answers of hostile name servers.
// Privilege: the person's network; makes the only outward connections of a run.
// Input: canonical names and addresses that the gatekeeper approved.
//        Where the person's environment names a proxy, the proxy's answers too (proxy_handshake.h).
// Fails: an answer that is hard-denied, or needs a rule that is not there, is never dialled; if
//        every answer is refused the dial fails with that reason. With a proxy set nothing is dialled
//        past it but what no_proxy names; an address is never asked of a proxy.
//
// Resolve (lookups.h), check, connect, hand over: no parser of a server's bytes lives here.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/event_loop.h"
#include "core/policy/types.h"
#include "core/session/lookups.h"
#include "core/session/upstream_proxy.h"

namespace leadglass::session {

struct DialRequest {
    std::string host;                      // canonical; or
    std::optional<policy::Address> literal; // an address; or
    std::uint16_t loopbackPort = 0;        // the host's own loopback
    std::uint16_t port = 0;
    policy::Decision decision;             // the allow it rests on
};

struct Dialled {
    UniqueFd socket;        // connected, non-blocking, TCP_NODELAY, with keepalive
    std::string address;    // "203.0.113.9:443", or "http://proxy.example:3128 (with credentials)"
    std::string refusal;    // reason code if every answer was refused: "hard_denial:metadata" ...
    std::string failure;    // "unresolvable" or "unreachable", with `detail`
    std::string detail;
};

class Dialler {
public:
    using Done = std::function<void(Dialled)>;

    // `resolverProgram`: path of leadglass-resolve; started at the first name, again if it died.
    Dialler(EventLoop& loop, std::string resolverProgram, UpstreamProxies proxies = {});
    ~Dialler();
    Dialler(const Dialler&) = delete;
    Dialler& operator=(const Dialler&) = delete;

    // Calls `done` once, later, unless it is cancelled. At most kMaxDials connect at once, kPerHost of
    // them to one host, so that a host that swallows connections stops no other; the others wait.
    // The number is for cancel().
    std::uint64_t dial(DialRequest request, Done done);
    // The flow is gone: `done` is not called, attempts end. An unknown number is no fault.
    void cancel(std::uint64_t number);

    static constexpr std::size_t kMaxDials = 256;
    static constexpr std::size_t kPerHost = 64;

private:
    struct Dial;
    void pump();
    void begin(const std::shared_ptr<Dial>& dial);
    void resolved(const std::shared_ptr<Dial>& dial, std::vector<policy::Address> answers);
    void askTheProxy(const std::shared_ptr<Dial>& dial, const UpstreamProxy& proxy);
    void ready(const std::shared_ptr<Dial>& dial);
    void stopAttempts(Dial& dial);
    void beginHandshake(const std::shared_ptr<Dial>& dial, UniqueFd socket);
    void onProxy(const std::shared_ptr<Dial>& dial, std::uint32_t epollEvents);
    void proxyFailed(const std::shared_ptr<Dial>& dial, const std::string& why);
    void connectNext(const std::shared_ptr<Dial>& dial);
    void onConnect(const std::shared_ptr<Dial>& dial, int fd);
    void finish(const std::shared_ptr<Dial>& dial, Dialled result);

    EventLoop& m_loop;
    Lookups m_lookups;
    UpstreamProxies m_proxies;
    std::unordered_map<std::uint64_t, std::shared_ptr<Dial>> m_dials; // all that are not finished
    std::deque<std::shared_ptr<Dial>> m_queue;                        // resolved, not connecting yet
    std::unordered_map<std::string, std::size_t> m_connecting;        // by host
    std::size_t m_active = 0;                                         // their sum
    bool m_pumping = false;
    std::uint64_t m_nextId = 1;
};

} // namespace leadglass::session
