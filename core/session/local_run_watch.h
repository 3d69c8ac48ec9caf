// api::RunWatch in this process: inotify(7) on the directories of live and of kept runs.
#pragma once

#include <memory>

#include "core/api/run_watch.h"
#include "core/base/places.h"

namespace leadglass::session {

std::unique_ptr<api::RunWatch> makeLocalRunWatch(const Places& places);

} // namespace leadglass::session
