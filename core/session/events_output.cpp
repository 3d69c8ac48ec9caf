#include "core/session/events_output.h"

#include <fcntl.h>

#include <charconv>

#include "core/base/escape.h"
#include "core/base/sys.h"

namespace leadglass::session {

Result<UniqueFd> openEventsOutput(const std::string& target) {
    if (target.empty()) {
        return UniqueFd();
    }
    if (!target.starts_with("fd:")) {
        auto file = sys::open(target, O_WRONLY | O_CREAT | O_APPEND | O_NOCTTY, 0600);
        if (!file) {
            file.error().what = "--events: " + file.error().what;
        }
        return file;
    }
    int number = -1;
    const char* const end = target.data() + target.size();
    const auto parsed = std::from_chars(target.data() + 3, end, number);
    const int flags =
        parsed.ec == std::errc() && parsed.ptr == end && number >= 0 ? ::fcntl(number, F_GETFL) : -1;
    if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY) {
        return makeError(Code::Invalid,
                         "--events '" + forScreen(target) + "' is no open descriptor for writing",
                         "use --events FILE, or fd:N with a descriptor of yours");
    }
    return sys::dup(number);
}

} // namespace leadglass::session
