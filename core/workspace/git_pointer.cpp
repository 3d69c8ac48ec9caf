#include "core/workspace/git_pointer.h"

#include <algorithm>

#include "core/workspace/names.h"

namespace leadglass::workspace {

std::string pointedAt(std::string_view pointer, std::string_view directory) {
    constexpr std::string_view kHead = "gitdir: ";
    if (pointer.size() > kMaxGitPointer || !pointer.starts_with(kHead)) {
        return {};
    }
    pointer.remove_prefix(kHead.size());
    while (pointer.ends_with('\n') || pointer.ends_with('\r')) { // as git does
        pointer.remove_suffix(1);
    }
    if (pointer.empty() || pointer.starts_with('/')) {
        return {};
    }
    std::string at(directory);
    while (!pointer.empty()) {
        const std::size_t slash = std::min(pointer.find('/'), pointer.size());
        const std::string_view part = pointer.substr(0, slash);
        pointer.remove_prefix(std::min(slash + 1, pointer.size()));
        if (part == "..") {
            if (at.empty()) {
                return {};
            }
            at = parentOf(at);
        } else if (!part.empty() && part != ".") {
            at = joined(at, part);
        }
    }
    return isPlainRelative(at) ? at : std::string();
}

} // namespace leadglass::workspace
