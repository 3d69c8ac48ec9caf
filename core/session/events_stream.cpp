#include "core/session/events_stream.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <climits>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/session/row_json.h"

namespace leadglass::session {
namespace {

constexpr std::chrono::milliseconds kHistoryLock{1000};
constexpr int kRowsAtOnce = 100;
constexpr Nanos kMilli = 1'000'000;

Result<UniqueFd> openPath(const std::string& path) {
    // O_NONBLOCK: a FIFO without a reader is an error at once, and one with a slow reader stops nobody.
    auto file = sys::open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOCTTY | O_NONBLOCK, 0600);
    if (!file) {
        const bool fifo = file.error().sysErrno == ENXIO;
        file.error().what = "--events: " + file.error().what;
        file.error().fix = fifo ? "nobody reads that FIFO: start its reader first"
                                : "name a file that you can write, or fd:N";
    }
    return file;
}

// Descriptors of our own are all close-on-exec: one without was passed to us.
bool passedForWriting(int number) {
    const int own = number > 0 ? ::fcntl(number, F_GETFD) : -1;
    const int flags = own >= 0 && (own & FD_CLOEXEC) == 0 ? ::fcntl(number, F_GETFL) : -1;
    return flags >= 0 && (flags & O_PATH) == 0 && (flags & O_ACCMODE) != O_RDONLY;
}

Result<UniqueFd> openNumber(const std::string& target) {
    int number = -1;
    const char* const end = target.data() + target.size();
    const auto parsed = std::from_chars(target.data() + 3, end, number);
    if (parsed.ec != std::errc() || parsed.ptr != end || !passedForWriting(number)) {
        return makeError(Code::Invalid,
                         "--events '" + forScreen(target) +
                             "' is no open descriptor for writing that you passed on",
                         "use --events FILE, or fd:N with a descriptor of yours (not standard input)");
    }
    const auto s = LG_TRY(sys::stat(number));
    if (S_ISFIFO(s.st_mode) || S_ISCHR(s.st_mode)) {
        // The flags of a description are shared with whoever gave it to us: an own one is made.
        UniqueFd own(::open(("/proc/self/fd/" + std::to_string(number)).c_str(),
                            O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
        if (own) {
            return own;
        }
    }
    return sys::dup(number);
}

} // namespace

EventsStream::EventsStream(UniqueFd fd, Kind kind, std::unique_ptr<audit::Reader> reader,
                           std::string run)
    : m_fd(std::move(fd)), m_kind(kind), m_reader(std::move(reader)), m_run(std::move(run)) {}

Result<std::unique_ptr<EventsStream>> EventsStream::open(const std::string& target,
                                                         const std::string& history,
                                                         const std::string& run) {
    auto fd = LG_TRY(target.starts_with("fd:") ? openNumber(target) : openPath(target));
    const auto s = LG_TRY(sys::stat(fd.get()));
    const Kind kind = S_ISREG(s.st_mode)    ? Kind::File
                      : S_ISSOCK(s.st_mode) ? Kind::Socket
                                            : Kind::Pipe;
    auto reader = LG_TRY(audit::Reader::open(history, kHistoryLock));
    return std::unique_ptr<EventsStream>(
        new EventsStream(std::move(fd), kind, std::move(reader), run));
}

Status EventsStream::writeRest() {
    std::size_t at = 0;
    Status status;
    while (at < m_rest.size()) {
        std::size_t size = m_rest.size() - at;
        if (m_kind == Kind::Pipe) {
            // A description that is not our own may block: what poll(2) promises is PIPE_BUF bytes.
            pollfd ready{m_fd.get(), POLLOUT, 0};
            if (::poll(&ready, 1, 0) <= 0) {
                break;
            }
            size = std::min<std::size_t>(size, PIPE_BUF);
        }
        const ssize_t n = m_kind == Kind::Socket
                              ? ::send(m_fd.get(), m_rest.data() + at, size, MSG_DONTWAIT | MSG_NOSIGNAL)
                              : ::write(m_fd.get(), m_rest.data() + at, size);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0 && errno != EAGAIN) {
            status = ioError("cannot write", errno);
        }
        if (n <= 0) {
            break;
        }
        at += static_cast<std::size_t>(n);
    }
    m_rest.erase(0, at);
    return status;
}

Status EventsStream::pass() {
    for (;;) {
        LG_TRY(writeRest());
        if (behind()) {
            return {};
        }
        audit::Query query;
        query.run = m_run;
        query.after = m_last;
        query.oldestFirst = true;
        query.limit = kRowsAtOnce;
        const auto rows = LG_TRY(m_reader->query(query));
        if (rows.empty()) {
            return {};
        }
        for (const auto& row : rows) {
            m_rest += rowLine(row) + "\n";
            m_last = row.id;
        }
    }
}

Status EventsStream::catchUp() {
    if (!m_fd) {
        return {};
    }
    Status passed = pass();
    if (!passed) {
        m_fd.reset();
        m_rest.clear();
        passed.error().what = "--events: " + passed.error().what;
        passed.error().fix = "the history has every row: leadglass audit list --run " + m_run;
    }
    return passed;
}

Status EventsStream::finish(Nanos limit) {
    const Nanos end = systemClock().awake() + limit;
    LG_TRY(catchUp());
    while (m_fd && behind()) {
        const Nanos left = end - systemClock().awake();
        pollfd ready{m_fd.get(), POLLOUT, 0};
        if (left <= 0 || ::poll(&ready, 1, static_cast<int>(left / kMilli) + 1) == 0) {
            m_fd.reset();
            m_rest.clear();
            return makeError(Code::Io, "--events: its reader did not take the last rows",
                             "the history has every row: leadglass audit list --run " + m_run);
        }
        LG_TRY(catchUp());
    }
    return {};
}

} // namespace leadglass::session
