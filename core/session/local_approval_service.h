// ApprovalService over the control sockets of this person's live runs.
#pragma once

#include <memory>

#include "core/api/approval_service.h"
#include "core/base/places.h"

namespace leadglass::session {

std::unique_ptr<api::ApprovalService> makeLocalApprovalService(const Places& places);

} // namespace leadglass::session
