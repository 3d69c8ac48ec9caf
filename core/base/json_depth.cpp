#include "core/base/json_depth.h"

#include <cstddef>

namespace leadglass {

bool isTooDeepJson(std::string_view json) {
    int depth = 0;
    bool string = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (string) {
            i += c == '\\' ? 1 : 0;
            string = c != '"';
        } else if (c == '"') {
            string = true;
        } else if (c == '{' || c == '[') {
            if (++depth > kMaxJsonDepth) {
                return true;
            }
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return false;
}

} // namespace leadglass
