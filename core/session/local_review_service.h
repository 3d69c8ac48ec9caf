// api::ReviewService in this process, over the run directories of this person.
#pragma once

#include <memory>

#include "core/api/review_service.h"
#include "core/base/places.h"

namespace leadglass::audit {
class Writer;
}

namespace leadglass::session {

// Without `audit` the history at places.data/audit.db is opened by the first apply, undo or
// discard; they refuse to begin where it cannot be written. `audit` must outlive the service.
std::unique_ptr<api::ReviewService> makeLocalReviewService(const Places& places,
                                                           audit::Writer* audit = nullptr);

} // namespace leadglass::session
