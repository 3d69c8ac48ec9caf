// inotify(7) on a directory that may not be there yet.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.h"

namespace leadglass::session {

// Watches `place`, absolute, or the nearest directory above it that exists: that it comes is then an event, after which this is called
// again. What comes between two of our looks is not missed. Error: neither can be watched, or not even "/" is there.
Status watchNearest(int notify, const std::string& place, std::uint32_t events);

} // namespace leadglass::session
