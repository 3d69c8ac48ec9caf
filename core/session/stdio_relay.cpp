#include "core/session/stdio_relay.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/sys.h"

namespace leadglass::session {
namespace {

constexpr std::size_t kChunk = 64 * 1024;
constexpr std::size_t kMaxDrain = 1024 * 1024; // the most a pipe of ours can hold (pipe(7))

} // namespace

// One direction: from -> to. `ours` is our end of the pipe, `outer` the borrowed or reopened one.
struct StdioRelay::Lane {
    bool inward = false; // standard input: outer -> ours
    UniqueFd ours;
    UniqueFd child;
    UniqueFd outer;
    bool blocking = false; // outer could not be opened anew: asked before each small step
    std::optional<bool> reading; // what is watched; nothing: neither
    bool open = true;
    bool spliced = true;
    std::vector<char> buffer; // what splice could not move: read, not yet written
    std::size_t at = 0;
    std::uint64_t moved = 0;
    int failure = 0;
    std::size_t drainLeft = static_cast<std::size_t>(-1);

    [[nodiscard]] bool outerReady(bool toRead) const {
        pollfd p{outer.get(), static_cast<short>(toRead ? POLLIN : POLLOUT), 0};
        return !blocking || inward != toRead || ::poll(&p, 1, 0) != 0;
    }
    [[nodiscard]] int from() const { return inward ? outer.get() : ours.get(); }
    [[nodiscard]] int to() const { return inward ? ours.get() : outer.get(); }
    enum class Step { Moved, NeedRead, NeedWrite, End, Broken };
    Step write();
    Step step();
};

StdioRelay::StdioRelay(EventLoop& loop) : m_loop(loop) {}

StdioRelay::~StdioRelay() {
    m_done = {};
    for (auto& lane : m_lanes) {
        if (lane) {
            close(*lane);
        }
    }
}

Status StdioRelay::add(int standardFd, int outer) {
    if (standardFd < 0 || standardFd > 2) {
        return makeError(Code::Invalid, "no such standard descriptor");
    }
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return ioError("cannot create a pipe", errno);
    }
    UniqueFd child(ends[standardFd == 0 ? 0 : 1]);
    LG_TRY(add(standardFd, outer, UniqueFd(ends[standardFd == 0 ? 1 : 0])));
    m_lanes[static_cast<std::size_t>(standardFd)]->child = std::move(child);
    return {};
}

Status StdioRelay::add(int standardFd, int outer, UniqueFd ours) {
    auto lane = std::make_unique<Lane>();
    lane->inward = standardFd == 0;
    lane->ours = std::move(ours);
    LG_TRY(sys::setNonBlocking(lane->ours.get(), true));
    const auto s = LG_TRY(sys::stat(outer));
    // A pipe or a terminal opened anew has its own O_NONBLOCK; the shared one is not ours to change.
    // What cannot be opened anew (a socket) is asked before each small step. A file keeps its offset
    // only in the shared description, and never blocks.
    // One that does not allow this direction stays as it is, and fails when it is used.
    const int access = ::fcntl(outer, F_GETFL) & O_ACCMODE;
    const bool allowed = access == O_RDWR || access == (lane->inward ? O_RDONLY : O_WRONLY);
    if (allowed && (S_ISFIFO(s.st_mode) || S_ISCHR(s.st_mode))) {
        auto fresh = sys::open("/proc/self/fd/" + std::to_string(outer),
                               (lane->inward ? O_RDONLY : O_WRONLY) | O_NONBLOCK | O_NOCTTY);
        if (fresh) {
            lane->outer = std::move(*fresh);
        }
    }
    if (!lane->outer) {
        lane->outer = LG_TRY(sys::dup(outer));
        lane->blocking = !S_ISREG(s.st_mode);
    }
    // O_APPEND files and terminals cannot be spliced to.
    lane->spliced = S_ISFIFO(s.st_mode) && !lane->blocking;
    m_lanes[static_cast<std::size_t>(standardFd)] = std::move(lane);
    return {};
}

int StdioRelay::childEnd(int standardFd) const {
    const auto& lane = m_lanes.at(static_cast<std::size_t>(standardFd));
    return lane ? lane->child.get() : -1;
}

std::uint64_t StdioRelay::relayed(int standardFd) const {
    const auto& lane = m_lanes.at(static_cast<std::size_t>(standardFd));
    return lane ? lane->moved : 0;
}

int StdioRelay::failure(int standardFd) const {
    const auto& lane = m_lanes.at(static_cast<std::size_t>(standardFd));
    return lane ? lane->failure : 0;
}

std::string StdioRelay::problem() const {
    const int fd = failure(1) != 0 ? 1 : 2;
    if (failure(fd) == 0) {
        return {};
    }
    return std::string(fd == 1 ? "standard output" : "standard error") +
           " of the command could not be written: " + std::generic_category().message(failure(fd));
}

void StdioRelay::closeChildEnds() {
    for (auto& lane : m_lanes) {
        if (lane) {
            lane->child.reset();
        }
    }
}

Status StdioRelay::start() {
    // A reader of ours that went away is an error of write(2) here, not the end of the supervisor.
    ::signal(SIGPIPE, SIG_IGN);
    for (auto& lane : m_lanes) {
        if (lane) {
            later(*lane);
        }
    }
    return {};
}

// Moves on from the loop's next turn; also how a regular file, which epoll does not take, goes on.
void StdioRelay::later(Lane& lane) {
    const std::weak_ptr<int> still = m_alive;
    m_loop.defer([this, &lane, still] {
        if (!still.expired()) {
            pump(lane);
        }
    });
}

StdioRelay::Lane::Step StdioRelay::Lane::write() {
    while (at < buffer.size()) {
        if (!outerReady(false)) {
            return Step::NeedWrite;
        }
        // poll(2) promises room for PIPE_BUF bytes, no more.
        const std::size_t size = std::min<std::size_t>(buffer.size() - at, blocking ? PIPE_BUF : kChunk);
        const ssize_t done = ::write(to(), buffer.data() + at, size);
        if (done >= 0) {
            at += static_cast<std::size_t>(done);
            moved += static_cast<std::uint64_t>(done);
        } else if (errno == EAGAIN) {
            return Step::NeedWrite;
        } else if (errno != EINTR) {
            failure = inward || errno == EPIPE || errno == ECONNRESET ? 0 : errno;
            return Step::Broken;
        }
    }
    return Step::Moved;
}

StdioRelay::Lane::Step StdioRelay::Lane::step() {
    if (at < buffer.size()) {
        return write();
    }
    const std::size_t most = std::min(kChunk, drainLeft);
    if (most == 0) {
        return Step::End;
    }
    if (spliced) {
        const ssize_t size = ::splice(from(), nullptr, to(), nullptr, most,
                                      SPLICE_F_MOVE | SPLICE_F_NONBLOCK);
        if (size > 0) {
            moved += static_cast<std::uint64_t>(size);
            drainLeft -= static_cast<std::size_t>(size);
            return Step::Moved;
        }
        if (size == 0) {
            return Step::End;
        }
        if (errno == EPIPE) {
            return Step::Broken;
        }
        if (errno == EINTR) {
            return Step::Moved;
        }
        if (errno != EAGAIN) {
            spliced = false; // not for this pair of files (splice(2), EINVAL)
        }
        // EAGAIN does not say which side; a read does.
    }
    if (!outerReady(true)) {
        return Step::NeedRead;
    }
    // Of this, only what is read is ever touched.
    static const std::unique_ptr<char[]> room = std::make_unique_for_overwrite<char[]>(kChunk);
    at = 0;
    const ssize_t size = ::read(from(), room.get(), most);
    buffer.assign(room.get(), room.get() + std::max<ssize_t>(size, 0));
    if (size > 0) {
        drainLeft -= static_cast<std::size_t>(size);
        return write();
    }
    if (size == 0) {
        return Step::End;
    }
    // EIO: the other side of a terminal is gone.
    return errno == EAGAIN ? Step::NeedRead : errno == EINTR ? Step::Moved : Step::End;
}

void StdioRelay::pump(Lane& lane) {
    if (!lane.open) {
        return;
    }
    for (int round = 0; round < 16; ++round) {
        switch (lane.step()) {
            case Lane::Step::Moved: continue;
            case Lane::Step::NeedRead:
                if (m_done) { // the command is gone: what is here now is all
                    close(lane);
                    return;
                }
                watch(lane, true);
                return;
            case Lane::Step::NeedWrite: watch(lane, false); return;
            case Lane::Step::End:
            case Lane::Step::Broken: close(lane); return;
        }
    }
    later(lane); // others get their turn
}

// Exactly one of: reading, with the other side watched for its reader going away (EPOLLERR comes
// unasked; it breaks the command's pipe at once); or writing, with the source left alone, since
// its hang-up would be told again and again.
void StdioRelay::watch(Lane& lane, bool reading) {
    if (lane.reading == reading) {
        return;
    }
    unwatch(lane);
    lane.reading = reading;
    const auto on = [this, &lane](std::uint32_t events, bool source) {
        if (!source && (events & (EPOLLERR | EPOLLHUP)) != 0) {
            close(lane);
        } else {
            pump(lane);
        }
    };
    const Status to = m_loop.add(lane.to(), reading ? 0U : static_cast<std::uint32_t>(EPOLLOUT),
                                 [on](std::uint32_t events) { on(events, false); });
    const Status from = reading ? m_loop.add(lane.from(), EPOLLIN,
                                             [on](std::uint32_t events) { on(events, true); })
                                : Status();
    // EPERM: a regular file, always ready, so that we never wait for it.
    if ((!to && to.error().sysErrno != EPERM) || (!from && from.error().sysErrno != EPERM)) {
        close(lane);
    } else if (reading ? !from.ok() : !to.ok()) {
        later(lane);
    }
}

void StdioRelay::unwatch(Lane& lane) {
    if (lane.reading) {
        m_loop.remove(lane.ours.get());
        m_loop.remove(lane.outer.get());
        lane.reading.reset();
    }
}

void StdioRelay::close(Lane& lane) {
    if (!lane.open) {
        return;
    }
    lane.open = false;
    unwatch(lane);
    lane.ours.reset();
    lane.outer.reset();
    lane.child.reset();
    checkFinished();
}

void StdioRelay::finish(std::function<void()> done) {
    m_done = std::move(done);
    closeChildEnds();
    if (m_lanes[0]) {
        close(*m_lanes[0]); // nobody reads it
    }
    for (std::size_t i = 1; i < m_lanes.size(); ++i) {
        if (m_lanes[i] && m_lanes[i]->open) {
            m_lanes[i]->drainLeft = kMaxDrain;
            later(*m_lanes[i]);
        }
    }
    checkFinished();
}

void StdioRelay::checkFinished() {
    const bool open = std::any_of(m_lanes.begin(), m_lanes.end(),
                                  [](const auto& lane) { return lane && lane->open; });
    if (m_done && !open) {
        m_loop.defer(std::exchange(m_done, {}));
    }
}

} // namespace leadglass::session
