// Trust: the supervisor's control socket is trusted; everything accepted is not.
// Privilege: accepts on passed listeners; receives connected sockets, one per approved flow.
// Input: wire/egress_control.h; connections; datagrams.
// Fails: a control message out of order or malformed, or the end of the control socket, ends run().
//
// The egress process after its self-sandbox: listeners, flows and the control channel on one loop.
#pragma once

#include <sys/epoll.h>

#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

#include "core/base/event_loop.h"
#include "core/base/unique_fd.h"
#include "core/egress/dns_server.h"
#include "core/egress/flow.h"
#include "core/egress/flow_host.h"

namespace leadglass::egress {

class Server final : public FlowHost {
public:
    // `inspector`: null where this program inspects nothing.
    Server(EventLoop& loop, UniqueFd control, std::unique_ptr<Inspector> inspector = nullptr);
    ~Server() override;
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    // Until the supervisor closes the control socket, or its sending side (ok), or breaks the protocol
    // (an error). After the former every flow is closed and reported.
    Status run();

private:
    struct Entrance {
        UniqueFd socket;
        wire::ListenerInfo info;
    };

    EventLoop& loop() override { return m_loop; }
    PipePool& pipes() override { return m_pipes; }
    const wire::Setup& setup() const override { return m_setup; }
    std::uint64_t open(Flow& flow, wire::FlowOpen message) override;
    void close(std::uint64_t flow, std::uint64_t bytesOut, std::uint64_t bytesIn, bool leadsBack) override;
    void refused(wire::FlowRefused message) override;
    void finished(Flow& flow) override;
    Inspector* inspector() override { return m_inspector.get(); }
    std::uint64_t openRequest(Flow& flow, wire::RequestOpen message) override;
    void requestDone(wire::RequestDone message) override;
    void tell(const wire::FromEgress& message) override { queue(message); }

    void onControl(std::uint32_t epollEvents);
    Status readControl();
    void onRunEnded();
    Status onBegin(wire::Begin begin, std::vector<UniqueFd> fds);
    Status onSetup(const wire::Setup& setup, std::vector<UniqueFd> fds);
    Status onVerdict(const wire::FlowVerdict& verdict, std::vector<UniqueFd> fds);
    void onRequestMessage(wire::ToEgress message); // RequestVerdict or RequestWatch
    void onRequestVerdict(wire::RequestVerdict verdict);
    void onRequestWatch(wire::RequestWatch watch);
    Status onPublished(const wire::Published& published, std::vector<UniqueFd> fds);
    void queue(const wire::FromEgress& message) { queueBytes(wire::encode(message)); }
    void queueBytes(std::vector<std::uint8_t> bytes);
    void queueLater(const wire::FromEgress& message);
    void flushControl();
    void awaitControl(std::uint32_t epollEvents);
    [[nodiscard]] bool congested() const { return m_outgoing.size() >= kMaxQueued; }

    void onAccept(Entrance& entrance);
    bool acceptOne(Entrance& entrance);
    Status watch(Entrance& entrance);
    void pauseAccepting(Nanos pause);
    void noteCrowded();
    void tellCrowded();
    bool describe(int client, const Entrance& entrance, wire::FlowOpen& out) const;

    static constexpr std::size_t kMaxQueued = 256;
    static constexpr std::size_t kMaxNamesQueued = 1024;
    static constexpr std::size_t kMaxBytesQueued = 16 * 1024 * 1024; // with request heads
    EventLoop& m_loop;
    UniqueFd m_control;
    PipePool m_pipes;
    wire::Setup m_setup;
    bool m_ready = false;
    std::size_t m_maxFlows = 0;
    std::vector<std::unique_ptr<Entrance>> m_entrances;
    std::unique_ptr<DnsServer> m_dns;
    std::unordered_map<Flow*, std::unique_ptr<Flow>> m_flows;
    std::unordered_map<std::uint64_t, Flow*> m_opened;
    std::vector<std::unique_ptr<Flow>> m_dead;
    std::unordered_map<std::uint64_t, Flow*> m_asked; // requests that are open
    std::unique_ptr<Inspector> m_inspector;
    bool m_begun = false;
    std::deque<std::vector<std::uint8_t>> m_outgoing;
    std::size_t m_bytesQueued = 0;
    std::uint32_t m_controlEvents = EPOLLIN;
    std::uint64_t m_nextFlow = 1;
    std::uint64_t m_nextRequest = 1;
    EventLoop::TimerId m_pause = 0;
    EventLoop::TimerId m_crowdedTimer = 0;
    std::uint32_t m_crowded = 0; // reset since the supervisor was told
    Status m_result;
};

} // namespace leadglass::egress
