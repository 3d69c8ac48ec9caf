#include "tests/support/launch_harness.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/netfilter_ipv4.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "core/base/sys.h"
#include "core/sandbox/launch_encode.h"
#include "tests/support/echo_packet.h"

namespace leadglass::test {
namespace {

constexpr std::uint64_t kMiB = 1ULL << 20;
constexpr int kIp6tOriginalDst = 80;

[[noreturn]] void die(const std::string& what) {
    std::fprintf(stderr, "harness: %s: %s\n", what.c_str(), std::strerror(errno));
    std::abort();
}

std::string endpoint(const sockaddr_storage& address) {
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (address.ss_family == AF_INET) {
        const auto& v4 = reinterpret_cast<const sockaddr_in&>(address);
        inet_ntop(AF_INET, &v4.sin_addr, text.data(), text.size());
        return std::string(text.data()) + ":" + std::to_string(ntohs(v4.sin_port));
    }
    const auto& v6 = reinterpret_cast<const sockaddr_in6&>(address);
    inet_ntop(AF_INET6, &v6.sin6_addr, text.data(), text.size());
    return "[" + std::string(text.data()) + "]:" + std::to_string(ntohs(v6.sin6_port));
}

std::string originalTarget(int connection, wire::LaunchSocket kind) {
    sockaddr_storage target{};
    socklen_t size = sizeof target;
    const bool v6 = kind == wire::LaunchSocket::Captured6;
    if (getsockopt(connection, v6 ? SOL_IPV6 : SOL_IP, v6 ? kIp6tOriginalDst : SO_ORIGINAL_DST, &target,
                   &size) != 0) {
        size = sizeof target;
        if (getsockname(connection, reinterpret_cast<sockaddr*>(&target), &size) != 0) {
            return "?";
        }
    }
    return endpoint(target);
}

void readInto(UniqueFd& fd, std::string& into) {
    std::array<char, 65536> buffer{};
    const ssize_t size = read(fd.get(), buffer.data(), buffer.size());
    if (size <= 0) {
        fd.reset();
    } else {
        into.append(buffer.data(), static_cast<std::size_t>(size));
    }
}

bool isDns(wire::LaunchSocket kind) {
    return kind == wire::LaunchSocket::Dns4 || kind == wire::LaunchSocket::Dns6;
}
bool isServed(wire::LaunchSocket kind) {
    return isDns(kind) || kind == wire::LaunchSocket::Captured4 || kind == wire::LaunchSocket::Captured6;
}

long landlockAbi() { return syscall(444, nullptr, 0, 1U); }

} // namespace

std::string LaunchOutcome::describe() const {
    std::string text = "status " + std::to_string(status);
    if (failed) {
        text += ", failed: " + wire::toError(*failed).text();
    }
    if (execErrno) {
        text += std::string(", exec: ") + std::strerror(*execErrno);
    }
    return text + "\nout: " + out + "\nerr: " + err;
}

LaunchHarness::LaunchHarness(std::string binDir) : m_binDir(std::move(binDir)), m_tree("launch") {
    // As real root the agent is another user: it must be able to reach the project's own path.
    if (chmod(m_tree.path().c_str(), 0755) != 0) {
        die("chmod");
    }
    m_project = m_tree.directory("project");
    m_runDir = m_tree.directory("run", 0700);
    m_tree.directory("run/upper", 0755);
    m_tree.directory("run/work", 0755);
}

LaunchHarness::~LaunchHarness() = default;

sandbox::Mount LaunchHarness::bind(const std::string& source, const std::string& target, bool writable) {
    struct stat info {};
    if (lstat(source.c_str(), &info) != 0) {
        die("lstat " + source);
    }
    sandbox::Mount m;
    m.kind = sandbox::Mount::Kind::Bind;
    m.source = source;
    m.target = target;
    m.writable = writable;
    m.dev = info.st_dev;
    m.ino = info.st_ino;
    m.type = info.st_mode & S_IFMT;
    m.why = "test";
    return m;
}

sandbox::Plan LaunchHarness::plan() const {
    using sandbox::Mount;
    sandbox::Plan plan;
    plan.runId = "test";
    plan.runDir = m_runDir;
    plan.stageDir = m_runDir;
    plan.project = m_project;
    plan.workingDir = m_project;
    plan.uid = getuid();
    plan.gid = getgid();
    if (plan.uid == 0) {
        plan.root = sandbox::RootPlan{false, 54321, 54321};
        plan.uid = plan.gid = 54321;
    }
    const auto add = [&](Mount::Kind kind, const std::string& target, std::string content = {}) {
        Mount m;
        m.kind = kind;
        m.target = target;
        m.content = std::move(content);
        m.sizeBytes = kind == Mount::Kind::Tmpfs || kind == Mount::Kind::Home ? 64 * kMiB : 0;
        m.mode = kind == Mount::Kind::Tmpfs ? 01777 : 0644;
        m.writable = kind == Mount::Kind::Home;
        m.why = "test";
        plan.mounts.push_back(std::move(m));
    };
    plan.mounts.push_back(bind("/usr", "/usr", false));
    for (const char* name : {"bin", "sbin", "lib", "lib64"}) {
        add(Mount::Kind::Symlink, std::string("/") + name, std::string("usr/") + name);
    }
    add(Mount::Kind::Proc, "/proc");
    add(Mount::Kind::Dev, "/dev");
    for (const char* path : {"/tmp", "/run", "/var"}) {
        add(Mount::Kind::Tmpfs, path);
    }
    const std::string ids = std::to_string(plan.uid) + ":" + std::to_string(plan.gid);
    add(Mount::Kind::Data, "/etc/passwd", "agent:x:" + ids + "::/home/agent:/bin/sh\n");
    add(Mount::Kind::Data, "/etc/group", "agent:x:" + std::to_string(plan.gid) + ":\n");
    add(Mount::Kind::Data, "/etc/hosts", "127.0.0.1 localhost\n::1 localhost\n");
    add(Mount::Kind::Data, "/etc/resolv.conf", "nameserver 127.0.0.1\n");
    add(Mount::Kind::Data, "/etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files dns\n");
    add(Mount::Kind::Home, "/home/agent");
    Mount overlay = bind(m_project, m_project, true);
    overlay.kind = Mount::Kind::Overlay;
    plan.mounts.push_back(overlay);
    plan.environment = {{"PATH", "/usr/bin:/usr/sbin", false, "test"},
                        {"HOME", "/home/agent", false, "test"}};
    for (const char* path : {"/usr", "/etc"}) {
        plan.landlock.push_back({.path = path, .writable = false});
    }
    for (const std::string& path :
         {std::string("/dev"), std::string("/proc"), std::string("/tmp"), std::string("/run"),
          std::string("/var"), std::string("/home/agent"), m_project}) {
        plan.landlock.push_back({.path = path, .writable = true});
    }
    return plan;
}

Status LaunchHarness::start(const sandbox::Plan& plan) {
    sandbox::LaunchParts parts;
    parts.bwrap = "/usr/bin/bwrap";
    parts.init = m_binDir + "/leadglass-init";
    parts.landlockAbi = static_cast<std::uint32_t>(std::max(landlockAbi(), 0L));
    const auto bytes = LG_TRY(sandbox::encodeLaunchPlan(plan, parts));
    auto memory = LG_TRY(sys::sealedMemfd("launch-plan", bytes));
    auto control = LG_TRY(sys::seqpacketPair());
    std::array<int, 2> in{-1, -1};
    std::array<int, 2> out{-1, -1};
    std::array<int, 2> err{-1, -1};
    if (pipe2(in.data(), O_CLOEXEC) != 0 || pipe2(out.data(), O_CLOEXEC) != 0 ||
        pipe2(err.data(), O_CLOEXEC) != 0) {
        return ioError("pipe", errno);
    }
    const std::string program = m_binDir + "/leadglass-launch";
    m_pid = fork();
    if (m_pid == 0) {
        // Out of the way of 0-4 first.
        const int fds[5] = {fcntl(in[0], F_DUPFD, 20), fcntl(out[1], F_DUPFD, 20), fcntl(err[1], F_DUPFD, 20),
                            fcntl(control.theirs.get(), F_DUPFD, 20), fcntl(memory.get(), F_DUPFD, 20)};
        for (int i = 0; i < 5; ++i) {
            dup2(fds[i], i);
        }
        // Descriptors 20 and above stay open on purpose: launch must close them.
        char* const argv[] = {const_cast<char*>("leadglass-launch"), nullptr};
        char* const env[] = {nullptr};
        execve(program.c_str(), argv, env);
        _exit(99);
    }
    m_control = std::move(control.ours);
    m_in = UniqueFd(in[1]);
    m_out = UniqueFd(out[0]);
    m_err = UniqueFd(err[0]);
    close(in[0]);
    close(out[1]);
    close(err[1]);
    return m_pid > 0 ? Status{} : Status(ioError("fork", errno));
}

Status LaunchHarness::send(const wire::ToLaunch& message) const {
    return sys::sendMessage(m_control.get(), wire::encode(message));
}

void LaunchHarness::handle(LaunchOutcome& outcome, std::vector<std::uint8_t> bytes,
                           std::vector<UniqueFd> fds) {
    auto message = wire::decodeFromLaunch(bytes, fds.size());
    if (!message.ok()) {
        outcome.err += message.error().text();
        kill(m_pid, SIGKILL);
        return;
    }
    if (onMessage) {
        onMessage(*message);
    }
    if (const auto* failed = std::get_if<wire::LaunchFailed>(&*message)) {
        outcome.failed = *failed;
    } else if (std::holds_alternative<wire::LaunchHome>(*message)) {
        if (fillHome) {
            fillHome(fds.front().get());
        }
    } else if (std::holds_alternative<wire::LaunchTerminal>(*message)) {
        m_terminal = std::move(fds.front());
        (void)sys::setNonBlocking(m_terminal.get(), true);
    } else if (const auto* listeners = std::get_if<wire::LaunchListeners>(&*message)) {
        for (std::size_t i = 0; i < fds.size(); ++i) {
            m_listeners.push_back({listeners->sockets[i], std::move(fds[i])});
        }
    } else if (const auto* unsealed = std::get_if<wire::LaunchUnsealed>(&*message)) {
        outcome.unsealed.push_back(unsealed->target);
    } else if (std::holds_alternative<wire::LaunchReady>(*message)) {
        if (beforeGo) {
            beforeGo();
        }
        (void)send(wire::LaunchGo{});
    } else if (std::holds_alternative<wire::InitStarted>(*message)) {
        outcome.started = true;
    } else if (const auto* exec = std::get_if<wire::InitExecFailed>(&*message)) {
        outcome.execErrno = exec->sysErrno;
    } else if (const auto* exited = std::get_if<wire::InitExited>(&*message)) {
        outcome.exited = *exited;
    }
}

void LaunchHarness::serve(LaunchOutcome& outcome, int listener) const {
    for (const auto& known : m_listeners) {
        if (known.fd.get() != listener) {
            continue;
        }
        if (isDns(known.info.kind)) {
            for (std::string asked; !(asked = echoPacket(listener)).empty();) {
                outcome.queries.push_back(asked);
            }
        } else {
            acceptAll(outcome, known.info, listener);
        }
    }
}

void LaunchHarness::acceptAll(LaunchOutcome& outcome, const wire::LaunchSocketInfo& info,
                              int listener) const {
    for (;;) {
        UniqueFd connection(accept4(listener, nullptr, nullptr, SOCK_CLOEXEC));
        if (!connection.valid()) {
            return;
        }
        outcome.captured.push_back(originalTarget(connection.get(), info.kind));
        const linger reset{1, 0};
        (void)setsockopt(connection.get(), SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
    }
}

void LaunchHarness::readOutput(LaunchOutcome& outcome) {
    const std::size_t before = outcome.out.size();
    if (!m_terminal.valid()) {
        readInto(m_out, outcome.out);
    } else {
        UniqueFd copy(dup(m_terminal.get()));
        readInto(copy, outcome.out);
    }
    if (onOutput) {
        onOutput(outcome.out, outcome.out.size() > before);
    }
}

LaunchOutcome LaunchHarness::run(const sandbox::Plan& plan, std::chrono::seconds limit) {
    LaunchOutcome outcome;
    m_listeners.clear();
    const auto started = start(plan);
    if (!started.ok()) {
        outcome.err = started.error().text();
        return outcome;
    }
    (void)!write(m_in.get(), input.data(), input.size());
    m_in.reset();
    if (plan.terminal[1]) {
        m_out.reset();
    }
    const auto deadline = std::chrono::steady_clock::now() + limit;
    bool controlOpen = true;
    while (controlOpen || m_out.valid() || m_err.valid()) {
        std::vector<pollfd> waits{
            {controlOpen ? m_control.get() : -1, POLLIN, 0},
            {m_terminal.valid() ? m_terminal.get() : m_out.get(), POLLIN, 0},
            {m_err.get(), POLLIN, 0}};
        for (const auto& listener : m_listeners) {
            if (isServed(listener.info.kind)) {
                waits.push_back({listener.fd.get(), POLLIN, 0});
            }
        }
        (void)poll(waits.data(), waits.size(), 100);
        if (std::chrono::steady_clock::now() > deadline) {
            outcome.err += "\nharness: over time";
            kill(m_pid, SIGKILL);
            break;
        }
        if (waits[1].revents != 0) { // before the messages: what was written before is there by then
            readOutput(outcome);
        }
        if (waits[0].revents != 0) {
            auto message = sys::receiveMessage(m_control.get());
            controlOpen = message.ok();
            if (message.ok()) {
                handle(outcome, std::move(message->bytes), std::move(message->fds));
            }
        }
        if (waits[2].revents != 0) {
            readInto(m_err, outcome.err);
        }
        for (std::size_t i = 3; i < waits.size(); ++i) {
            if (waits[i].revents != 0) {
                serve(outcome, waits[i].fd);
            }
        }
    }
    if (m_terminal.valid()) {
        readOutput(outcome);
    }
    m_terminal.reset();
    int status = 0;
    if (waitpid(m_pid, &status, 0) == m_pid) {
        outcome.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    }
    m_listeners.clear();
    m_control.reset();
    return outcome;
}

} // namespace leadglass::test
