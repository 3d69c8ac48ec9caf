// Frames and messages of the control socket: what decodes encodes and decodes to the same again.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/wire/run_control.h"

using namespace leadglass::wire;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view in(reinterpret_cast<const char*>(data), size);
    const auto roundTrip = [](std::string_view json) {
        if (const auto request = decodeRequest(json)) {
            const auto frame = encode(*request);
            if (!frame || !decodeRequest(std::string_view(*frame).substr(4))) {
                std::abort();
            }
        }
        if (const auto message = decodeToClient(json)) {
            const auto frame = encode(*message);
            if (frame && !decodeToClient(std::string_view(*frame).substr(4))) {
                std::abort();
            }
        }
    };
    roundTrip(in);
    FrameReader reader;
    for (std::size_t at = 0; at < in.size(); at += 7) {
        if (!reader.feed(in.substr(at, 7))) {
            return 0;
        }
        while (auto json = reader.next()) {
            if (json->size() > kMaxFrame) {
                std::abort();
            }
            roundTrip(*json);
        }
        if (reader.buffered() > kMaxFrame + 4 + 7) {
            std::abort();
        }
    }
    return 0;
}
