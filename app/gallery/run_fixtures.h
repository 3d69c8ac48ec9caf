// Made-up live runs for the gallery: a busy one, an old one that tells little, one that has ended, and hostile names.
#pragma once

#include <string>
#include <vector>

#include "app/bridge/services.h"

namespace leadglass::app::gallery {

struct RunScene {
    std::string name; // of the picture
    std::string run;  // of made_runs
    int tab = 0;
};

std::vector<RunScene> runScenes();
// Adds the service; the runs are those of addRuns().
void addRunDetail(Services& services);

} // namespace leadglass::app::gallery
