// Tells when a run may have come or gone live, without looking on a schedule: inotify(7) on the directory of the live runs, and on
// that of all kept ones (a run that another runtime directory serves comes there), or on the nearest one above that exists.
//
// A hint only: what is there is read by liveRunIds(). A queue that overflowed is a hint as well.
#pragma once

#include <string>

#include "core/base/places.h"
#include "core/base/result.h"
#include "core/base/unique_fd.h"

namespace leadglass::session {

class RunArrivals {
public:
    static Result<RunArrivals> open(const Places& places);

    [[nodiscard]] int fd() const { return m_notify.get(); } // to poll(2): readable when something happened
    // Takes what is there; follows directories that came since. Call it once before the first look, too.
    Status drain();

private:
    std::string m_runtime;
    std::string m_data;
    UniqueFd m_notify;
};

} // namespace leadglass::session
