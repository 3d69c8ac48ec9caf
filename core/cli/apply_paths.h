// PATH of review and apply, as people write it, and what is said of one that is wrong.
#pragma once

#include <string>
#include <vector>

#include "core/api/review_service.h"
#include "core/cli/context.h"

namespace leadglass::cli {

// "./src/" by the name that a review has for it.
std::string asListed(std::string path);

// PATH is of the project, whatever directory the person is in.
Status checkPath(const std::string& path, const std::string& project);

// Nothing of the run waits under one of these names: it is applied already, or meant another one. `error`: what the
// service said of it.
Error whyNotChanged(Context& context, const std::vector<std::string>& paths, const api::RunInfo& run, const Error& error);

} // namespace leadglass::cli
