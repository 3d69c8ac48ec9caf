// A test that needs a capability of the machine asks here first.
//
// Missing: the whole program ends with 77 (CTest: skipped), unless LEADGLASS_REQUIRE names the
// capability; then it ends with 1 (failed). An unknown word in LEADGLASS_REQUIRE is a failure.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

namespace leadglass::test {

inline bool required(const std::string& capability) {
    static const char* const kKnown[] = {"userns", "overlay", "nft",           "agents",
                                         "display", "dbus",    "secretservice", "polkit", "vm", "clients"};
    const char* list = std::getenv("LEADGLASS_REQUIRE");
    std::string rest = list != nullptr ? list : "";
    bool found = false;
    while (!rest.empty()) {
        const std::size_t comma = rest.find(',');
        const std::string word = rest.substr(0, comma);
        rest = comma == std::string::npos ? "" : rest.substr(comma + 1);
        bool known = word.empty();
        for (const char* name : kKnown) {
            known = known || word == name;
        }
        if (!known) {
            std::fprintf(stderr, "LEADGLASS_REQUIRE: unknown word '%s'\n", word.c_str());
            std::exit(1);
        }
        found = found || word == capability;
    }
    return found;
}

// Call where a probe found that `capability` is missing.
[[noreturn]] inline void missing(const std::string& capability, const std::string& evidence) {
    std::fprintf(stderr, "needs %s: %s\n", capability.c_str(), evidence.c_str());
    std::exit(required(capability) ? 1 : 77);
}

} // namespace leadglass::test
