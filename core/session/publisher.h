// Trust: whoever on this machine connects to a published port, web pages in the person's browser too; and
//        the run's server behind it.
// Privilege: listens on this machine's loopback; connects to the loopback of the run's own namespace.
// Input: connections. Their bytes are the egress process's business (core/egress/flow.h): it checks
//        the Host of HTTP, as a page of another site could have its name resolve to this machine.
// Fails: a port that is taken is an error before the run starts; a connection without a row is closed.
//
// --publish PORT: a port of the run on 127.0.0.1 and [::1] of this machine, while the run lasts. And the port that a browser
// calls after a sign-in: on 127.0.0.1 only, once a person has allowed it, until one request has been answered.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/event_loop.h"
#include "core/session/audit_trail.h"
#include "core/session/run_sockets.h"
#include "core/wire/egress_control.h"

namespace leadglass::session {

class Publisher {
public:
    static constexpr std::size_t kMaxOpen = 512; // more are reset
    // Numbers of published flows; those of flows that want out never come so far.
    static constexpr std::uint64_t kFirstFlow = std::uint64_t{1} << 63;

    using Send = std::function<void(const wire::ToEgress&, const std::vector<int>& fds)>;

    // Takes the ports; nobody is accepted before enter().
    static Result<std::unique_ptr<Publisher>> listen(EventLoop& loop, AuditTrail& trail,
                                                     const std::vector<std::uint16_t>& ports, Send send);
    ~Publisher();
    Publisher(const Publisher&) = delete;
    Publisher& operator=(const Publisher&) = delete;

    // Is the port free on 127.0.0.1 and [::1] of this machine, as far as can be told now?
    [[nodiscard]] static bool isFree(std::uint16_t port);
    [[nodiscard]] bool publishes(std::uint16_t port) const;
    // For at most `limit`, and until one request has been answered from inside; where that answer leads back to the port, the next
    // one as well, kFollow long. A connection that says nothing, or gets no answer, does not count, kOnceTries of them do. Conflict: the port is taken, or offered already; Busy: kMaxOnce are.
    Status offerOnce(std::uint16_t port, Nanos limit);
    [[nodiscard]] bool offersOnce(std::uint16_t port) const { return m_once.contains(port); }

    // The run's namespace is there, and so is the egress process.
    Status enter(pid_t member);
    void onClosed(const wire::FlowClosed& closed);
    void onRefused(const wire::FlowRefused& refused);
    void egressEnded();
    void runEnding(); // the ports are free again; ends are told as that of the run
    [[nodiscard]] bool anyOpen() const;
    void end(); // nothing more comes: rows for what is still open

private:
    struct Listener {
        UniqueFd socket;
        std::uint16_t port = 0;
    };
    static constexpr std::size_t kMaxOnce = 4;
    static constexpr std::size_t kMaxSilent = 8;
    static constexpr int kOnceTries = 8;
    static constexpr Nanos kFollow = 30'000'000'000;
    struct Once {
        UniqueFd listener;             // while a connection is being served, others wait in its queue
        bool paused = true;
        bool followed = false;         // an answer led back
        std::map<int, UniqueFd> silent; // connections that have said nothing yet: browsers open such ones
        Nanos until = 0;
        int tries = 0;
        EventLoop::TimerId timer = 0;
    };
    struct Connection {
        UniqueFd client;
        UniqueFd inside; // being connected
        std::uint16_t port = 0;
        bool v6 = false; // the second try
        bool passed = false;
        bool refused = false;
        bool once = false;
        std::string from;
        std::int64_t row = 0;
        Nanos began = 0;
    };
    Publisher(EventLoop& loop, AuditTrail& trail, Send send) : m_loop(loop), m_trail(trail), m_send(std::move(send)) {}
    void onAccept(const Listener& listener);
    Status listenOnce(std::uint16_t port);
    void onAcceptOnce(std::uint16_t port);
    void onSpoke(std::uint16_t port, int fd);
    void pauseListening(Once& once);
    void onceEnded(std::uint16_t port, bool answered, bool leadsBack = false);
    void closeOnce(std::uint16_t port);
    void connectInside(std::uint64_t id);
    void onConnect(std::uint64_t id);
    void connected(std::uint64_t id);
    void pass(std::uint64_t id);
    void drop(std::uint64_t id);
    void recordEnd(const Connection& connection, const char* reason, const wire::FlowClosed* closed);

    EventLoop& m_loop;
    AuditTrail& m_trail;
    Send m_send;
    RunSockets m_sockets;
    std::vector<std::unique_ptr<Listener>> m_listeners;
    std::unordered_map<std::uint64_t, Connection> m_connections;
    std::map<std::uint16_t, Once> m_once;
    std::uint64_t m_next = kFirstFlow;
    bool m_ending = false;
};

} // namespace leadglass::session
