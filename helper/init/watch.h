// One command of the run, from its start to its end: signals and reports between it and the supervisor.
#pragma once

#include <sys/types.h>

namespace leadglass::init {

struct Watched {
    pid_t pid = -1;
    bool terminal = false; // its controlling terminal is our descriptor 0
    bool first = false;    // the run ends with it, and everything inside with the run
    int children = -1;     // signalfd of SIGCHLD
};

// All signals blocked, SIGCHLD comes through the descriptor. -1: errno says why.
int watchChildren();

// Says Started; or that it could not start (from the read end `outcome`), and ends.
void awaitStart(const Watched& command, int outcome);

// Keeps nothing of the command's standard streams but its terminal: after the fork nobody but the command
// holds its pipes, so that closing them means something. The terminal does not end because the command
// lets go of it for a while. `terminals`: bits 0-2.
void releaseStdio(unsigned terminals);

// Serves the control socket until the command or the supervisor is gone.
[[noreturn]] void watchCommand(const Watched& command);

// Ends what `command` says and this process.
[[noreturn]] void endWith(const Watched& command, int status);

} // namespace leadglass::init
