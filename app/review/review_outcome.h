// What an apply or undo did, in words: what was written, and every file that was left, with its reason.
#pragma once

#include <QString>

#include "core/api/review_service.h"

namespace leadglass::app::words {

// `count`: of the listed changes (entriesOf()) that were written or taken back.
QString applied(const api::ApplyResult& result, int count);
QString undone(const api::ApplyResult& result, int count);

} // namespace leadglass::app::words
