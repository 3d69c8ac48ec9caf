// What a run will be able to do, in a few plain sentences.
#pragma once

#include <QString>

#include "core/api/policy_service.h"

namespace leadglass::app::words {

// `mode`: as chosen; empty: as the policy says.
QString summary(const api::ShownPolicy& policy, const QString& mode);

} // namespace leadglass::app::words
