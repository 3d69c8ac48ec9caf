// Trust: this process, before it has read one hostile byte.
// Privilege: gives away all it has: network, files, capabilities, system calls.
// Input: none.
// Fails: the first step that cannot be done is returned with its exit status; there is no weaker
// form.
//
// Order: enterEmptyPlace(), then whatever needs a system call that the filter refuses (an epoll
// set), then loadFilter(). Descriptors 0 to 3 stay, all others are closed.
#pragma once

#include <string>

namespace leadglass::egress_helper {

enum class Step : int { // exit status of the process
    Done = 0,
    Limits = 70,
    Namespaces = 71,
    IdMap = 72,
    Root = 73,
    Privileges = 74,
    Landlock = 75,
    Filter = 76,
    Loop = 77,
    Protocol = 78
};
struct Outcome {
    Step step = Step::Done; // the one that failed
    int sysErrno = 0;
    [[nodiscard]] bool ok() const { return step == Step::Done; }
};
const char* describe(Step step);

// An empty network namespace and an empty read-only root; no capability and no way to one; not
// dumpable, no core file; ends with its parent (prctl(2) PR_SET_PDEATHSIG).
Outcome enterEmptyPlace();

// The allow-list (seccomp(2)). Killed: what makes or connects a socket, starts a program or thread,
// or traces. Everything else that is not listed: EPERM.
Outcome loadFilter();

} // namespace leadglass::egress_helper
