// Objects and refs as an agent may write them.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/workspace/git_commit_files.h"
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
    for (const std::size_t idSize : {20UL, 32UL}) {
        (void)parseGitTree(bytes, idSize);
        if (const auto head = parsePackEntryHead(bytes, idSize); head && head->length > size) {
            __builtin_trap();
        }
        if (size >= idSize) {
            const auto index = [&](std::uint64_t at, std::size_t count) {
                return at < size ? std::string(bytes.substr(at, count)) : std::string();
            };
            (void)findInPackIndex(index, std::string(bytes.substr(size - idSize)));
        }
    }
    if (size > 0) { // the first byte says where the base ends
        const std::size_t cut = std::min<std::size_t>(data[0], size - 1) + 1;
        constexpr std::size_t kMax = 65536;
        const auto made = applyGitDelta(bytes.substr(1, cut - 1), bytes.substr(cut), kMax);
        if (made && made->size() > kMax) {
            __builtin_trap();
        }
    }
    (void)isRefContent(".git/packed-refs", bytes);
    (void)isRefContent(".git/HEAD", bytes);
    (void)gitPart(bytes);
    return 0;
}
