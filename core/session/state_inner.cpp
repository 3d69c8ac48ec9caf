// What a plan shows inside the agent's state, read-only: files of the policy, tools (state_store.h).
#include <sys/stat.h>

#include <algorithm>

#include "core/sandbox/path_text.h"
#include "core/session/beneath.h"
#include "core/session/state_store.h"

namespace leadglass::session {
namespace {

std::string bare(const std::string& path) {
    return path.ends_with('/') ? path.substr(0, path.size() - 1) : path;
}

bool isAmong(const std::vector<policy::NamedPath>& list, const std::string& path) {
    return std::any_of(list.begin(), list.end(), [&](const auto& entry) { return bare(entry.path) == path; });
}

} // namespace

void StateStore::listInner(const std::vector<sandbox::Mount>& shown) {
    const auto inState = [&](const sandbox::Mount& mount) { // its path below HOME; empty: it lies elsewhere
        const bool below = mount.kind != sandbox::Mount::Kind::Symlink && mount.target != m_insideHome &&
                           sandbox::isAtOrBelow(mount.target, m_insideHome);
        const std::string path = below ? mount.target.substr(m_insideHome.size() + 1) : std::string();
        return below && belowState(path) && !isAmong(m_profile.files.state, path) ? path : std::string();
    };
    for (const auto& mount : shown) {
        const std::string path = inState(mount);
        const bool covered = std::any_of(shown.begin(), shown.end(), [&](const sandbox::Mount& other) {
            return other.target != mount.target && sandbox::isAtOrBelow(mount.target, other.target) && !inState(other).empty();
        });
        // In a directory that is fresh in each run the place is made with it; at a place of configuration that wins.
        const bool fresh = std::any_of(m_profile.files.ephemeral.begin(), m_profile.files.ephemeral.end(), [&](const auto& entry) {
            return entry.path.ends_with('/') && sandbox::isAtOrBelow(path, bare(entry.path));
        });
        if (!path.empty() && !covered && !fresh && !isAmong(m_profile.files.config, path)) {
            m_inner.push_back({path, S_ISDIR(mount.type)});
        }
    }
}

Status StateStore::holdInner() {
    for (const auto& inner : m_inner) {
        const bool there = !inner.directory && !configCopyOf(inner.path) &&
                           beneath::typeOf(m_home.get(), inner.path) == beneath::Type::Regular;
        if (!there) { // what the agent has there stays, covered
            LG_TRY(holdPlace(inner.path, inner.directory));
        }
    }
    return {};
}

} // namespace leadglass::session
