// What servers and commands answer to leadglass-mint.
#include "helper/mint/answers.h"

using namespace leadglass;

namespace {

void check(const Result<secrets::MintAnswer>& got) {
    if (!got || got->state != secrets::MintAnswer::State::Done) {
        return;
    }
    for (const auto& [name, value] : got->secrets) {
        for (const unsigned char c : value.reveal()) {
            if (c <= 0x20 || c >= 0x7F) { // what goes into a header
                __builtin_trap();
            }
        }
    }
    const auto bytes = secrets::encode(*got);
    if (bytes && !secrets::decodeMintAnswer(bytes->reveal())) {
        __builtin_trap();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), std::min<std::size_t>(size, 64 * 1024));
    check(mint::commandAnswer(text));
    check(mint::awsAnswer(200, text));
    check(mint::awsAnswer(403, text));
    check(mint::githubAnswer(201, text, true));
    check(mint::oauthAnswer(200, text, 1'700'000'000));
    check(mint::oauthAnswer(400, text, 1'700'000'000));
    check(mint::deviceAnswer(200, text));
    (void)mint::timeOf(text);
    return 0;
}
