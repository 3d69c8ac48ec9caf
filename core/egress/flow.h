// Trust: a client inside the run on one side, a server on the network on the other; verdicts come
//        from the supervisor.
// Privilege: the client's socket, and one connected socket per approved flow.
// Input: any bytes, any timing; held back until a verdict is there; all buffers are bounded.
// Fails: refused in the form the client can read (RST, TLS alert, 403, SOCKS code).
//
// One client connection from accept to close. A captured, CONNECT, SOCKS or loopback connection is
// one flow; a connection that sends absolute-form HTTP is one flow after another.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/unique_fd.h"
#include "core/egress/client_hello.h"
#include "core/egress/flow_host.h"
#include "core/egress/http_session.h"
#include "core/egress/inspector.h"
#include "core/egress/name_check.h"
#include "core/egress/tunnel.h"

namespace leadglass::egress {

class Flow final : public HttpOwner, private InspectOwner {
public:
    // `open`: what a captured or loopback connection is for; for the proxy port only client and
    // local are filled, the rest comes from what the client says.
    Flow(FlowHost& host, UniqueFd client, wire::FlowOpen open, bool proxy);
    ~Flow() override;
    Flow(const Flow&) = delete;
    Flow& operator=(const Flow&) = delete;

    void start();
    // A connection to a published port of the run, whose server is `upstream`; instead of start(). `once`: wire::Published.
    void startPublished(std::uint64_t id, UniqueFd upstream, bool once);
    void onVerdict(const wire::FlowVerdict& verdict, UniqueFd upstream);
    void onRequestVerdict(wire::RequestVerdict verdict);
    void onRequestWatch(wire::RequestWatch watch);
    void runEnded(); // nobody is left inside: closes both sides

private:
    enum class Stage : std::uint8_t {
        Greeting,
        SocksGreeting,
        SocksRequest,
        ConnectHead, // proxy port
        Holding,     // a verdict is awaited
        Hello,
        Http,
        Inspect,
        Relay, // allowed
        RefusedHello,
        RefusedHead,
        Draining, // refused
        Done
    };

    // flow.cpp: stages
    void onClient(std::uint32_t epollEvents);
    void onUpstream(std::uint32_t epollEvents);
    void step();
    void stepOnce();
    void again();
    void onTimer();
    void armTimer(Nanos delay);
    bool readMore(std::size_t limit); // false: nothing new; at the end or an error the flow ends
    void stepHello();
    void stepHttp();
    void stepInspect();
    void stepRelay();
    void stepDraining();
    void startRelay(std::vector<std::uint8_t> toUpstream, std::vector<std::uint8_t> toClient);
    void startHttp(std::vector<std::uint8_t> first);
    void startInspect(std::vector<std::uint8_t> first, bool proxied);
    bool adopt(UniqueFd upstream);
    void beginProtocol();

    // flow_entry.cpp: the proxy port
    void stepGreeting();
    void stepSocksGreeting();
    void stepSocksRequest();
    void stepConnectHead();
    bool confirm(); // tells a CONNECT or SOCKS client that the tunnel stands
    Judgement judge(RequestHead& head) override;
    Judgement judgeProxied(RequestHead& head);
    void badRequest(int status, std::string_view why) override;
    void openFlow();

    // flow_inspect.cpp: requests that are asked about
    std::uint64_t openRequest(wire::RequestOpen message) override;
    void requestDone(wire::RequestDone message) override;
    void sighted(wire::Sighting message) override;
    void tlsFailed(wire::TlsFailed message) override;
    void requestRefused(wire::Refusal refusal, std::string_view seen) override;
    void drain();

    // flow_refuse.cpp: ends
    void refuse(wire::Refusal refusal, std::string decisionId);
    void refuseAllowed(wire::Refusal refusal, std::string_view seen);
    void refuseHttp(int status, wire::Refusal refusal, std::string_view detail);
    void stepRefusedHello();
    void stepRefusedHead();
    void sendAndDrain(std::span<const std::uint8_t> bytes);
    void sendAndDrain(std::string_view text);
    void closeOpened(); // FlowClosed for the present flow id, if there is one
    void dropUpstream();
    void reset();
    void finish();
    std::string shownHost() const;

    FlowHost& m_host;
    UniqueFd m_client;
    UniqueFd m_upstream;
    wire::FlowOpen m_open;
    wire::FlowVerdict m_verdict;
    Target m_target;
    Stage m_stage = Stage::Holding;
    bool m_proxy;
    bool m_once = false;
    bool m_allowed = false;
    bool m_tunnelStands = false;    // CONNECT or SOCKS was confirmed
    std::uint64_t m_id = 0;         // of the present flow; 0: none
    std::vector<std::uint8_t> m_in; // read from the client, not yet used
    std::size_t m_scanned = 0;
    ClientHelloReader m_hello;
    std::unique_ptr<HttpSession> m_http;
    std::unique_ptr<Tunnel> m_tunnel;
    std::unique_ptr<InspectedFlow> m_inspected;
    wire::Refusal m_refusal = wire::Refusal::None;
    EventLoop::TimerId m_timer = 0;
    EventLoop::TimerId m_againTimer = 0;
    Nanos m_headSince = 0;
};

} // namespace leadglass::egress
