// One thread, one epoll set: descriptors, timers and deferred calls.
//
// Ownership: the loop borrows descriptors; remove() before closing one. Callbacks may add and
// remove anything, themselves included. Not thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/base/unique_fd.h"

namespace leadglass {

class EventLoop {
public:
    using IoCallback = std::function<void(std::uint32_t epollEvents)>;
    using Callback = std::function<void()>;
    using TimerId = std::uint64_t;

    static Result<std::unique_ptr<EventLoop>> create();
    ~EventLoop();

    // `events`: EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET ... (epoll_ctl(2)).
    Status add(int fd, std::uint32_t events, IoCallback callback);
    Status modify(int fd, std::uint32_t events);
    void remove(int fd);

    TimerId after(Nanos delay, Callback callback);
    void cancel(TimerId id);
    // Runs once, after the callbacks of the present turn (used to batch audit commits).
    void defer(Callback callback);

    // Turns until stop(). One turn waits at most `maxWait` (negative: for ever).
    Status run();
    Status turn(Nanos maxWait);
    void stop() { m_stopped = true; }

private:
    EventLoop() = default;
    void fireTimers();
    void fireDeferred();

    struct Watch {
        IoCallback callback;
        std::uint64_t generation;
    };
    UniqueFd m_epoll;
    std::unordered_map<int, std::shared_ptr<Watch>> m_watches;
    std::map<std::pair<Nanos, TimerId>, Callback> m_timers;
    std::unordered_map<TimerId, Nanos> m_deadlines;
    std::vector<Callback> m_deferred;
    TimerId m_nextTimer = 1;
    std::uint64_t m_generation = 1;
    bool m_stopped = false;
};

} // namespace leadglass
