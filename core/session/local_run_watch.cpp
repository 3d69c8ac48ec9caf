#include "core/session/local_run_watch.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <functional>
#include <string>

#include "core/base/sys.h"
#include "core/session/run_arrivals.h"
#include "core/session/watch_nearest.h"
#include "core/workspace/tree_io.h"

namespace leadglass::session {
namespace {

constexpr std::uint32_t kComesOrGoes = IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_ONLYDIR;
constexpr std::uint32_t kManifest = IN_MOVED_TO | IN_CREATE | IN_ONLYDIR; // it is replaced by rename(2)
constexpr std::size_t kMostRuns = 512; // whose manifests are followed; beyond that only that they come and go
constexpr int kTogether = 250;         // milliseconds

class LocalRunWatch final : public api::RunWatch {
public:
    explicit LocalRunWatch(Places places) : m_places(std::move(places)) {}

    Status watch(const std::function<bool()>& onChange, std::stop_token stop) override {
        const UniqueFd wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
        const UniqueFd kept(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
        if (!wake || !kept) {
            return ioError("cannot watch for runs", errno, "fs.inotify.max_user_instances may be used up");
        }
        const std::stop_callback onStop(stop, [fd = wake.get()] { ::eventfd_write(fd, 1); });
        auto live = LG_TRY(RunArrivals::open(m_places));
        while (!stop.stop_requested()) {
            LG_TRY(live.drain());
            drain(kept.get());
            follow(kept.get());
            if (!onChange()) {
                return {};
            }
            std::array<pollfd, 3> fds{pollfd{wake.get(), POLLIN, 0}, {live.fd(), POLLIN, 0}, {kept.get(), POLLIN, 0}};
            while (::poll(fds.data(), fds.size(), -1) < 0) {
                if (errno != EINTR) {
                    return ioError("cannot wait for runs", errno);
                }
            }
            pollfd only{wake.get(), POLLIN, 0};
            (void)::poll(&only, 1, kTogether);
        }
        return {};
    }

private:
    static void drain(int notify) {
        alignas(inotify_event) std::array<char, 16 * 1024> ignored{};
        while (::read(notify, ignored.data(), ignored.size()) > 0) {
        }
    }

    // A place twice is one watch. What cannot be watched is not there, or seen when the next thing happens.
    void follow(int notify) const {
        (void)watchNearest(notify, m_places.data + "/runs", kComesOrGoes);
        const std::string place = m_places.data + "/runs";
        const auto dir = sys::open(place, O_RDONLY | O_DIRECTORY);
        auto runs = dir ? workspace::listDirectory(dir->get()) : Result<std::vector<workspace::DirEntry>>(dir.error());
        if (!runs) {
            return;
        }
        // Also one that has no manifest yet: it begins when it gets one. Ids grow with time.
        std::ranges::sort(*runs, std::greater(), &workspace::DirEntry::name);
        for (std::size_t i = 0; i < runs->size() && i < kMostRuns; ++i) {
            (void)::inotify_add_watch(notify, (place + "/" + (*runs)[i].name).c_str(), kManifest);
        }
    }

    Places m_places;
};

} // namespace

std::unique_ptr<api::RunWatch> makeLocalRunWatch(const Places& places) { return std::make_unique<LocalRunWatch>(places); }

} // namespace leadglass::session
