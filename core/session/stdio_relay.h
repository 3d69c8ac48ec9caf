// Trust: bytes from inside and outside; never looked at.
// Privilege: the descriptors 0, 1, 2 of the supervisor.
// Input: any bytes; at most one pipe's worth (64 KiB) is held per direction.
// Fails: a broken end is passed on as a broken end (EOF, EPIPE), never as success.
//
// Standard descriptors of the command that are not terminals: pipes of ours, relayed with splice(2)
// where the kernel can, else through a buffer. Half-close both ways: end of our stdin closes the
// command's; a reader of our stdout that goes away breaks the command's pipe (SIGPIPE or EPIPE there).
//
// A write that fails otherwise breaks the command's pipe as well, and is kept for failure(): the command
// may have ended, content with what it wrote into the pipe.
//
// start() ignores SIGPIPE in this process; who spawns restores it.
// Order: add() for each descriptor -> start() -> (spawn with childEnd()) closeChildEnds() -> finish(done).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/base/event_loop.h"
#include "core/base/result.h"
#include "core/base/unique_fd.h"

namespace leadglass::session {

class StdioRelay {
public:
    explicit StdioRelay(EventLoop& loop);
    ~StdioRelay();
    StdioRelay(const StdioRelay&) = delete;
    StdioRelay& operator=(const StdioRelay&) = delete;

    // `standardFd` is 0, 1 or 2 (what it is for the command); `outer` is our borrowed descriptor.
    Status add(int standardFd, int outer);
    // The same with an end of a pipe that somebody else made, for a command that somebody else starts.
    Status add(int standardFd, int outer, UniqueFd ours);
    [[nodiscard]] int childEnd(int standardFd) const; // -1: not added
    Status start();
    void closeChildEnds();
    // The command has ended: writes out what lies in the pipes, does not wait for processes that
    // still hold them, then `done`, once, from the loop.
    void finish(std::function<void()> done);
    [[nodiscard]] std::uint64_t relayed(int standardFd) const; // bytes
    // errno of the write that broke the command's output off: a full disk, a descriptor that is not
    // open for writing. 0: none, or only its reader went away.
    [[nodiscard]] int failure(int standardFd) const;
    [[nodiscard]] std::string problem() const; // the same in words; empty: none

private:
    struct Lane;
    void pump(Lane& lane);
    void later(Lane& lane);
    void watch(Lane& lane, bool reading);
    void unwatch(Lane& lane);
    void close(Lane& lane);
    void checkFinished();
    EventLoop& m_loop;
    std::array<std::unique_ptr<Lane>, 3> m_lanes;
    std::function<void()> m_done;
    std::shared_ptr<int> m_alive = std::make_shared<int>(0);
};

} // namespace leadglass::session
