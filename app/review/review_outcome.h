// What an apply or undo did, in words: what was written, and every file that was left, with its reason.
#pragma once

#include <QString>

#include "core/api/review_service.h"

namespace leadglass::app::words {

QString applied(const api::ApplyResult& result);
QString undone(const api::ApplyResult& result);

} // namespace leadglass::app::words
