// The commands of a push: the same whatever the pieces they come in, never more than was there, refs that are names.
#include <cstdint>
#include <cstdlib>

#include "core/egress/git_push.h"

using namespace leadglass::egress;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::span<const std::uint8_t> bytes(data, size);
    PushCommands whole;
    const std::size_t used = whole.feed(bytes);
    PushCommands pieces;
    std::size_t at = 0;
    while (at < size && pieces.state() == PushCommands::State::More) {
        at += pieces.feed(bytes.subspan(at, 1));
    }
    if (used > size || used > kMaxPushHead || pieces.state() != whole.state() || at != used || pieces.refs().size() != whole.refs().size()) {
        std::abort();
    }
    for (std::size_t i = 0; i < whole.refs().size(); ++i) {
        const auto& ref = whole.refs()[i];
        if (whole.state() != PushCommands::State::More && (!isRefName(ref.ref) || ref.ref != pieces.refs()[i].ref || (ref.create && ref.remove))) {
            std::abort();
        }
    }
    if ((whole.state() == PushCommands::State::Bad) != (*whole.fault() != '\0')) {
        std::abort();
    }
    return 0;
}
