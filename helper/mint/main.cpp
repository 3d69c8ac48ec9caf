// Trust: asks servers that a policy names, and parses what they answer.
// Privilege: the network of the person. Not dumpable, no way to gain more, no core file.
// Input: one request of the supervisor on descriptor 0 (core/secrets/mint_wire.h).
// Fails: with an answer that says why; without one where the request is malformed. It may be killed at any time.
//
// One request, one answer on descriptor 1, and the end: whatever parsing has left in memory goes with it.
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "core/base/clock.h"
#include "core/base/sys.h"
#include "helper/mint/mint.h"

namespace {

using namespace leadglass;

Status run() {
    const auto input = LG_TRY(SecretBytes::readAll(STDIN_FILENO));
    const auto request = LG_TRY(secrets::decodeMintRequest(input.reveal()));
    auto answer = mint::serve(request, systemClock().wall());
    secrets::MintAnswer said;
    if (answer) {
        said = std::move(*answer);
    } else {
        said.problem = answer.error().text();
        said.problem.resize(std::min(said.problem.size(), secrets::kMaxMintText));
    }
    const auto bytes = LG_TRY(secrets::encode(said));
    return sys::writeAll(1, bytes.reveal());
}

} // namespace

int main() {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::prctl(PR_SET_DUMPABLE, 0);
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    ::signal(SIGPIPE, SIG_IGN);
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    if (const Status done = run(); !done) {
        (void)sys::writeAll(2, done.error().text() + "\n");
        ::_exit(1);
    }
    ::_exit(0);
}
