#include "core/workspace/git_index_file.h"

#include "core/base/sys.h"

namespace leadglass::workspace {

Result<GitIndex> readGitIndex(Root root, const std::string& path, std::string* digest) {
    auto fd = LG_TRY(openFileBeneath(root, path));
    const auto bytes = LG_TRY(sys::readAll(fd.get(), kMaxIndex));
    if (digest != nullptr) {
        *digest = contentName(bytes);
    }
    return parseGitIndex(bytes);
}

} // namespace leadglass::workspace
