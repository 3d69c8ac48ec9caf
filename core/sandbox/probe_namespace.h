// Runs one probe in a child that has namespaces of its own.
#pragma once

#include <string>

namespace leadglass::sandbox {

struct ProbeResult {
    enum class Step : int { Done, Fork, Unshare, Map, Probe, Timeout } failed = Step::Done;
    int error = 0;  // errno of the step
    [[nodiscard]] bool ok() const { return failed == Step::Done; }
    // "unshare: Operation not permitted"
    [[nodiscard]] std::string text() const;
};

// Forks, unshares CLONE_NEWUSER | `flags`, maps the own ids to themselves, calls `probe`, which
// returns 0 or an errno and runs in the child only. The child ends within five seconds.
ProbeResult inNamespaces(int flags, int (*probe)(const void* argument), const void* argument);

// Probes that need a file of their own.
int probeNft(const void* unused);  // a table with a NAT redirect, in one nf_tables batch

}  // namespace leadglass::sandbox
