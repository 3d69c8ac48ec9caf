// Trust: every program inside a run may connect.
// Privilege: listens on a socket in a directory of the run's runtime directory, which is shown inside read-only.
// Input: connections; their bytes are the taker's business.
// Fails: beyond kMaxPeers at a time a connection is closed; so is one whose process cannot be told.
//
// A socket inside a run that leads to its supervisor, and to nobody else.
#pragma once

#include <sys/types.h>

#include <functional>
#include <memory>
#include <string>

#include "core/base/event_loop.h"

namespace leadglass::session {

class InsideDoor {
public:
    static constexpr std::size_t kMaxPeers = 8;
    using Came = std::function<void(UniqueFd peer, pid_t process)>;

    // `directory`: absolute. The socket is there at once; nobody is accepted before a turn of the loop.
    static Result<std::unique_ptr<InsideDoor>> open(EventLoop& loop, const std::string& directory, const std::string& name,
                                                    std::function<std::size_t()> peers, Came came);
    ~InsideDoor();
    InsideDoor(const InsideDoor&) = delete;
    InsideDoor& operator=(const InsideDoor&) = delete;

private:
    InsideDoor(EventLoop& loop, std::function<std::size_t()> peers, Came came)
        : m_loop(loop), m_peers(std::move(peers)), m_came(std::move(came)) {}
    void accept();

    EventLoop& m_loop;
    std::function<std::size_t()> m_peers;
    Came m_came;
    UniqueFd m_socket;
};

} // namespace leadglass::session
