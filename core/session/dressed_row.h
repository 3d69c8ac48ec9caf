// A row of the history with the words that people read beside it.
#pragma once

#include "core/api/activity_service.h"

namespace leadglass::session {

api::ActivityRow dressedRow(audit::Row row);

} // namespace leadglass::session
