// Objects and refs as an agent may write them.
#include <cstdint>
#include <string_view>

#include "core/workspace/git_paths.h"
#include "core/workspace/git_view.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace leadglass::workspace;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    (void)parseLooseCommit(bytes);
    if (const auto commit = parseCommitText(bytes)) {
        if (commit->author.empty() || commit->parents.size() > 64) {
            __builtin_trap();
        }
    }
    (void)isRefContent(".git/packed-refs", bytes);
    (void)isRefContent(".git/HEAD", bytes);
    (void)gitPart(bytes);
    return 0;
}
