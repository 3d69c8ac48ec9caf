// ActivityService over this person's history, in this process. The search index lies beside it (search.db).
#pragma once

#include <memory>

#include "core/api/activity_service.h"
#include "core/base/places.h"

namespace leadglass::session {

std::unique_ptr<api::ActivityService> makeLocalActivityService(const Places& places);

} // namespace leadglass::session
