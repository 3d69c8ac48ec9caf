// config.toml.
#include "core/policy/settings.h"

using namespace leadglass;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    auto settings = policy::parseSettings(text, "config.toml");
    if (!settings && !settings.error().what.starts_with("config.toml")) {
        __builtin_trap(); // every fault names the file
    }
    return 0;
}
