// Files that say where a repository lies and what its refs were: a submodule's .git, packed-refs, logs. An earlier run may
// have written them.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/workspace/git_objects.h"
#include "core/workspace/git_paths.h"
#include "core/workspace/git_pointer.h"
#include "core/workspace/git_reflog.h"
#include "core/workspace/git_refs.h"
#include "core/workspace/names.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace leadglass::workspace;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const std::size_t end = std::min(bytes.find('\n'), size);
    const std::string_view first = bytes.substr(0, end);
    const std::string_view rest = bytes.substr(std::min(end + 1, size));

    // Whatever it says, it stays in the project, and each component is a name.
    for (const std::string_view directory : {std::string_view("sub"), std::string_view("a/b"), first}) {
        if (!isPlainRelative(directory)) {
            continue;
        }
        const std::string place = pointedAt(rest, directory);
        if (!place.empty() && (!isPlainRelative(place) || !rest.starts_with("gitdir: "))) {
            __builtin_trap();
        }
    }

    for (const auto& [name, id] : parsePackedRefs(bytes)) {
        if (!isGitId(id) || !isRefFile(".git/" + name)) {
            __builtin_trap();
        }
    }
    const Refs refs = parsePackedRefs(bytes);
    for (const auto& [name, id] : packedTargets(bytes)) {
        if (!isGitId(id) || !refs.contains(name)) {
            __builtin_trap();
        }
    }

    const auto names = newLogNames(first, rest);
    for (const auto& id : names.ids) {
        if (!isGitId(id) || rest.find(id) == std::string_view::npos) {
            __builtin_trap();
        }
    }
    if (const auto same = newLogNames(rest, rest); !same.ids.empty()) {
        __builtin_trap(); // nothing in it is new
    }
    return 0;
}
