// Of the review page: files taken in part, and the three versions of a conflict.
#pragma once

#include "app/gallery/review_fixtures.h"

namespace leadglass::app::gallery {

// Out of the usual scene.
std::vector<ReviewScene> hunkScenes(const ReviewScene& usual);

} // namespace leadglass::app::gallery
