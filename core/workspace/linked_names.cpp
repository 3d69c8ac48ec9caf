#include "core/workspace/linked_names.h"

#include <dirent.h>
#include <fcntl.h>

#include "core/base/sys.h"
#include "core/workspace/names.h"
#include "core/workspace/tree_io.h"

namespace leadglass::workspace {
namespace {

std::string placeOf(int fd) { return sys::readlinkAt(AT_FDCWD, "/proc/self/fd/" + std::to_string(fd)); }

} // namespace

LinkedNames::LinkedNames(Root projectRoot, const ProtectMatcher& isProtected) {
    const std::string project = placeOf(projectRoot.fd);
    lookIn(projectRoot, "", project, isProtected);
    lookIn(projectRoot, ".git", project, isProtected);
}

void LinkedNames::lookIn(Root projectRoot, const std::string& directory, const std::string& project,
                         const ProtectMatcher& isProtected) {
    auto dir = openDirBeneath(projectRoot, directory);
    const auto entries = dir ? listDirectory(dir->get()) : Result<std::vector<DirEntry>>(dir.error());
    for (std::size_t i = 0; entries && i < entries->size(); ++i) {
        const auto& entry = (*entries)[i];
        const std::string path = joined(directory, entry.name);
        if (entry.type != DT_LNK && entry.type != DT_UNKNOWN) {
            continue;
        }
        if (riskOfName(path, true).grade != Grade::Held && riskOfName(path).grade != Grade::Held &&
            !(isProtected && isProtected(path))) {
            continue;
        }
        const auto target = sys::openAt(dir->get(), entry.name, O_PATH); // follows: where does it lead?
        const std::string place = target ? placeOf(target->get()) : std::string();
        if (place.starts_with(project + "/") && place != project + "/" + path) {
            m_links.push_back({path, place.substr(project.size() + 1)});
        }
    }
}

std::string_view LinkedNames::nameFor(std::string_view path) const {
    for (const auto& link : m_links) {
        if (path == link.target || path.starts_with(link.target + "/")) {
            return link.name;
        }
    }
    return {};
}

} // namespace leadglass::workspace
