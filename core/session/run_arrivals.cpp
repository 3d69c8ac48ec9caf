#include "core/session/run_arrivals.h"

#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "core/session/watch_nearest.h"

namespace leadglass::session {
namespace {

constexpr std::uint32_t kEvents = IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;
constexpr std::uint32_t kComes = IN_CREATE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;

} // namespace

Result<RunArrivals> RunArrivals::open(const Places& places) {
    RunArrivals out;
    out.m_runtime = places.runtime;
    out.m_data = places.data;
    out.m_notify = UniqueFd(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
    if (!out.m_notify) {
        return ioError("cannot watch for runs", errno, "fs.inotify.max_user_instances may be used up");
    }
    return out;
}

Status RunArrivals::drain() {
    alignas(inotify_event) std::array<char, 16 * 1024> ignored{};
    while (::read(m_notify.get(), ignored.data(), ignored.size()) > 0) {
    }
    (void)watchNearest(m_notify.get(), m_data + "/runs", kComes); // without it only those of our own runtime directory are seen to come
    Status watched = watchNearest(m_notify.get(), m_runtime + "/runs", kEvents);
    if (!watched) {
        watched.error().what.insert(0, "live runs cannot be followed: ");
    }
    return watched;
}

} // namespace leadglass::session
