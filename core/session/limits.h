// The limits that no rlimit enforces: memory of the whole run, disk of its upper, time awake.
//
// A watchdog: it looks every kInterval, so a fast allocator can overshoot by what it touches in
// that time; each process is bounded besides by RLIMIT_DATA (plan). Over a limit: `exceeded`, once;
// the supervisor ends the run with status 124 and records which limit it was.
#pragma once

#include <functional>
#include <string>

#include "core/base/event_loop.h"
#include "core/policy/types.h"

namespace leadglass::session {

class LimitWatch {
public:
    static constexpr Nanos kInterval = 250'000'000;

    struct Callbacks {
        std::function<void(const std::string& limit, const std::string& detail)> exceeded;
        std::function<void(const std::string& text)> notice; // the end of the time comes near
    };
    // `member`: a process of the run. `upperFd`: what it writes to, borrowed; -1: none. `before`: bytes that
    // were there when it began.
    LimitWatch(EventLoop& loop, const policy::Limits& limits, pid_t member, int upperFd,
               std::uint64_t before, Callbacks callbacks);
    ~LimitWatch();

private:
    void look();
    bool memoryExceeded();
    bool diskExceeded();

    EventLoop& m_loop;
    policy::Limits m_limits;
    pid_t m_member;
    int m_upperFd;
    std::uint64_t m_before;
    Callbacks m_callbacks;
    Nanos m_started;
    Nanos m_nextDisk = 0;
    EventLoop::TimerId m_timer = 0;
    int m_noticesGiven = 0;
    std::string m_detail;
};

// Bytes that the tree below `dirFd` occupies (st_blocks), never crossing a mount or a link; stops
// counting above `enough`.
std::uint64_t treeBytes(int dirFd, std::uint64_t enough);

} // namespace leadglass::session
