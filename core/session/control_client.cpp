#include "core/session/control_client.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/session/live_places.h"

namespace leadglass::session {
namespace {

using SteadyClock = std::chrono::steady_clock;

// The supervisor looks at our /proc/PID/ns, which the kernel shows it only while we are dumpable.
class Dumpable {
public:
    Dumpable() : m_before(::prctl(PR_GET_DUMPABLE)) { ::prctl(PR_SET_DUMPABLE, 1); }
    ~Dumpable() { ::prctl(PR_SET_DUMPABLE, m_before == 0 ? 0 : 1); }
    Dumpable(const Dumpable&) = delete;
    Dumpable& operator=(const Dumpable&) = delete;

private:
    int m_before;
};

Result<UniqueFd> connectSocket(int dir) {
    UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!fd) {
        return ioError("cannot create a socket", errno);
    }
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = "/proc/self/fd/" + std::to_string(dir) + "/control.sock";
    std::memcpy(static_cast<char*>(address.sun_path), path.c_str(), path.size() + 1);
    if (::connect(fd.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
        if (errno == ENOENT || errno == ECONNREFUSED) {
            return makeError(Code::NotFound, "the run is not live: nothing answers on its control socket");
        }
        if (errno == EAGAIN) {
            return makeError(Code::Busy, "the run's control socket has too many peers");
        }
        return ioError("cannot connect to the run's control socket", errno);
    }
    return fd;
}

bool waitFor(int fd, short events, SteadyClock::time_point deadline) {
    for (;;) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(deadline - SteadyClock::now());
        pollfd p{fd, events, 0};
        const int ready = ::poll(&p, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
        if (ready >= 0 || errno != EINTR) {
            return ready > 0;
        }
    }
}

// NotFound: nothing of that run is there, or nobody answers.
Result<ControlClient> connectBelow(const std::string& runtime, const std::string& run, ControlClient::Timeout timeout) {
    const auto runs = openRuns(runtime);
    const auto dir = runs ? sys::openBeneath(runs->get(), run, O_RDONLY | O_DIRECTORY) : Result<UniqueFd>(runs.error());
    if (!dir) {
        return dir.error().code == Code::Refused ? dir.error() : makeError(Code::NotFound, "no live run '" + forScreen(run, 64) + "'");
    }
    return ControlClient::connectIn(dir->get(), timeout);
}

// Whose sockets in RUNTIME/runs answer.
Status addAnswering(const std::string& runtime, std::vector<std::string>& out) {
    auto runs = openRuns(runtime);
    if (!runs) {
        return runs.error().sysErrno == ENOENT ? Status() : Status(runs.error());
    }
    const UniqueFd copy = LG_TRY(sys::dup(runs->get()));
    const std::unique_ptr<DIR, int (*)(DIR*)> list(::fdopendir(runs->release()), ::closedir);
    if (!list) {
        return ioError("cannot list the live runs", errno);
    }
    while (const dirent* entry = ::readdir(list.get())) {
        const std::string name = static_cast<const char*>(entry->d_name);
        if (name.front() == '.') {
            continue;
        }
        const auto dir = sys::openBeneath(copy.get(), name, O_RDONLY | O_DIRECTORY);
        if (dir && connectSocket(dir->get())) {
            out.push_back(name);
        }
    }
    return {};
}

} // namespace

Result<ControlClient> ControlClient::connect(const Places& places, const std::string& run,
                                             Timeout timeout) {
    const auto absent = [&] { return makeError(Code::NotFound, "no live run '" + forScreen(run, 64) + "'", "see 'leadglass runs list'"); };
    if (run.empty() || run.find('/') != std::string::npos || run.front() == '.') {
        return absent();
    }
    auto here = connectBelow(places.runtime, run, timeout);
    if (here || here.error().code == Code::Refused || here.error().code == Code::Busy) {
        return here;
    }
    const auto live = notedLive(places, run);
    if (!live) {
        return absent();
    }
    if (!live->runtime.empty() && live->runtime != places.runtime) {
        if (auto there = connectBelow(live->runtime, run, timeout); there || there.error().code != Code::NotFound) {
            return there;
        }
    }
    return notHeard(places, *live);
}

Result<ControlClient> ControlClient::connectIn(int runtimeDir, Timeout timeout) {
    const Dumpable seen;
    ControlClient client;
    client.m_socket = LG_TRY(connectSocket(runtimeDir));
    auto hello = client.call(wire::Request{}, timeout);
    if (!hello) {
        if (hello.error().code == Code::Closed) {
            hello.error().what = "the run ended meanwhile, or refused the connection";
            hello.error().fix = "it answers only to the same user, outside any sandbox or container "
                                "that the run was not started in";
        }
        return hello.error();
    }
    if (!hello->status) {
        return makeError(Code::Invalid, "the run's greeting has no status");
    }
    client.m_status = std::move(*hello->status);
    return client;
}

Status ControlClient::post(wire::Request request, Timeout timeout) {
    const auto deadline = SteadyClock::now() + timeout;
    request.id = m_next++;
    const std::string frame = LG_TRY(wire::encode(request));
    std::string_view left = frame;
    while (!left.empty()) {
        const ssize_t size = ::send(m_socket.get(), left.data(), left.size(), MSG_NOSIGNAL);
        if (size > 0) {
            left.remove_prefix(static_cast<std::size_t>(size));
        } else if (errno == EAGAIN) {
            if (!waitFor(m_socket.get(), POLLOUT, deadline)) {
                return makeError(Code::Busy, "the run does not answer");
            }
        } else if (errno != EINTR) {
            return makeError(Code::Closed, "the run has ended");
        }
    }
    return {};
}

Result<wire::Reply> ControlClient::call(wire::Request request, Timeout timeout) {
    const auto deadline = SteadyClock::now() + timeout;
    const std::uint64_t id = m_next;
    LG_TRY(post(std::move(request), timeout));
    for (;;) {
        auto message = LG_TRY(receive(deadline));
        if (auto* event = std::get_if<wire::QuestionEvent>(&message)) {
            m_events.push_back(std::move(*event));
            continue;
        }
        if (auto* event = std::get_if<wire::CommandEvent>(&message)) {
            m_commandEvents.push_back(std::move(*event));
            continue;
        }
        auto& reply = std::get<wire::Reply>(message);
        // Id 0: the server could not parse what we sent, and says why before it closes.
        if (reply.id != id && !(reply.id == 0 && reply.error)) {
            return makeError(Code::Invalid, "the run answered something that was not asked");
        }
        if (reply.error) {
            return *reply.error;
        }
        return std::move(reply);
    }
}

// Bytes read, after which m_reader may hold more frames; 0: none now.
Result<std::size_t> ControlClient::readSome() {
    std::array<char, 4096> buffer; // frames are small, and one may come in pieces
    iovec part{buffer.data(), buffer.size()};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * wire::kMaxCommandFds)> control{};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    const ssize_t size = ::recvmsg(m_socket.get(), &message, MSG_CMSG_CLOEXEC);
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) {
        return std::size_t{0};
    }
    if (size < 0 && errno != ECONNRESET) {
        return ioError("cannot read from the run's control socket", errno);
    }
    for (cmsghdr* head = CMSG_FIRSTHDR(&message); size > 0 && head != nullptr; head = CMSG_NXTHDR(&message, head)) {
        if (head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS) {
            m_fds.clear(); // of one command only
            for (std::size_t at = 0; at < (head->cmsg_len - CMSG_LEN(0)) / sizeof(int); ++at) {
                int fd = -1;
                std::memcpy(&fd, CMSG_DATA(head) + at * sizeof(int), sizeof fd);
                m_fds.emplace_back(fd);
            }
        }
    }
    if (size <= 0) {
        return makeError(Code::Closed, "the run has ended");
    }
    if (!m_reader.feed({buffer.data(), static_cast<std::size_t>(size)})) {
        return makeError(Code::Invalid, "the run sent a malformed frame");
    }
    return static_cast<std::size_t>(size);
}

Result<wire::ToClient> ControlClient::receive(SteadyClock::time_point deadline) {
    for (;;) {
        if (auto json = m_reader.next()) {
            return wire::decodeToClient(*json);
        }
        if (LG_TRY(readSome()) == 0 && !waitFor(m_socket.get(), POLLIN, deadline)) {
            return makeError(Code::Busy, "the run does not answer");
        }
    }
}

Result<wire::CommandEvent> ControlClient::nextCommandEvent() {
    if (!m_commandEvents.empty()) {
        auto event = std::move(m_commandEvents.front());
        m_commandEvents.pop_front();
        return event;
    }
    for (;;) {
        if (auto json = m_reader.next()) {
            auto message = LG_TRY(wire::decodeToClient(*json));
            if (auto* event = std::get_if<wire::CommandEvent>(&message)) {
                return std::move(*event);
            }
        } else if (LG_TRY(readSome()) == 0) {
            return makeError(Code::Busy, "no event yet");
        }
    }
}

Result<wire::QuestionEvent> ControlClient::nextEvent(Timeout timeout) {
    if (!m_events.empty()) {
        auto event = std::move(m_events.front());
        m_events.pop_front();
        return event;
    }
    auto message = LG_TRY(receive(SteadyClock::now() + timeout));
    if (auto* event = std::get_if<wire::QuestionEvent>(&message)) {
        return std::move(*event);
    }
    return makeError(Code::Invalid, "the run answered something that was not asked");
}

Result<std::vector<std::string>> liveRunIds(const Places& places) {
    std::vector<std::string> out;
    LG_TRY(addAnswering(places.runtime, out));
    for (const auto& live : notedLive(places, Which::Elsewhere)) {
        const auto runs = openRuns(live.runtime);
        const auto dir = runs ? sys::openBeneath(runs->get(), live.run, O_RDONLY | O_DIRECTORY) : Result<UniqueFd>(runs.error());
        if (dir && connectSocket(dir->get())) {
            out.push_back(live.run);
        }
    }
    std::sort(out.rbegin(), out.rend());
    return out;
}

std::vector<Error> unheardRuns(const Places& places) {
    std::vector<Error> out;
    const auto heard = liveRunIds(places);
    for (const auto& live : notedLive(places, Which::All)) {
        if (heard && !std::binary_search(heard->rbegin(), heard->rend(), live.run)) {
            out.push_back(notHeard(places, live));
        }
    }
    return out;
}

} // namespace leadglass::session
