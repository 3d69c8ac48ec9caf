// A pack and its index, as an agent may write them. The first two bytes say where the pack ends; both get the hash they end with.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/sys.h"
#include "core/workspace/git_object_check.h"

using namespace leadglass;
using namespace leadglass::workspace;

namespace {

UniqueFd fileOf(const std::string& bytes) {
    return std::move(sys::sealedMemfd("fuzz", std::vector<std::uint8_t>(bytes.begin(), bytes.end())).value());
}

std::string ended(std::string bytes, std::size_t idSize) {
    GitHash hash(idSize);
    hash.update(bytes);
    return bytes + hash.finish();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) {
        return 0;
    }
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
    const std::size_t cut = (data[0] * 256U + data[1]) % (bytes.size() + 1);
    for (const std::size_t idSize : {20UL, 32UL}) {
        std::uint64_t work = 1 << 24;
        const std::string pack = ended(std::string(bytes.substr(0, cut)), idSize);
        const std::string index = ended(std::string(bytes.substr(cut)) + pack.substr(pack.size() - idSize), idSize);
        const UniqueFd packFile = fileOf(pack);
        const UniqueFd indexFile = fileOf(index);
        (void)GitPackCheck(packFile.get(), indexFile.get(), idSize, work).check();
    }
    const UniqueFd loose = fileOf(std::string(bytes));
    std::uint64_t work = 1 << 24;
    std::string digest;
    if (checkLooseObject(loose.get(), std::string(40, 'a'), work, digest) == GitFit::Fits) {
        __builtin_trap(); // no content is known that has this hash
    }
    return 0;
}
