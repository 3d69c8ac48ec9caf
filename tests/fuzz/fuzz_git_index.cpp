// An index as an agent may write it. What is accepted keeps what git's readers count on.
#include <openssl/sha.h>

#include <cstdint>
#include <string>

#include "core/workspace/git_index.h"
#include "core/workspace/names.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace leadglass::workspace;
    std::string bytes(reinterpret_cast<const char*>(data), size);
    (void)parseGitIndex(bytes);
    // Mutations rarely hit a checksum: the same bytes once more with the right one.
    unsigned char digest[SHA_DIGEST_LENGTH];
    SHA1(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest);
    bytes.append(reinterpret_cast<const char*>(digest), sizeof digest);
    const auto index = parseGitIndex(bytes);
    if (!index) {
        return 0;
    }
    const IndexEntry* last = nullptr;
    for (const auto& entry : index->entries) {
        std::string path = entry.path;
        if (path.ends_with('/')) {
            path.pop_back();
        }
        if (!isPlainRelative(path) || (last != nullptr && last->path > entry.path)) {
            __builtin_trap();
        }
        last = &entry;
    }
    if (newlyIgnored(*index, *index) != 0) {
        __builtin_trap();
    }
    return 0;
}
