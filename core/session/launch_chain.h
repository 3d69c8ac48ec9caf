// leadglass-launch, then bwrap, then leadglass-init: one process chain on one control socket.
// The message flow is told in core/wire/launch_control.h.
//
// Fails: a malformed message, or end of file before Exited, ends the run (onEnded with an Error).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/event_loop.h"
#include "core/session/child.h"
#include "core/wire/launch_control_codec.h"

namespace leadglass::session {

class LaunchChain {
public:
    struct Socket {
        wire::LaunchSocketInfo info;
        UniqueFd fd;
    };
    struct Callbacks {
        std::function<Status(UniqueFd)> home;      // fill it; an Error ends the run
        std::function<Status(UniqueFd)> terminal;  // its master, before ready; an Error ends the run
        std::function<void(const std::string& target)> unsealed; // wire::LaunchTag::Unsealed
        std::function<void()> ready;               // everything is built; call go() when the rest is
        std::function<void(UniqueFd)> commands;    // wire::LaunchTag::Commands
        std::function<void()> started;             // the command runs
        std::function<void(int signal)> stopped;   // job control
        // Once. An exit status (the command's own, 126 or 127), or why the run could not be set up.
        std::function<void(Result<int>)> ended;
    };

    LaunchChain(EventLoop& loop, Callbacks callbacks);
    ~LaunchChain(); // kills what is left

    // `standard`: what the command gets as 0, 1, 2; `plan`: the sealed memfd. All borrowed.
    // `fileMask`: the umask of the command.
    Status start(const std::string& program, const std::vector<int>& standard, int plan,
                 mode_t fileMask);
    Status go();
    void signal(int number);
    void resume(); // after stopped
    // SIGKILL to the chain; everything inside ends with it. `ended` follows.
    void killAll();

    // Taken once, after ready.
    std::vector<Socket> takeSockets() { return std::move(m_sockets); }
    [[nodiscard]] pid_t pid() const { return m_child ? m_child->pid() : -1; }
    [[nodiscard]] bool running() const { return m_started && !m_ended; }

private:
    void onReadable();
    void onMessage(wire::FromLaunch message, std::vector<UniqueFd> fds);
    void send(const wire::ToLaunch& message);
    void finish(Result<int> result);
    void finishWhenReaped(Result<int> result);

    EventLoop& m_loop;
    Callbacks m_callbacks;
    std::unique_ptr<Child> m_child;
    UniqueFd m_socket;
    std::vector<Socket> m_sockets;
    bool m_started = false;
    bool m_ended = false;
};

} // namespace leadglass::session
