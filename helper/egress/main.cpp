// Trust: the supervisor on descriptor 3; nothing else is there.
// Privilege: none left once the self-sandbox is on, which is before the first message is read.
// Input: core/wire/egress_control.h on descriptor 3.
// Fails: a step of the self-sandbox that cannot be done ends the process with its own status.
//
// leadglass-egress, and leadglass-inspect with an Inspector linked in: started by the supervisor, one per run.
#include <poll.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "core/base/event_loop.h"
#include "core/egress/server.h"
#include "helper/egress/self_sandbox.h"

#if defined(__SANITIZE_ADDRESS__)
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
    return "detect_leaks=0";
}
#endif

namespace {

using leadglass::egress_helper::Step;

constexpr int kControl = 3;

int fail(Step step, const char* why) {
    std::fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name,
                 leadglass::egress_helper::describe(step), why);
    return static_cast<int>(step);
}

// The parent's end may have gone before PR_SET_PDEATHSIG was there to see it.
bool parentLives() {
    pollfd control{kControl, POLLIN, 0};
    return ::poll(&control, 1, 0) >= 0 && (control.revents & (POLLHUP | POLLERR | POLLNVAL)) == 0;
}

} // namespace

int main() {
    using namespace leadglass;
    auto inspector = egress::makeInspector(); // reads what it needs while there are files
    const auto place = egress_helper::enterEmptyPlace();
    if (!place.ok()) {
        return fail(place.step, std::strerror(place.sysErrno));
    }
    if (!parentLives()) {
        return 0;
    }
    auto loop = EventLoop::create();
    if (!loop) {
        return fail(Step::Loop, loop.error().text().c_str());
    }
    const auto filter = egress_helper::loadFilter();
    if (!filter.ok()) {
        return fail(filter.step, std::strerror(filter.sysErrno));
    }
    Status status;
    {
        egress::Server server(**loop, UniqueFd(kControl), std::move(inspector));
        status = server.run();
    }
    return status ? 0 : fail(Step::Protocol, status.error().text().c_str());
}
