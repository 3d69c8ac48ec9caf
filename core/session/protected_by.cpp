#include "core/session/protected_by.h"

#include <algorithm>

#include "core/policy/path_pattern.h"

namespace leadglass::session {

workspace::ProtectMatcher protectedBy(const workspace::RunManifest& manifest) {
    auto all = manifest.protectGlobs;
    all.insert(all.end(), manifest.hideGlobs.begin(), manifest.hideGlobs.end());
    return [globs = std::move(all)](std::string_view path) {
        return std::ranges::any_of(globs,
                                   [&](const std::string& glob) { return policy::matchesPathAnyCase(glob, path); });
    };
}

} // namespace leadglass::session
