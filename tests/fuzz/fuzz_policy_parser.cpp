// Any bytes as a policy file of each layer: parsed or refused, never half; what an agent writes as
// .leadglass.toml can hold nothing but restrictions.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/policy/parser.h"

using namespace leadglass::policy;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto own = parseProfile(text, "f.toml", Layer::Profile);
    if (!own && !own.error().what.starts_with("f.toml:")) {
        std::abort();
    }
    const auto project = parseProfile(text, "p.toml", Layer::Project);
    if (project) {
        const Profile& p = *project;
        const bool loosens = !p.pass.empty() || !p.set.empty() || !p.files.read.empty() ||
                             !p.files.state.empty() || !p.files.seed.empty() || !p.files.config.empty() ||
                             !p.agent.keyVariables.empty() || !p.extends.empty();
        if (loosens) {
            std::abort();
        }
    }
    static_cast<void>(parseEgressFlag(text, "--allow", 1).ok());
    static_cast<void>(parseEgressFlag(text, "--deny", 1).ok());
    return 0;
}
