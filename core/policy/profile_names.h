// The names of profiles that can be found, without reading one: a broken profile is still there.
#pragma once

#include <string>
#include <vector>

#include "core/base/places.h"

namespace leadglass::policy {

enum class ProfileFolder { Person, Site, BuiltIn };

struct ProfileName {
    std::string name;
    ProfileFolder folder = ProfileFolder::BuiltIn; // the nearest that has it
};
// By folder, nearest first, then by name. A folder that is refused or cannot be read has none.
std::vector<ProfileName> profileNames(const Places& places);

} // namespace leadglass::policy
