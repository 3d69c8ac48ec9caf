// Made-up histories for the gallery: what the Activity page looks like, in each of its states.
#pragma once

#include <string>
#include <vector>

#include "app/bridge/services.h"

namespace leadglass::app::gallery {

struct ActivityScene {
    std::string name;  // of the picture
    std::string line;  // in the search line
    int select = -1;   // row
    enum class State { Rows, Empty, Damaged, Covering } state = State::Rows;
};

std::vector<ActivityScene> activityScenes();
Services servicesOf(const ActivityScene& scene);

} // namespace leadglass::app::gallery
