#include "core/egress/pump.h"

#include <fcntl.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>

namespace leadglass::egress {

Pipe PipePool::take() {
    if (!m_free.empty()) {
        Pipe out = std::move(m_free.back());
        m_free.pop_back();
        return out;
    }
    int fds[2] = {-1, -1};
    if (::pipe2(fds, O_CLOEXEC | O_NONBLOCK) != 0) {
        return {};
    }
    // Larger is faster; past the person's pipe limit (pipe(7)) the kernel says no, and that is
    // fine.
    ::fcntl(fds[1], F_SETPIPE_SZ, 256 * 1024);
    return Pipe{UniqueFd(fds[0]), UniqueFd(fds[1])};
}

void PipePool::give(Pipe pipe) {
    if (m_free.size() < kKept) {
        m_free.push_back(std::move(pipe));
    }
}

Pump::Pump(PipePool& pool, int source, int sink, std::vector<std::uint8_t> first)
    : m_pool(&pool), m_source(source), m_sink(sink), m_first(std::move(first)) {}

bool Pump::sendFirst() {
    while (m_firstSent < m_first.size()) {
        const ssize_t n = ::send(m_sink, m_first.data() + m_firstSent, m_first.size() - m_firstSent,
                                 MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            m_sinkReady = false;
            m_state = errno == EAGAIN ? m_state : State::Broken;
            return false;
        }
        m_firstSent += static_cast<std::size_t>(n);
        m_bytes += static_cast<std::uint64_t>(n);
    }
    if (!m_first.empty()) {
        m_first = {};
        m_firstSent = 0;
    }
    return true;
}

// A read that is shorter than it could be has emptied the socket (epoll(7)), which a splice that met a
// full pipe has not. The end makes no second edge: it is read for.
bool Pump::passSmall() {
    std::array<std::uint8_t, kSmall> bytes;
    const ssize_t n = ::recv(m_source, bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (n == 0) {
        m_sourceEnded = true;
        return true;
    }
    if (n < 0) {
        if (errno == EAGAIN) {
            m_sourceReady = false;
            m_ending = false;
        } else if (errno != EINTR) {
            m_state = State::Broken;
        }
        return m_state != State::Broken;
    }
    const auto size = static_cast<std::size_t>(n);
    m_bulk = size == bytes.size();
    if (!m_bulk && !m_ending) {
        m_sourceReady = false;
    }
    m_first.assign(bytes.begin(), bytes.begin() + n);
    m_firstSent = 0;
    return sendFirst() || m_state != State::Broken;
}

bool Pump::fill() {
    if (!m_pipe) {
        m_pipe = m_pool->take();
        if (!m_pipe) {
            m_state = State::Broken;
            return false;
        }
    }
    const ssize_t n = ::splice(m_source, nullptr, m_pipe.writeEnd.get(), nullptr, kChunk,
                               SPLICE_F_MOVE | SPLICE_F_NONBLOCK);
    if (n > 0) {
        m_inPipe = static_cast<std::size_t>(n);
        m_burst += m_inPipe;
        return true;
    }
    if (n == 0) {
        m_sourceEnded = true;
        return true;
    }
    if (errno == EAGAIN) {
        m_sourceReady = false; // the pipe is empty here, so it is the socket that has nothing
        m_ending = false;
        m_bulk = m_burst >= kBulk;
    } else if (errno != EINTR) {
        m_state = State::Broken;
        return false;
    }
    return true;
}

bool Pump::drain() {
    const ssize_t n = ::splice(m_pipe.readEnd.get(), nullptr, m_sink, nullptr, m_inPipe,
                               SPLICE_F_MOVE | SPLICE_F_NONBLOCK);
    if (n > 0) {
        m_inPipe -= static_cast<std::size_t>(n);
        m_bytes += static_cast<std::uint64_t>(n);
        return true;
    }
    if (n < 0 && errno == EAGAIN) {
        m_sinkReady = false;
        return true;
    }
    if (n < 0 && errno == EINTR) {
        return true;
    }
    m_state = State::Broken;
    return false;
}

Pump::State Pump::run() {
    m_wantsTurn = false;
    m_burst = 0;
    const std::uint64_t start = m_bytes;
    while (m_state == State::Flowing) {
        if (m_firstSent < m_first.size() && (!m_sinkReady || !sendFirst())) {
            break;
        }
        if (m_inPipe > 0) {
            if (!m_sinkReady || !drain()) {
                break;
            }
        } else if (m_sourceEnded) {
            ::shutdown(m_sink, SHUT_WR);
            m_state = State::Finished;
        } else if (!m_sourceReady || (!m_bulk && !m_sinkReady) || !(m_bulk ? fill() : passSmall())) {
            break;
        }
        if (m_bytes - start >= kBudget) {
            m_wantsTurn = true;
            break;
        }
    }
    if (m_inPipe == 0 && m_pipe) {
        m_pool->give(std::move(m_pipe));
        m_pipe = {};
    }
    return m_state;
}

} // namespace leadglass::egress
