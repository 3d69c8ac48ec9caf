// leadglass-egress, or leadglass-inspect where a run inspects, as the supervisor sees it: started, set up, talked to,
// started again.
//
// It may die or be hijacked at any time; then its connections are gone and nothing goes round it. What it made for the
// run, the authority that speaks for inspected hosts, is kept here and given to the process that takes its place.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/event_loop.h"
#include "core/base/secret_bytes.h"
#include "core/session/child.h"
#include "core/session/launch_chain.h"
#include "core/wire/egress_control.h"

namespace leadglass::session {

// What a run inspects, and by whom servers are vouched for.
struct Inspection {
    std::vector<std::string> hosts; // wire::Begin::hosts
    UniqueFd roots;                 // sealed: PEM
    wire::ScanAction scan = wire::ScanAction::Off;
    std::vector<std::string> canaries;
    std::uint64_t maxBody = 0;
    // The run's own authority, once the first process has made it. The key never leaves these two processes.
    std::vector<std::uint8_t> certificate;
    SecretBytes key;
};

class EgressProcess {
public:
    struct Callbacks {
        std::function<void()> ready; // its own sandbox is on and it accepts
        std::function<void(const wire::FromEgress&)> message;
        std::function<void(const std::string& why)> ended;
    };
    EgressProcess(EventLoop& loop, std::string program, Callbacks callbacks);
    ~EgressProcess();

    // A process that puts its own walls up meanwhile, and waits. It ends with this.
    struct Spawned {
        std::unique_ptr<Child> child;
        UniqueFd socket;
        UniqueFd words; // its standard error
        std::shared_ptr<Inspection> inspection; // none: leadglass-egress
    };
    // With an inspection it is told at once what that is, and makes an authority, or takes over the one that is there.
    static Result<Spawned> spawn(const std::string& program, std::shared_ptr<Inspection> inspection = {});
    // Until the authority is there: fills in certificate and key. Unsupported: it ended, did not answer in time or said
    // something else; its last words are in the text.
    static Status awaitAuthority(Spawned& spawned, Nanos limit = kAuthorityLimit);
    Status start(); // may go on in parallel with the launch
    Status start(Spawned spawned);
    // Hands the listening sockets over; they are kept for a restart.
    // Before setUp(); a process that takes the place of another has it, too.
    void setCredentials(std::optional<wire::CredentialEndpoint> credentials) { m_credentials = std::move(credentials); }
    Status setUp(std::vector<LaunchChain::Socket> sockets, bool redirected);
    // `fd` -1: none; otherwise sent along, borrowed.
    void send(const wire::ToEgress& message, int fd);
    void send(const wire::ToEgress& message, const std::vector<int>& fds);
    // Nobody is left inside: it closes its flows and says what passed; what else it says is not listened
    // to. `done` comes once, when it has ended or kLastWords is over; not from inside this call.
    void finish(std::function<void()> done);
    // At the end of a run: it ends while the rest of the end is done; the destructor waits for it.
    void end();
    [[nodiscard]] pid_t pid() const { return m_child ? m_child->pid() : -1; }

    // In a row: one that lasted kLasting is forgiven. After that its listeners are closed, so that
    // connections fail at once and do not wait for nobody.
    static constexpr Nanos kAuthorityLimit = 10'000'000'000;
    static constexpr int kMaxRestarts = 5;
    static constexpr Nanos kLasting = 300'000'000'000;
    static constexpr Nanos kLastWords = 2'000'000'000;

private:
    Status sendSetup();
    Status onAuthority(wire::Authority& said);
    void onReadable();
    void onWritable();
    void fail(const std::string& why); // lost(), but not inside a callback of ours
    void lost(const std::string& reason);
    void restartLater();
    void finished();

    struct Queued {
        std::vector<std::uint8_t> bytes;
        std::vector<UniqueFd> fds;
        bool secret = false; // wiped once it is sent, or given up
    };
    bool enqueue(Queued& next, const std::vector<int>& fds);
    void dropQueue(std::size_t count);
    EventLoop& m_loop;
    std::string m_program;
    Callbacks m_callbacks;
    std::unique_ptr<Child> m_child;
    UniqueFd m_socket;
    UniqueFd m_words; // its standard error
    std::shared_ptr<Inspection> m_inspection;
    bool m_authorityDue = false; // of one that was started again
    std::vector<LaunchChain::Socket> m_sockets;
    std::vector<Queued> m_queue; // messages it was too slow to take, at most kMaxQueued
    std::optional<wire::CredentialEndpoint> m_credentials;
    bool m_redirected = true;
    bool m_setUp = false;
    bool m_failing = false;
    std::function<void()> m_finished; // finish() was called
    int m_restarts = 0;
    Nanos m_started = 0;
    std::size_t m_queuedFds = 0;
};

} // namespace leadglass::session
