#include "core/session/door_place.h"

#include <sys/stat.h>

#include <cerrno>

#include "core/base/places.h"
#include "core/base/sys.h"
#include "core/sandbox/bind_source.h"
#include "core/sandbox/in_run_stubs.h"

namespace leadglass::session {

std::string doorsOf(const PreparedRun& run) { return run.runtimePath + "/doors"; }

Status addDoors(const PreparedRun& run, sandbox::StateView& view) {
    const auto doors = LG_TRY(openOwnDirectory(doorsOf(run)));
    constexpr mode_t kPassable = 0711; // started by root, the agent is another user
    if (::fchmod(doors.get(), kPassable) != 0) {
        return ioError("cannot make the directory of the run's sockets", errno);
    }
    view.mounts.push_back(LG_TRY(sandbox::bindMount(doorsOf(run), kDoorsInside, false, "sockets that lead to Leadglass")));
    view.mounts.push_back(LG_TRY(sandbox::bindRealPath(run.places.programs + "/leadglass-open", sandbox::kOpenerInside, false,
                                                       "asks you to open a page in your browser")));
    return {};
}

} // namespace leadglass::session
