// Requests and answers of leadglass-keyring and leadglass-mint.
#include "core/secrets/keyring_wire.h"
#include "core/secrets/mint_wire.h"

using namespace leadglass;

namespace {

// What is accepted has one form.
template <class T>
void sameAgain(const Result<T>& got, std::string_view bytes) {
    if (got && secrets::encode(*got)->reveal() != bytes) {
        __builtin_trap();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    sameAgain(secrets::decodeKeyringRequest(bytes), bytes);
    const auto answer = secrets::decodeKeyringAnswer(bytes);
    sameAgain(answer, bytes);
    if (answer && answer->items.size() > secrets::kMaxKeyringItems) {
        __builtin_trap();
    }
    sameAgain(secrets::decodeMintRequest(bytes), bytes);
    sameAgain(secrets::decodeMintAnswer(bytes), bytes);
    return 0;
}
