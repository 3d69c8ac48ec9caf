// What a person asked an apply for, as core/workspace takes it.
#pragma once

#include <string>
#include <vector>

#include "core/api/review_service.h"
#include "core/workspace/change_list.h"
#include "core/workspace/freeze.h"

namespace leadglass::session {

// All that is named, by itself or by hunks of it. Empty: everything.
std::vector<std::string> pathsOf(const api::ApplyRequest& request);

// Is some of this change asked for, and not all of what it does to the text?
bool isAskedInPart(const api::ApplyRequest& request, const workspace::Trees& trees, const std::string& path);

// Why a change that was asked for is not written: it is not what was looked at, or has no hunks to take. Empty: nothing
// is against it.
Why whyNotAsked(const api::ApplyRequest& request, const workspace::Frozen& reviewed, const workspace::Change& change);

} // namespace leadglass::session
