// Trust: programs of the same person outside the run; anything else is turned away at accept.
// Privilege: answers here open connections, so who asks is checked by the kernel's word.
// Input: core/wire/run_control.h frames; at most 32 peers, one frame in and 8 MiB out buffered each.
// Fails: a peer of another user or namespace, of a newer protocol, that floods or does not read: closed.
//
// control.sock (0600) in the run's runtime directory, bound through /proc/self/fd.
#pragma once

#include <sys/types.h>

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>

#include "core/base/event_loop.h"
#include "core/base/result.h"
#include "core/base/unique_fd.h"
#include "core/session/approval_queue.h"
#include "core/session/commands.h"

namespace leadglass::session {

class ControlServer final : public ApprovalQueue::Listener {
public:
    struct Handlers {
        std::function<wire::RunStatus()> status;
        std::function<Status()> stop; // begins to end the run; must not destroy the server at once
        Commands* commands = nullptr; // borrowed; nullptr: it takes none
        // Who a peer is; default checkPeer(). Tests only.
        std::function<Result<std::string>(int)> check;
        std::function<wire::RunUsage()> usage; // none: it does not tell
    };
    // `runtimeDir`: an open descriptor of runtime/runs/ID, ours, 0700; borrowed.
    static Result<std::unique_ptr<ControlServer>> listen(EventLoop& loop, int runtimeDir,
                                                         ApprovalQueue& queue, Handlers handlers);
    ~ControlServer() override; // closes peers, unlinks the socket
    [[nodiscard]] std::size_t peers() const { return m_peers.size(); }

    void questionRaised(const Question& question) override;
    void questionChanged(const Question& question) override;
    void questionClosed(const Question& question) override;

private:
    struct Peer;
    ControlServer(EventLoop& loop, ApprovalQueue& queue, Handlers handlers);
    void accept();
    void readable(int fd);
    void writable(int fd);
    void close(int fd);
    void serve(const std::shared_ptr<Peer>& peer, const wire::Request& request);
    // Questions with a number above `after`, as many as fit into one reply.
    [[nodiscard]] wire::Reply questionsAfter(std::uint64_t id, std::uint64_t after) const;
    void sendQuestions(Peer& peer, std::uint64_t id);
    bool tellOwed(Peer& peer);
    Status serveCommand(const std::shared_ptr<Peer>& peer, const wire::Request& request);
    void send(Peer& peer, const wire::ToClient& message, std::vector<UniqueFd> fds = {});
    static ssize_t sendPart(Peer& peer);
    void push(wire::QuestionEvent::Kind kind, const Question& question);

    EventLoop& m_loop;
    ApprovalQueue& m_queue;
    Handlers m_handlers;
    UniqueFd m_dir;
    UniqueFd m_listener;
    std::unordered_map<int, std::shared_ptr<Peer>> m_peers;
};

} // namespace leadglass::session
