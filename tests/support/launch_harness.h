// Plays the supervisor for tests of the launch chain: makes a plan by hand, starts the real
// leadglass-launch, answers its messages, accepts (and drops) captured connections.
//
// Made for a single-threaded test program: children die with the thread that made them.
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/unique_fd.h"
#include "core/sandbox/plan.h"
#include "core/wire/launch_control_codec.h"
#include "tests/support/process_tree.h"
#include "tests/support/temp_tree.h"

namespace leadglass::test {

// What one run said and did.
struct LaunchOutcome {
    std::string out;
    std::string err;
    std::vector<std::string> captured; // "ADDRESS:PORT" of every captured connection
    std::vector<std::string> unsealed; // targets that could not be sealed
    std::vector<std::string> queries;  // "ADDRESS:53" of every packet to the sockets for DNS
    std::optional<wire::LaunchFailed> failed;
    std::optional<int> execErrno;
    std::optional<wire::InitExited> exited;
    bool started = false;
    int status = -1; // exit status of the chain as a shell says it
    [[nodiscard]] std::string describe() const;
};

class LaunchHarness {
public:
    // `binDir` holds leadglass-launch and leadglass-init.
    explicit LaunchHarness(std::string binDir);
    ~LaunchHarness();

    // /usr, a minimal /etc, /proc, /dev, tmpfs on /tmp, /run, /var; private home; the overlay of
    // project() at its own path; Landlock rules for these; environment PATH and HOME only.
    [[nodiscard]] sandbox::Plan plan() const;
    [[nodiscard]] const std::string& project() const { return m_project; }
    [[nodiscard]] const std::string& runDir() const { return m_runDir; }
    [[nodiscard]] const TempTree& tree() const { return m_tree; }
    // A bind of the file or directory as it is now.
    static sandbox::Mount bind(const std::string& source, const std::string& target, bool writable);

    // Hooks of a test.
    std::function<void(int homeFd)> fillHome;
    std::function<void()> beforeGo;
    std::function<void(const wire::FromLaunch&)> onMessage;
    // All the agent has written, whenever it wrote more; `open`: it may write more.
    std::function<void(const std::string& out, bool open)> onOutput;
    std::string input; // what the agent reads, then end of file
    // To the terminal, if the plan has one (then `out` is what it shows).
    void type(char key) const { (void)!write(m_terminal.get(), &key, 1); }

    // One run, from start to end, at most `limit`; then it is killed.
    LaunchOutcome run(const sandbox::Plan& plan,
                      std::chrono::seconds limit = std::chrono::seconds(60));
    Status send(const wire::ToLaunch& message) const; // during run(), from a hook
    [[nodiscard]] pid_t launchPid() const { return m_pid; }

private:
    Status start(const sandbox::Plan& plan);
    void handle(LaunchOutcome& outcome, std::vector<std::uint8_t> bytes, std::vector<UniqueFd> fds);
    void serve(LaunchOutcome& outcome, int listener) const;
    void acceptAll(LaunchOutcome& outcome, const wire::LaunchSocketInfo& info, int listener) const;
    void readOutput(LaunchOutcome& outcome);

    std::string m_binDir;
    TempTree m_tree;
    std::string m_project;
    std::string m_runDir;
    pid_t m_pid = -1;
    UniqueFd m_control;
    UniqueFd m_in;
    UniqueFd m_out;
    UniqueFd m_err;
    UniqueFd m_terminal;
    struct Listener {
        wire::LaunchSocketInfo info;
        UniqueFd fd;
    };
    std::vector<Listener> m_listeners;
};

} // namespace leadglass::test
