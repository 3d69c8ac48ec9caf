#include "core/session/scope.h"

#include <fcntl.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <cstdlib>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/policy/limit_values.h"
#include "core/sandbox/capability_probe.h"
#include "core/session/run_processes.h"

namespace leadglass::session {
namespace {

constexpr const char* kGroups = "/sys/fs/cgroup";
constexpr std::size_t kSmallFile = 64 * 1024;
constexpr const char* kWayOut = "scope = \"off\" in config.toml (or LEADGLASS_SCOPE=off) does without it: rlimits and the watchdog then "
                                "hold what they can";

std::string valueOf(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

std::string trimmed(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) {
        text.pop_back();
    }
    return text;
}

// In microseconds of processor time for each second, as systemd takes it.
std::uint64_t quotaOf(double cores) { return static_cast<std::uint64_t>(std::llround(cores * 1'000'000)); }

} // namespace

Status planScope(const std::string& setting, const policy::Profile& merged, sandbox::Plan& plan) {
    plan.noScope = setting == "off" ? "the setting scope = \"off\"" : sandbox::whyNoScope();
    if (plan.noScope.empty()) {
        plan.scope = sandbox::ScopePlan{"leadglass-" + plan.runId + ".scope"};
        return {};
    }
    if (setting == "require") {
        return makeError(Code::Unsupported, "the setting scope = \"require\" wants a systemd scope around each run: " + plan.noScope,
                         "scope = \"auto\" lets runs start without one");
    }
    if (merged.limits.cpu) {
        const auto origin = merged.limitOrigins.find("cpu");
        return makeError(Code::Unsupported,
                         "the limit cpu" + (origin == merged.limitOrigins.end() ? std::string() : " (" + policy::describe(origin->second) + ")") +
                             " needs a systemd scope: " + plan.noScope,
                         "leave it out; cpu_time limits processor time without one");
    }
    return {};
}

RunScope::RunScope(EventLoop& loop, Callbacks callbacks) : m_loop(loop), m_callbacks(std::move(callbacks)) {}

RunScope::~RunScope() {
    m_loop.cancel(m_timer);
    for (const UniqueFd* fd : {&m_answer, &m_events}) {
        if (*fd) {
            m_loop.remove(fd->get());
        }
    }
}

Status RunScope::start(const std::string& program, const sandbox::Plan& plan, pid_t pid) {
    m_unit = plan.scope->unit;
    m_limits = plan.limits;
    m_pid = pid;
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return ioError("cannot create a pipe", errno);
    }
    m_answer.reset(ends[0]);
    const UniqueFd theirs(ends[1]);
    const auto null = LG_TRY(sys::open("/dev/null", O_RDWR));
    ChildSpec spec;
    spec.program = program;
    spec.arguments = {m_unit, std::to_string(pid)};
    if (m_limits.memory) {
        spec.arguments.push_back("MemoryMax=" + std::to_string(*m_limits.memory));
        spec.arguments.emplace_back("MemorySwapMax=0"); // else swap would be memory that nobody counts
    }
    if (m_limits.processes) {
        spec.arguments.push_back("TasksMax=" + std::to_string(*m_limits.processes + kOwnTasks));
    }
    if (m_limits.cpu) {
        spec.arguments.push_back("CPUQuotaPerSecUSec=" + std::to_string(quotaOf(*m_limits.cpu)));
    }
    for (const char* name : {"DBUS_SESSION_BUS_ADDRESS", "DBUS_SYSTEM_BUS_ADDRESS", "XDG_RUNTIME_DIR"}) {
        if (const std::string value = valueOf(name); !value.empty()) {
            spec.environment.push_back(std::string(name) + "=" + value);
        }
    }
    spec.descriptors = {null.get(), theirs.get(), null.get()};
    m_child = std::make_unique<Child>(LG_TRY(Child::start(spec)));
    m_timer = m_loop.after(kLimit, [this] {
        finish(makeError(Code::Unsupported, "the service manager did not answer within 10 s, so the run has no scope", kWayOut));
    });
    return m_loop.add(m_answer.get(), EPOLLIN, [this](std::uint32_t) { onAnswer(); });
}

void RunScope::onAnswer() {
    std::array<char, 4096> buffer{};
    const ssize_t size = ::read(m_answer.get(), buffer.data(), buffer.size());
    if (size < 0 && (errno == EINTR || errno == EAGAIN)) {
        return;
    }
    if (size > 0 && m_said.size() < kSmallFile) {
        m_said.append(buffer.data(), static_cast<std::size_t>(size));
        return;
    }
    if (trimmed(m_said) == "done") {
        finish(verify());
    } else {
        finish(makeError(Code::Unsupported, "the scope " + m_unit + " for the limits of the run could not be built: " +
                                                (m_said.empty() ? "leadglass-scope ended early" : forScreen(trimmed(m_said), 400)),
                         kWayOut));
    }
}

// What the service manager says it did, and what the kernel has, are two things.
Status RunScope::verify() {
    const auto wrong = [this](const std::string& what) {
        return Status(makeError(Code::Unsupported, "the scope " + m_unit + " does not hold the limits of the run: " + what, kWayOut));
    };
    const auto groups = sys::readFile(procPath(m_pid, "cgroup"), kSmallFile);
    const std::size_t at = groups ? ("\n" + *groups).find("\n0::/") : std::string::npos;
    if (at == std::string::npos) {
        return wrong("launch is in no cgroup of version 2");
    }
    const std::string path = groups->substr(at + 3, groups->find('\n', at) - at - 3);
    if (!path.ends_with("/" + m_unit)) {
        return wrong("launch is in '" + forScreen(path, 300) + "'");
    }
    auto group = sys::open(kGroups + path, O_PATH | O_DIRECTORY);
    if (!group) {
        return wrong(group.error().what);
    }
    const auto isAtMost = [&](const char* file, std::uint64_t most) {
        auto fd = sys::openBeneath(group->get(), file, O_RDONLY);
        const auto text = fd ? sys::readAll(fd->get(), kSmallFile) : Result<std::string>(fd.error());
        return text && !text->empty() && (*text)[0] >= '0' && (*text)[0] <= '9' && std::strtoull(text->c_str(), nullptr, 10) <= most;
    };
    if (m_limits.memory && !isAtMost("memory.max", *m_limits.memory)) {
        return wrong("memory.max is not what was asked for");
    }
    if (m_limits.processes && !isAtMost("pids.max", *m_limits.processes + kOwnTasks)) {
        return wrong("pids.max is not what was asked for");
    }
    if (m_limits.cpu) {
        auto fd = sys::openBeneath(group->get(), "cpu.max", O_RDONLY); // "QUOTA PERIOD", microseconds
        const auto text = fd ? sys::readAll(fd->get(), kSmallFile) : Result<std::string>(fd.error());
        char* end = nullptr;
        const double quota = text ? std::strtod(text->c_str(), &end) : 0;
        const double period = text ? std::strtod(end, nullptr) : 0;
        if (!(quota > 0) || !(period > 0) || quota / period > *m_limits.cpu * 1.01) {
            return wrong("cpu.max is not what was asked for");
        }
    }
    m_group = std::move(*group);
    auto events = sys::openBeneath(m_group.get(), "memory.events", O_RDONLY);
    if (m_limits.memory && !events) {
        return wrong(events.error().what);
    }
    if (events) {
        m_events = std::move(*events);
        // The kernel tells of each change (cgroups(7)); the watchdog asks as well.
        (void)m_loop.add(m_events.get(), EPOLLPRI, [this](std::uint32_t) { checkEvents(); });
    }
    return {};
}

void RunScope::checkEvents() {
    if (!m_events || ::lseek(m_events.get(), 0, SEEK_SET) != 0) {
        return;
    }
    const auto text = sys::readAll(m_events.get(), kSmallFile);
    const std::size_t at = text ? ("\n" + *text).find("\noom_kill ") : std::string::npos;
    const std::uint64_t kills = at == std::string::npos ? 0 : std::strtoull(text->c_str() + at + 9, nullptr, 10);
    if (kills > std::exchange(m_kills, kills) && m_limits.memory) {
        m_callbacks.outOfMemory("the kernel ended " + std::to_string(kills) + (kills == 1 ? " process" : " processes") +
                                " of the run, limit " + policy::limitText("memory", static_cast<double>(*m_limits.memory)));
    }
}

std::optional<std::uint64_t> RunScope::memory() const {
    auto fd = m_group ? sys::openBeneath(m_group.get(), "memory.current", O_RDONLY) : Result<UniqueFd>(ioError("no scope", ENOENT));
    const auto text = fd ? sys::readAll(fd->get(), kSmallFile) : Result<std::string>(fd.error());
    return text ? std::optional(std::strtoull(text->c_str(), nullptr, 10)) : std::nullopt;
}

void RunScope::finish(Status status) {
    m_loop.cancel(m_timer);
    m_loop.remove(m_answer.get());
    m_answer.reset();
    m_child.reset();
    m_callbacks.ready(std::move(status));
}

} // namespace leadglass::session
