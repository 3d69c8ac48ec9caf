// Trust: speaks with the person's keyring over D-Bus; answers come from programs of the person.
// Privilege: the person's session bus. Not dumpable, no way to gain more, no core file.
// Input: one request of the supervisor on descriptor 0 (core/secrets/keyring_wire.h).
// Fails: with an answer that says why; without one where the request is malformed. It may be killed at any time.
//
// One request, one answer on descriptor 1, and the end: what was read is in no process that lives on.
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>

#include "core/base/sys.h"
#include "helper/keyring/service.h"

namespace {

using namespace leadglass;

Status run() {
    const auto input = LG_TRY(SecretBytes::readAll(STDIN_FILENO));
    const auto request = LG_TRY(secrets::decodeKeyringRequest(input.reveal()));
    const auto answer = LG_TRY(secrets::encode(keyring::serve(request)));
    return sys::writeAll(1, answer.reveal());
}

} // namespace

int main() {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::prctl(PR_SET_DUMPABLE, 0);
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    if (const Status done = run(); !done) {
        (void)sys::writeAll(2, done.error().text() + "\n");
        ::_exit(1);
    }
    ::_exit(0); // without the exit handlers of libraries, which may wait for threads
}
