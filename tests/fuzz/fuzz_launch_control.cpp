// Messages of leadglass-launch and leadglass-init, as the supervisor reads them.
#include "core/wire/launch_control_codec.h"

using namespace leadglass;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    for (std::size_t fds = 0; fds < 4; ++fds) {
        auto message = wire::decodeFromLaunch(std::span(data, size), fds);
        if (!message) {
            continue;
        }
        const auto* listeners = std::get_if<wire::LaunchListeners>(&*message);
        const bool one = std::holds_alternative<wire::LaunchHome>(*message) ||
                         std::holds_alternative<wire::LaunchTerminal>(*message) ||
                         std::holds_alternative<wire::InitCommands>(*message);
        const std::size_t needed = listeners != nullptr ? listeners->sockets.size()
                                   : one                ? 1
                                                        : 0;
        if (needed != fds) {
            __builtin_trap(); // the supervisor would index past the descriptors
        }
        if (const auto* failed = std::get_if<wire::LaunchFailed>(&*message)) {
            (void)wire::toError(*failed).text();
        }
    }
    return 0;
}
