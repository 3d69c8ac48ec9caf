// A target in normal form is its own normal form, whatever it was; a path that a denial fits is fitted by it in every
// spelling; a glob and a path agree with a plain recursive matcher.
#include <cstdint>
#include <string>
#include <string_view>

#include "core/policy/http_path.h"

using namespace leadglass::policy;

namespace {

bool plain(std::string_view glob, std::string_view path) { // both behind a slash, or at an end
    if (glob.empty()) {
        return path.empty();
    }
    if (glob == "**") {
        return true;
    }
    if (glob.starts_with("**/")) {
        for (std::size_t at = 0;;) {
            if (plain(glob.substr(3), path.substr(at))) {
                return true;
            }
            at = path.find('/', at);
            if (at++ == std::string_view::npos) {
                return false;
            }
        }
    }
    if (glob[0] == '*') {
        for (std::size_t n = 0; n <= path.size(); ++n) {
            if (plain(glob.substr(1), path.substr(n))) {
                return true;
            }
            if (n < path.size() && path[n] == '/') {
                return false;
            }
        }
        return false;
    }
    return !path.empty() && glob[0] == path[0] && plain(glob.substr(1), path.substr(1));
}

// "/*" alone stands for a name, and an empty segment has none.
bool hasBareStar(const std::string& glob) {
    return (glob + "/").find("/*/") != std::string::npos;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const std::size_t line = text.find('\n');
    const std::string target = text.substr(0, line);
    const NormalTarget once = normaliseTarget(target, "a.example");
    if (once.ok()) {
        const NormalTarget twice = normaliseTarget(once.sent, "a.example");
        if (twice.path != once.path || twice.sent != once.sent || twice.restructured || !twice.exact) {
            __builtin_trap();
        }
        if (once.path.find_first_of(std::string("\\;\0\n\r", 5)) != std::string::npos || once.path.find("//") != std::string::npos) {
            __builtin_trap();
        }
        if (const auto glob = parsePathGlob(once.path); glob && glob->find('*') == std::string::npos) {
            if (!matchesRequestPath(*glob, once.path, false) || !matchesRequestPath(*glob, once.path, true)) {
                __builtin_trap();
            }
        }
    }
    if (line != std::string::npos && once.ok()) {
        const auto glob = parsePathGlob(text.substr(line + 1));
        if (glob) {
            const bool fits = matchesRequestPath(*glob, once.path, false);
            if (size < 48 && !hasBareStar(*glob) && fits != plain(std::string_view(*glob).substr(1), std::string_view(once.path).substr(1))) {
                __builtin_trap();
            }
            if (fits && !matchesRequestPath(*glob, once.path, true)) {
                __builtin_trap();
            }
        }
    }
    return 0;
}
