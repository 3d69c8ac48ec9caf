#include "core/base/event_loop.h"

#include <sys/epoll.h>

#include <array>
#include <cerrno>

namespace leadglass {

Result<std::unique_ptr<EventLoop>> EventLoop::create() {
    std::unique_ptr<EventLoop> loop(new EventLoop());
    loop->m_epoll.reset(::epoll_create1(EPOLL_CLOEXEC));
    if (!loop->m_epoll) {
        return ioError("cannot create an epoll set", errno);
    }
    return loop;
}

EventLoop::~EventLoop() = default;

Status EventLoop::add(int fd, std::uint32_t events, IoCallback callback) {
    epoll_event event{};
    event.events = events;
    event.data.u64 = static_cast<std::uint32_t>(fd) | (m_generation << 32);
    if (::epoll_ctl(m_epoll.get(), EPOLL_CTL_ADD, fd, &event) != 0) {
        return ioError("cannot watch a descriptor", errno);
    }
    m_watches[fd] = std::make_shared<Watch>(Watch{std::move(callback), m_generation & 0xffffffffU});
    ++m_generation;
    return {};
}

Status EventLoop::modify(int fd, std::uint32_t events) {
    auto it = m_watches.find(fd);
    if (it == m_watches.end()) {
        return makeError(Code::NotFound, "descriptor is not watched");
    }
    epoll_event event{};
    event.events = events;
    event.data.u64 = static_cast<std::uint32_t>(fd) | (it->second->generation << 32);
    if (::epoll_ctl(m_epoll.get(), EPOLL_CTL_MOD, fd, &event) != 0) {
        return ioError("cannot watch a descriptor", errno);
    }
    return {};
}

void EventLoop::remove(int fd) {
    if (m_watches.erase(fd) > 0) {
        ::epoll_ctl(m_epoll.get(), EPOLL_CTL_DEL, fd, nullptr);
    }
}

EventLoop::TimerId EventLoop::after(Nanos delay, Callback callback) {
    const TimerId id = m_nextTimer++;
    const Nanos deadline = systemClock().awake() + (delay > 0 ? delay : 0);
    m_timers.emplace(std::make_pair(deadline, id), std::move(callback));
    m_deadlines.emplace(id, deadline);
    return id;
}

void EventLoop::cancel(TimerId id) {
    auto it = m_deadlines.find(id);
    if (it != m_deadlines.end()) {
        m_timers.erase({it->second, id});
        m_deadlines.erase(it);
    }
}

void EventLoop::defer(Callback callback) { m_deferred.push_back(std::move(callback)); }

void EventLoop::fireTimers() {
    const Nanos now = systemClock().awake();
    while (!m_timers.empty() && m_timers.begin()->first.first <= now) {
        auto node = m_timers.extract(m_timers.begin());
        m_deadlines.erase(node.key().second);
        node.mapped()();
    }
}

void EventLoop::fireDeferred() {
    // A deferred call may defer again; those run in the next round of this same loop.
    while (!m_deferred.empty()) {
        std::vector<Callback> now;
        now.swap(m_deferred);
        for (auto& callback : now) {
            callback();
        }
    }
}

Status EventLoop::turn(Nanos maxWait) {
    fireDeferred();
    Nanos wait = maxWait;
    if (!m_timers.empty()) {
        Nanos untilTimer = m_timers.begin()->first.first - systemClock().awake();
        untilTimer = untilTimer > 0 ? untilTimer : 0;
        wait = wait < 0 || untilTimer < wait ? untilTimer : wait;
    }
    constexpr Nanos kMilli = 1'000'000;
    constexpr Nanos kMaxMillis = 3'600'000;
    Nanos millis = wait < 0 ? -1 : (wait + kMilli - 1) / kMilli;
    millis = millis > kMaxMillis ? kMaxMillis : millis;
    std::array<epoll_event, 64> events{};
    const int count = ::epoll_wait(m_epoll.get(), events.data(), static_cast<int>(events.size()),
                                   static_cast<int>(millis));
    if (count < 0 && errno != EINTR) {
        return ioError("cannot wait for events", errno);
    }
    for (int i = 0; i < count; ++i) {
        const auto& event = events[static_cast<std::size_t>(i)];
        auto it = m_watches.find(static_cast<int>(event.data.u64 & 0xffffffffU));
        // A callback of this turn may have removed the descriptor or given its number to another.
        if (it == m_watches.end() || it->second->generation != event.data.u64 >> 32) {
            continue;
        }
        auto watch = it->second;
        watch->callback(event.events);
    }
    fireTimers();
    fireDeferred();
    return {};
}

Status EventLoop::run() {
    m_stopped = false;
    fireDeferred(); // one of these may stop it, and then nothing is to be waited for
    while (!m_stopped) {
        LG_TRY(turn(-1));
    }
    return {};
}

} // namespace leadglass
