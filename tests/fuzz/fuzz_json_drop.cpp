// State files that an agent wrote, cleaned before they are kept.
#include "core/session/json_drop.h"

using namespace leadglass;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::vector<std::string> keys{"mcpServers", "projects.*.mcpServers", "*.hooks"};
    auto once = session::dropJsonKeys(text, keys);
    if (once) {
        auto twice = session::dropJsonKeys(*once, keys);
        if (!twice || *twice != *once) {
            __builtin_trap();
        }
    }
    return 0;
}
