// Modes of the probe that do one thing, each with its own arguments.
#pragma once

namespace leadglass::test {

//   probe connect [@NAME | /PATH]...   Unix sockets, abstract ones with @
//   probe dns ADDRESS...               a packet to port 53 of each; what comes back must be the same
//   probe tcp ADDRESS:PORT...          [ADDRESS]:PORT for IPv6; says "fast" or "slow" after the answer
//   probe fork N                       forks until it fails, at most N times, and says the number
//   probe bomb                         all fork for ever; the first ends after 300 ms with status 5
// Each answer is a line ARGUMENT=ok or ARGUMENT=ERRNO. -1: no such mode; else the exit status.
int probeMode(int argc, char** argv);

} // namespace leadglass::test
