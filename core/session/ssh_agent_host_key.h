// Has this host key signed that session's id? Asked of leadglass-hostkey, a process for each (helper/hostkey/main.cpp).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "core/base/event_loop.h"
#include "core/session/child.h"
#include "core/wire/ssh_agent_message.h"

namespace leadglass::session {

class HostKeyCheck {
public:
    static constexpr Nanos kLimit = 10'000'000'000; // a process that is not done by then has proven nothing
    HostKeyCheck(EventLoop& loop, std::string program) : m_loop(loop), m_program(std::move(program)) {}
    ~HostKeyCheck();
    HostKeyCheck(const HostKeyCheck&) = delete;
    HostKeyCheck& operator=(const HostKeyCheck&) = delete;

    // `done` comes later, once; not after forget().
    std::uint64_t check(const wire::AgentBind& bind, std::function<void(bool proven)> done);
    void forget(std::uint64_t number);

private:
    struct One {
        std::unique_ptr<Child> child;
        std::function<void(bool)> done;
        EventLoop::TimerId limit = 0;
    };
    Result<std::unique_ptr<Child>> start(const wire::AgentBind& bind);
    void finish(std::uint64_t number, bool proven);
    EventLoop& m_loop;
    std::string m_program;
    std::map<std::uint64_t, One> m_running;
    std::uint64_t m_next = 1;
};

} // namespace leadglass::session
