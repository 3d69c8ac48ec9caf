#include "core/policy/toml_depth.h"

#include <algorithm>

namespace leadglass::policy {
std::size_t afterTomlText(std::string_view toml, std::size_t at) {
    const char quote = toml[at];
    const bool escapes = quote == '"';
    const bool many = at + 2 < toml.size() && toml[at + 1] == quote && toml[at + 2] == quote;
    for (at += many ? 3 : 1; at < toml.size(); ++at) {
        if (escapes && toml[at] == '\\') {
            ++at;
        } else if (!many && (toml[at] == quote || toml[at] == '\n')) {
            return toml[at] == quote ? at + 1 : at;
        } else if (many && toml[at] == quote && at + 2 < toml.size() && toml[at + 1] == quote && toml[at + 2] == quote) {
            at += 3;
            for (int more = 0; more < 2 && at < toml.size() && toml[at] == quote; ++more) { // the text may end in two
                ++at;
            }
            return at;
        }
    }
    return toml.size();
}

std::size_t lineOfTooDeepKey(std::string_view toml) {
    std::size_t dots = 0;
    for (std::size_t at = 0; at < toml.size();) {
        const char c = toml[at];
        if (c == '#') {
            at = std::min(toml.find('\n', at), toml.size());
            continue;
        }
        if (c == '"' || c == '\'') {
            at = afterTomlText(toml, at);
            continue;
        }
        const bool inKey = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
                           c == ' ' || c == '\t' || static_cast<unsigned char>(c) >= 0x80;
        if (c == '.') {
            if (++dots >= kMaxKeyParts) {
                return 1 + static_cast<std::size_t>(std::count(toml.begin(), toml.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
            }
        } else if (!inKey) {
            dots = 0;
        }
        ++at;
    }
    return 0;
}

} // namespace leadglass::policy
