// Made-up runs for the gallery: every state of the review page.
#pragma once

#include <string>
#include <vector>

#include "app/bridge/services.h"

namespace leadglass::app::gallery {

struct ReviewScene {
    std::string name; // of the picture
    api::Review review;
    std::string diff;
    api::FileSides sides;
    api::BaseDiff base;
    std::vector<int> left; // hunks that are not taken
    int compare = 0;       // which of the comparisons
    std::string select; // path of the change that is looked at; empty: the first
    bool sideBySide = false;
    bool apply = false; // and see what it says
};

std::vector<ReviewScene> reviewScenes();
// Gives the run of one scene, and changes nothing. No run at all where its review has no id.
Services servicesOf(const ReviewScene& scene);

} // namespace leadglass::app::gallery
