// leadglass audit prune
#pragma once

#include "core/api/audit_service.h"
#include "core/cli/context.h"

namespace leadglass::cli {

void pruneHistory(Context& context, const api::PruneRequest& request, bool asJson);

} // namespace leadglass::cli
