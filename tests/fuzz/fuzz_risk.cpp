// Names, links and contents that an agent chose, as review judges them: the same name in another spelling of a
// careless file system is judged the same, and judging never fails.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/workspace/folded_name.h"
#include "core/workspace/manifest_parts.h"
#include "core/workspace/risk.h"

using namespace leadglass::workspace;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view in(reinterpret_cast<const char*>(data), size);
    const std::size_t end = std::min(in.find('\n'), in.size());
    const std::string name(in.substr(0, end));
    const std::string content(in.substr(std::min(end + 1, in.size())));
    const std::string folded = foldedName(name);
    if (foldedName(folded) != folded) {
        std::abort();
    }
    for (const bool directory : {false, true}) {
        const NameRisk risk = riskOfName(name, directory);
        if (risk.grade != Grade::None && !risk.why) {
            std::abort();
        }
    }
    (void)leavesProject(name, content);
    (void)secretIn(content);
    for (const char* manifest : {"package.json", "composer.json", "deno.json", "pyproject.toml", "cargo.toml"}) {
        if (!isManifest(manifest) || partsThatRun(manifest, content) != partsThatRun(manifest, content)) {
            std::abort();
        }
    }
    if (isManifest(folded)) {
        (void)partsThatRun(folded, content);
    }
    return 0;
}
