// A systemd scope around a run: one cgroup (version 2) that holds launch and everything after it, where
// memory, tasks and processor share are the kernel's to count.
//
// Used where a service manager is there for the person (for root: the system's) and was given the
// controllers: sandbox::whyNoScope() finds out by looking at files, without a word on the bus. A planned scope
// that cannot be built then means that the run does not start. leadglass-scope asks for it while launch
// builds the rest, and is killed after kLimit; what the kernel was really given is read back.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/base/event_loop.h"
#include "core/base/unique_fd.h"
#include "core/policy/types.h"
#include "core/sandbox/plan.h"
#include "core/session/child.h"

namespace leadglass::session {

// Fills plan.scope or plan.noScope. `setting`: "", "auto", "off" or "require" (policy/settings.h).
// An error where one is needed ("require", or a limit on processors) and there is none.
Status planScope(const std::string& setting, const policy::Profile& merged, sandbox::Plan& plan);

class RunScope {
public:
    static constexpr Nanos kLimit = 10'000'000'000;
    // Tasks of launch and bwrap, which are in the scope as well.
    static constexpr std::uint64_t kOwnTasks = 16;

    struct Callbacks {
        std::function<void(Status)> ready;   // once
        std::function<void(const std::string& detail)> outOfMemory; // the kernel killed something of the run
    };
    RunScope(EventLoop& loop, Callbacks callbacks);
    ~RunScope();
    // `pid`: launch, before it has children. `program`: leadglass-scope.
    Status start(const std::string& program, const sandbox::Plan& plan, pid_t pid);
    // What the kernel counts, if it can still be read.
    [[nodiscard]] std::optional<std::uint64_t> memory() const;
    void checkEvents();

private:
    void onAnswer();
    Status verify();
    void finish(Status status);

    EventLoop& m_loop;
    Callbacks m_callbacks;
    std::string m_unit;
    policy::Limits m_limits;
    pid_t m_pid = -1;
    std::unique_ptr<Child> m_child;
    UniqueFd m_answer;
    std::string m_said;
    UniqueFd m_group;
    UniqueFd m_events;
    std::uint64_t m_kills = 0;
    EventLoop::TimerId m_timer = 0;
};

} // namespace leadglass::session
