// The reader of a further command's request, on any bytes; what parses is walked as leadglass-init does.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "core/wire/command_request.h"

using namespace leadglass::wire;

namespace {

void require(bool condition) {
    if (!condition) {
        __builtin_trap();
    }
}

void check(const std::uint8_t* data, std::size_t size) {
    CommandRequest request;
    if (!parseCommandRequest(data, size, request)) {
        return;
    }
    require(request.argv.count > 0 && request.argv.count <= kCommandMaxArgv);
    require(request.term.size <= kCommandMaxTerm && std::strchr(request.term.data, '=') == nullptr);
    PlanCursor at = request.argv.first;
    for (std::uint32_t i = 0; i < request.argv.count; ++i) {
        const PlanText word = nextArgument(at);
        require(std::strlen(word.data) == word.size);
        if (request.kind == CommandKind::Paste) {
            require(std::strchr(word.data, '/') == nullptr && word.size > 0);
        }
    }
    require(!at.bad() && at.left() == 0);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    check(data, size);
    constexpr std::size_t kHead = 12; // magic, version, total: put right, so that the rest is reached
    if (size >= kHead) {
        std::vector<std::uint8_t> repaired(data, data + size);
        const std::uint32_t head[] = {kCommandMagic, kCommandVersion, static_cast<std::uint32_t>(size)};
        std::memcpy(repaired.data(), head, sizeof head);
        check(repaired.data(), repaired.size());
    }
    return 0;
}
