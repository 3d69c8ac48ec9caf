// Signals of the supervisor as events of the loop (signalfd(2)). Blocks them while it lives;
// children unblock everything before exec.
#pragma once

#include <csignal>
#include <functional>
#include <memory>

#include "core/base/event_loop.h"

namespace leadglass::session {

class Signals {
public:
    using Callback = std::function<void(int signal)>;
    static Result<std::unique_ptr<Signals>> watch(EventLoop& loop, Callback callback);
    ~Signals();

private:
    Signals(EventLoop& loop, Callback callback);
    void onReadable();
    EventLoop& m_loop;
    Callback m_callback;
    UniqueFd m_fd;
    sigset_t m_before{};
};

} // namespace leadglass::session
