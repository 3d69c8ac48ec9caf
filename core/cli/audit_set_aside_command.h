// `leadglass audit set-aside`, as a person sees it or as JSON.
#pragma once

#include "core/cli/context.h"

namespace leadglass::cli {

void setHistoryAside(Context& context, bool asJson);

} // namespace leadglass::cli
