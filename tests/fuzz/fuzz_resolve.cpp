// Messages between the supervisor and leadglass-resolve.
#include "core/wire/resolve.h"

using namespace leadglass;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::span bytes(data, size);
    if (auto request = wire::decodeResolveRequest(bytes)) {
        if (wire::encode(*request) != std::vector<std::uint8_t>(data, data + size)) {
            __builtin_trap(); // what is accepted has one form
        }
    }
    if (auto reply = wire::decodeResolveReply(bytes)) {
        if (reply->answers.size() > wire::kMaxAnswers ||
            wire::encode(*reply) != std::vector<std::uint8_t>(data, data + size)) {
            __builtin_trap();
        }
    }
    return 0;
}
