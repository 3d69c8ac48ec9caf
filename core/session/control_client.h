// The other end of a live run's control socket: for `leadglass approvals`, `answer`, `runs stop`, tests.
//
// Blocking with a deadline; one thread. Events that arrive during call() are kept for nextEvent().
#pragma once

#include <chrono>
#include <deque>
#include <string>
#include <vector>

#include "core/base/places.h"
#include "core/base/result.h"
#include "core/base/unique_fd.h"
#include "core/wire/run_control.h"

namespace leadglass::session {

class ControlClient {
public:
    using Timeout = std::chrono::milliseconds;

    // Where our runtime directory has it, else where the run notes (live_places.h). NotFound: no such live run, or one that is
    // not heard, and then it says so. Refused: the socket is not ours. Says hello and checks the version.
    static Result<ControlClient> connect(const Places& places, const std::string& run,
                                         Timeout timeout = Timeout(3000));
    // `runtimeDir` as ControlServer::listen; for tests and for runs found by descriptor.
    static Result<ControlClient> connectIn(int runtimeDir, Timeout timeout = Timeout(3000));

    // The reply; a reply that carries an error is that Error.
    Result<wire::Reply> call(wire::Request request, Timeout timeout = Timeout(5000));
    // Code::Busy: none within the timeout. Code::Closed: the run ended.
    Result<wire::QuestionEvent> nextEvent(Timeout timeout);

    // ---- of a further command (Method::Exec, Method::Paste) --------------------------------
    // Sends without waiting for the reply.
    Status post(wire::Request request, Timeout timeout = Timeout(5000));
    // What is there now; Code::Busy: nothing, look again when fd() can be read. Replies to post() are passed over.
    // Code::Closed: the run ended.
    Result<wire::CommandEvent> nextCommandEvent();
    // Those that came with wire::CommandEvent::Kind::Opened.
    std::vector<UniqueFd> takeDescriptors() { return std::move(m_fds); }

    [[nodiscard]] int fd() const { return m_socket.get(); } // to poll(2); see hasEvent()
    [[nodiscard]] bool hasEvent() const { return !m_events.empty(); }
    [[nodiscard]] const wire::RunStatus& status() const { return m_status; } // as of hello

private:
    Result<std::size_t> readSome();
    Result<wire::ToClient> receive(std::chrono::steady_clock::time_point deadline);
    UniqueFd m_socket;
    wire::FrameReader m_reader;
    std::deque<wire::QuestionEvent> m_events;
    std::deque<wire::CommandEvent> m_commandEvents;
    std::vector<UniqueFd> m_fds; // at most wire::kMaxCommandFds
    wire::RunStatus m_status;
    std::uint64_t m_next = 1;
};

// Runs whose control socket answers, newest id first, here or where they note. Stale directories are left alone.
Result<std::vector<std::string>> liveRunIds(const Places& places);
// One each for a run that lives, as its manifest has it, and whose control socket does not answer.
std::vector<Error> unheardRuns(const Places& places);

} // namespace leadglass::session
