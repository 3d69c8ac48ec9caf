// Starting and ending the processes of a run.
//
// All children are started by the main thread (asserted): PR_SET_PDEATHSIG follows the thread that
// forked (prctl(2)). Each gets an empty environment, exactly the descriptors listed, PDEATHSIG
// SIGKILL and RLIMIT_CORE 0 before exec.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/unique_fd.h"

namespace leadglass::session {

struct ChildSpec {
    std::string program;               // absolute path
    std::vector<std::string> arguments; // without argv[0]
    std::vector<std::string> environment; // NAME=VALUE; usually empty
    mode_t fileMask = 077;             // umask(2) of the child
    std::string directory;             // absolute: where it works; empty: where we do
    std::vector<int> descriptors;      // become 0, 1, 2, 3 ... in this order; borrowed
};

class Child {
public:
    static Result<Child> start(const ChildSpec& spec);
    Child(Child&&) = default;
    Child& operator=(Child&&) = default;
    ~Child(); // kills and reaps what still runs

    [[nodiscard]] pid_t pid() const { return m_pid; }
    [[nodiscard]] int pidFd() const { return m_pidFd.get(); } // readable once it has ended
    void kill(int signal) const;
    // The wait status, once it has ended; nothing while it runs.
    std::optional<int> poll();

private:
    Child() = default;
    pid_t m_pid = -1;
    UniqueFd m_pidFd;
    std::optional<int> m_status;
};

} // namespace leadglass::session
