// One direction of an opaque relay: splice(2) from socket to socket through a pipe, no copy; what is
// small is read and written, which takes a system call less and no pipe.
//
// Edge-triggered: the owner tells readiness with sourceReady()/sinkReady() and calls run(). Pipes
// come from a pool and are held only while bytes are in them, so an idle tunnel has two
// descriptors. Backpressure: nothing is read while the pipe holds bytes the sink did not take.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/unique_fd.h"

namespace leadglass::egress {

struct Pipe {
    UniqueFd readEnd;
    UniqueFd writeEnd;
    explicit operator bool() const { return readEnd.valid(); }
};

class PipePool {
public:
    Pipe take();          // invalid where no descriptor is to be had
    void give(Pipe pipe); // must be empty

private:
    static constexpr std::size_t kKept = 32;
    std::vector<Pipe> m_free;
};

class Pump {
public:
    enum class State : std::uint8_t { Flowing, Finished, Broken };

    // Borrows the descriptors. `first`: bytes that go to the sink before what is read.
    Pump(PipePool& pool, int source, int sink, std::vector<std::uint8_t> first);

    // `ending`: its end, or an error, is there, behind what can be read.
    void sourceReady(bool ending) {
        m_sourceReady = true;
        m_ending = m_ending || ending;
    }
    void sinkReady() { m_sinkReady = true; }
    // Moves what can be moved, at most kBudget bytes. Finished: source at its end, all delivered,
    // the sink's writing side shut. Broken: either side failed.
    State run();
    [[nodiscard]] bool wantsTurn() const {
        return m_wantsTurn;
    } // the budget ended it, not the kernel
    [[nodiscard]] std::uint64_t bytes() const { return m_bytes; } // delivered to the sink
    [[nodiscard]] State state() const { return m_state; }

private:
    bool sendFirst(); // true: go on
    bool fill();
    bool passSmall();
    bool drain();

    static constexpr std::size_t kChunk = 256 * 1024;
    static constexpr std::size_t kBulk = 64 * 1024; // moved in one go: it is worth to splice the next time
    static constexpr std::size_t kSmall = 16 * 1024;
    static constexpr std::size_t kBudget = 4 * 1024 * 1024;

    PipePool* m_pool;
    int m_source;
    int m_sink;
    std::vector<std::uint8_t> m_first;
    std::size_t m_firstSent = 0;
    Pipe m_pipe;
    std::size_t m_inPipe = 0;
    std::size_t m_burst = 0; // spliced in this run()
    std::uint64_t m_bytes = 0;
    bool m_sourceReady = true;
    bool m_sinkReady = true;
    bool m_ending = true; // until the socket was found empty: an edge may have come before this pump
    bool m_sourceEnded = false;
    bool m_bulk = false; // splice
    bool m_wantsTurn = false;
    State m_state = State::Flowing;
};

} // namespace leadglass::egress
