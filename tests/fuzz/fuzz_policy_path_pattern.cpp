// Glob (first line) against path (the rest): agrees with a plain recursive matcher, and pruning
// never loses a match.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/policy/path_pattern.h"

using namespace leadglass::policy;

namespace {

using Parts = std::vector<std::string>;

Parts split(const std::string& path) {
    Parts out;
    std::string part;
    for (const char c : path + "/") {
        if (c != '/') {
            part += c;
        } else if (!part.empty()) {
            out.push_back(part);
            part.clear();
        }
    }
    return out;
}

bool component(const char* g, const char* gEnd, const char* t, const char* tEnd) {
    if (g == gEnd) {
        return t == tEnd;
    }
    if (*g == '*') {
        return component(g + 1, gEnd, t, tEnd) || (t != tEnd && component(g, gEnd, t + 1, tEnd));
    }
    return t != tEnd && (*g == '?' || *g == *t) && component(g + 1, gEnd, t + 1, tEnd);
}

bool whole(const Parts& glob, std::size_t g, const Parts& path, std::size_t p) {
    if (g == glob.size()) {
        return p == path.size();
    }
    if (glob[g] == "**") {
        return whole(glob, g + 1, path, p) || (p < path.size() && whole(glob, g, path, p + 1));
    }
    const auto one = [&] {
        const std::string& a = glob[g];
        const std::string& b = path[p];
        return component(a.data(), a.data() + a.size(), b.data(), b.data() + b.size());
    };
    return p < path.size() && one() && whole(glob, g + 1, path, p + 1);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const std::size_t end = text.find('\n');
    if (end == std::string::npos) {
        return 0;
    }
    const std::string glob = text.substr(0, end);
    const std::string path = text.substr(end + 1);
    const bool matched = matchesPath(glob, path);
    if (size < 40 && glob.find("!(") == std::string::npos) { // the plain matcher is exponential, and knows no exceptions
        const Parts parts = split(path);
        if (matched != (!parts.empty() && whole(split(glob), 0, parts, 0))) {
            std::abort();
        }
    }
    if (matched && !matchesPathAnyCase(glob, path)) {
        std::abort();
    }
    const std::size_t slash = path.rfind('/');
    const bool below = slash != std::string::npos && slash + 1 < path.size();
    if (matched && below && !mayMatchBelow(glob, path.substr(0, slash))) {
        std::abort();
    }
    return 0;
}
