#include "core/session/file_scan.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <memory>

#include "core/base/clock.h"
#include "core/base/escape.h"
#include "core/base/log.h"
#include "core/base/sys.h"
#include "core/wire/file_scan.h"

namespace leadglass::session {
namespace {

constexpr std::uint64_t kMostOfFile = 16ULL << 20;  // bytes from its beginning
constexpr std::uint64_t kMostOfAll = 256ULL << 20;  // then only the beginnings
constexpr std::uint64_t kBeginning = 256 * 1024;
constexpr Nanos kPatience = 60'000'000'000; // of one file
constexpr int kControl = 3;

// Not session/child.h: reviews are made on any thread.
class Scanning {
public:
    Scanning(std::string program, wire::ScanBegin begin) : m_program(std::move(program)), m_begin(std::move(begin)) {}
    ~Scanning() { end(); }
    Scanning(const Scanning&) = delete;
    Scanning& operator=(const Scanning&) = delete;

    std::vector<Why> look(int file, std::uint64_t size) {
        if (m_failed.empty()) {
            auto found = ask(file, size);
            if (found) {
                return risksOf(*found);
            }
            m_failed = found.error().text();
            log::error("leadglass-scan: " + m_failed);
            end();
        }
        return {Why("secrets_not_seen", {m_failed})};
    }

private:
    Status start() {
        auto pair = LG_TRY(sys::seqpacketPair());
        posix_spawn_file_actions_t actions;
        ::posix_spawn_file_actions_init(&actions);
        for (int fd = 0; fd < 3; ++fd) {
            ::posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", O_RDWR, 0);
        }
        const int theirs = pair.theirs.get();
        int moved = -1;
        if (theirs == kControl) { // dup2 to itself would leave it to be closed
            moved = ::fcntl(theirs, F_DUPFD_CLOEXEC, kControl + 1);
        }
        ::posix_spawn_file_actions_adddup2(&actions, moved >= 0 ? moved : theirs, kControl);
        ::posix_spawn_file_actions_addclosefrom_np(&actions, kControl + 1);
        std::string program = m_program;
        char* arguments[] = {program.data(), nullptr};
        char* environment[] = {nullptr};
        const int failed = ::posix_spawn(&m_pid, program.c_str(), &actions, nullptr, arguments, environment);
        ::posix_spawn_file_actions_destroy(&actions);
        const UniqueFd copy(moved);
        if (failed != 0) {
            m_pid = -1;
            return ioError("cannot start " + forScreen(m_program, 300), failed);
        }
        m_socket = std::move(pair.ours);
        LG_TRY(sys::setNonBlocking(m_socket.get(), true));
        return sys::sendMessage(m_socket.get(), wire::encode(m_begin));
    }

    Result<wire::ScanFound> ask(int file, std::uint64_t size) {
        if (!m_socket) {
            LG_TRY(start());
        }
        const std::uint64_t most = m_left > 0 ? kMostOfFile : kBeginning;
        m_left -= std::min(m_left, std::min(size, most));
        LG_TRY(sys::sendMessage(m_socket.get(), wire::encode(wire::ScanFile{most}), std::array{file}));
        const Nanos end = systemClock().awake() + kPatience;
        for (;;) {
            auto message = sys::receiveMessage(m_socket.get());
            if (message) {
                return wire::decodeScanFound(message->bytes);
            }
            if (message.error().code != Code::Busy) {
                return message.error();
            }
            constexpr Nanos kMilli = 1'000'000;
            const Nanos left = end - systemClock().awake();
            pollfd waits{m_socket.get(), POLLIN, 0};
            if (left <= 0 || (::poll(&waits, 1, static_cast<int>(left / kMilli) + 1) < 0 && errno != EINTR)) {
                return makeError(Code::Io, "it took too long");
            }
        }
    }

    std::vector<Why> risksOf(const wire::ScanFound& found) const {
        std::vector<Why> out;
        for (const auto& one : found.found) {
            const bool coded = one.depth > 0;
            if (one.id.starts_with("canary:")) {
                out.insert(out.begin(), Why(coded ? WhyCode("canary_in_file_encoded") : WhyCode("canary_in_file")));
                break; // says enough
            }
            if (out.empty()) {
                out.push_back(Why(coded ? WhyCode("secret_named_encoded") : WhyCode("secret_named"), {one.id}));
            }
        }
        // Whom the policy lets look for canaries alone is not told of each large file.
        if (out.empty() && !found.whole && m_begin.formats) {
            out.push_back(Why(WhyCode("secrets_not_whole")));
        }
        return out;
    }

    void end() {
        m_socket.reset();
        if (m_pid > 0) {
            ::kill(m_pid, SIGKILL);
            while (::waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR) {
            }
            m_pid = -1;
        }
    }

    std::string m_program;
    wire::ScanBegin m_begin;
    pid_t m_pid = -1;
    UniqueFd m_socket;
    std::uint64_t m_left = kMostOfAll;
    std::string m_failed;
};

} // namespace

workspace::SecretLook secretsOf(const Places& places, const workspace::RunManifest& manifest) {
    if (!manifest.scansSecrets && manifest.canaries.empty()) {
        return {};
    }
    auto scanning = std::make_shared<Scanning>(places.programs + "/leadglass-scan", wire::ScanBegin{manifest.scansSecrets, manifest.canaries});
    return [scanning](int file, std::uint64_t size) { return scanning->look(file, size); };
}

} // namespace leadglass::session
