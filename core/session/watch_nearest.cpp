#include "core/session/watch_nearest.h"

#include <sys/inotify.h>

#include <cerrno>

namespace leadglass::session {

Status watchNearest(int notify, const std::string& place, std::uint32_t events) {
    std::string lowest; // where a watch stands, and below it was nothing
    for (;;) {
        std::string at = place;
        while (::inotify_add_watch(notify, at.c_str(), events) < 0) {
            if (errno != ENOENT) {
                return ioError("cannot watch '" + at + "'", errno, "fs.inotify.max_user_watches may be used up");
            }
            const std::size_t slash = at.rfind('/');
            if (slash == 0 || slash == std::string::npos) {
                return ioError("no directory above '" + place + "' is there", ENOENT);
            }
            at.resize(slash);
        }
        // One that came after it was not found and before its parent was watched has no event: it is looked for again. The same
        // directory twice is one watch.
        if (at == place || at == lowest) {
            return {};
        }
        lowest = at;
    }
}

} // namespace leadglass::session
