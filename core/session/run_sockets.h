// Sockets made inside a run's network namespace, and connected from here.
//
// No process of ours stays in there: a short-lived child enters, makes a batch of sockets, passes them
// out and ends. Nothing of the run is executed and none of its files is looked at.
#pragma once

#include <sys/types.h>

#include <vector>

#include "core/base/result.h"
#include "core/base/unique_fd.h"

namespace leadglass::session {

class RunSockets {
public:
    // `member`: a process in the namespaces of the run (our own child), while it lives.
    static Result<RunSockets> enter(pid_t member);
    RunSockets() = default; // of no run: take() fails
    // Makes the first ones: what hinders it is known then. Otherwise it is done when one is taken.
    Status prepare() { return refill(); }

    // A TCP socket of that namespace: non-blocking, close-on-exec, not connected.
    Result<UniqueFd> take(bool v6);

private:
    static constexpr std::size_t kBatch = 16; // of each family
    Status refill();

    UniqueFd m_userNamespace; // not valid: the same as ours
    UniqueFd m_netNamespace;
    std::vector<UniqueFd> m_v4;
    std::vector<UniqueFd> m_v6;
};

} // namespace leadglass::session
