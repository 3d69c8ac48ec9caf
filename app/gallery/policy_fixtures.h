// Made-up policies, files and kept answers for the gallery.
#pragma once

#include <string>
#include <vector>

#include "app/bridge/services.h"

namespace leadglass::app::gallery {

struct PolicyScene {
    enum class State { Own, BuiltIn, Broken, Nothing };
    std::string name;
    State state = State::Own;
};

std::vector<PolicyScene> policyScenes();
Services servicesOf(const PolicyScene& scene);

} // namespace leadglass::app::gallery
