// A git configuration that a project or a person wrote; only name and e-mail come out.
#include "core/sandbox/git_identity.h"
#include "core/sandbox/git_place.h"

using namespace leadglass;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto parts = sandbox::parseGitConfig(text, "/home/u", "/home/u/p");
    for (const char* head : {"", "gitdir: "}) {
        if (sandbox::pointerIn(text, head).find_first_of(std::string_view("\n\0", 2)) != std::string::npos) {
            __builtin_trap(); // one path, as git would read it
        }
    }
    const std::string written = sandbox::gitConfigText(parts.identity, {"/home/u/p"});
    const auto again = sandbox::parseGitConfig(written, "/home/u", "/home/u/p");
    if (again.identity.name != parts.identity.name || again.identity.email != parts.identity.email ||
        !again.includes.empty()) {
        __builtin_trap(); // a name must not be able to write configuration
    }
    return 0;
}
