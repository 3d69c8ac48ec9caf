// The paste service in this process.
#pragma once

#include <memory>

#include "core/api/paste_service.h"
#include "core/base/places.h"

namespace leadglass::session {

std::unique_ptr<api::PasteService> makeLocalPasteService(const Places& places);

} // namespace leadglass::session
