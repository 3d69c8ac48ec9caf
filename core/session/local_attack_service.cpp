#include "core/session/local_attack_service.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/session/attack_ground.h"
#include "core/session/attack_judge.h"
#include "core/session/child.h"
#include "core/session/local_audit_service.h"

namespace leadglass::session {
namespace {

constexpr std::size_t kMaxOutput = 1U << 20;
constexpr auto kLimit = std::chrono::minutes(15); // it takes seconds; a machine may be busy, or an emulated one
constexpr int kRows = 10000;

struct Finished {
    int status = 0;
    std::string out;
    std::string err;
};

// False once nothing more comes.
bool readSome(int fd, std::string& into) {
    std::array<char, 4096> bytes{};
    const ssize_t size = ::read(fd, bytes.data(), bytes.size());
    if (size <= 0) {
        return size < 0 && (errno == EINTR || errno == EAGAIN);
    }
    if (into.size() < kMaxOutput) {
        into.append(bytes.data(), static_cast<std::size_t>(size));
    }
    return true;
}

// Why a run could not be set up is the last thing it says.
std::string lastLine(std::string text) {
    while (!text.empty() && text.back() == '\n') {
        text.pop_back();
    }
    text = text.substr(text.rfind('\n') + 1);
    constexpr std::string_view kName = "leadglass: ";
    return forScreen(text.starts_with(kName) ? text.substr(kName.size()) : text, 600);
}

// Runs a program to its end, while the ground's servers answer.
Result<Finished> finish(ChildSpec spec, AttackGround& ground) {
    std::array<int, 2> out{};
    std::array<int, 2> err{};
    if (::pipe2(out.data(), O_CLOEXEC) != 0) {
        return ioError("cannot create a pipe", errno);
    }
    std::array<UniqueFd, 2> ends{UniqueFd(out[0]), UniqueFd()};
    UniqueFd theirOut(out[1]);
    if (::pipe2(err.data(), O_CLOEXEC) != 0) {
        return ioError("cannot create a pipe", errno);
    }
    ends[1].reset(err[0]);
    UniqueFd theirErr(err[1]);
    const auto input = LG_TRY(sys::open("/dev/null", O_RDONLY));
    spec.descriptors = {input.get(), theirOut.get(), theirErr.get()};
    auto child = LG_TRY(Child::start(spec));
    theirOut.reset();
    theirErr.reset();
    Finished finished;
    std::array<std::string*, 2> texts{&finished.out, &finished.err};
    const auto deadline = std::chrono::steady_clock::now() + kLimit;
    while (ends[0] || ends[1] || !child.poll()) {
        std::vector<pollfd> waits{{ends[0].get(), POLLIN, 0}, {ends[1].get(), POLLIN, 0}, {child.pidFd(), POLLIN, 0}};
        for (const int listener : ground.listeners()) {
            waits.push_back({listener, POLLIN, 0});
        }
        (void)::poll(waits.data(), waits.size(), 1000);
        ground.serve();
        for (std::size_t i = 0; i < ends.size(); ++i) {
            if (waits[i].revents != 0 && !readSome(ends[i].get(), *texts[i])) {
                ends[i].reset();
            }
        }
        if (std::chrono::steady_clock::now() > deadline) {
            return makeError(Code::Io, "the attack did not end within fifteen minutes: " + lastLine(finished.err));
        }
    }
    const int status = child.poll().value_or(0);
    finished.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    return finished;
}

// The techniques of one policy, in a run of their own.
Result<Finished> attackInside(AttackGround& ground, const std::string& workspace, wire::AttackPolicy policy) {
    ChildSpec run;
    run.program = LG_TRY(sys::realPath("/proc/self/exe"));
    run.environment = ground.runEnvironment();
    const bool usual = policy == wire::AttackPolicy::Usual;
    run.arguments = {"run", "--profile", usual ? "default" : "offline", "--project", ground.project(), "--ask", "deny"};
    if (usual) {
        run.arguments.insert(run.arguments.end(), {"--allow", "granted.invalid:80", "--allow", "*.granted.invalid:80"});
    }
    if (!workspace.empty()) {
        run.arguments.insert(run.arguments.end(), {"--workspace", workspace});
    }
    run.arguments.insert(run.arguments.end(), {"--", ground.probe()});
    for (const auto& argument : ground.probeArguments(false)) {
        run.arguments.push_back(argument);
    }
    for (const auto& technique : wire::kTechniques) {
        if (technique.policy == policy) {
            run.arguments.emplace_back(technique.id);
        }
    }
    auto finished = LG_TRY(finish(run, ground));
    if (finished.status == 125) {
        return makeError(Code::Unsupported, "the run to attack from could not be set up: " + lastLine(finished.err),
                         "'leadglass doctor' says what is missing");
    }
    return finished;
}

Result<Finished> attackOutside(AttackGround& ground) {
    ChildSpec control;
    control.program = ground.probe();
    control.environment = ground.runEnvironment();
    control.arguments = ground.probeArguments(true);
    for (const auto& technique : wire::kTechniques) {
        if (technique.outside == wire::Outside::Try) {
            control.arguments.emplace_back(technique.id);
        }
    }
    return finish(control, ground);
}

template <class T> std::optional<T> lookIn(const std::map<std::string, T>& map, const std::string& key) {
    const auto found = map.find(key);
    return found == map.end() ? std::nullopt : std::optional<T>(found->second);
}

} // namespace

Result<std::vector<api::AttackResult>> LocalAttackService::attack(const std::string& workspace) {
    auto ground = LG_TRY(AttackGround::make(m_places));
    auto inside = LG_TRY(attackInside(*ground, workspace, wire::AttackPolicy::Usual));
    inside.out += LG_TRY(attackInside(*ground, workspace, wire::AttackPolicy::NothingAllowed)).out;
    const auto contacts = ground->takeContacts();
    const auto damage = ground->damage();
    api::AuditQuery query;
    query.limit = kRows;
    const auto history = LG_TRY(LocalAuditService(ground->runPlaces(m_places)).list(query));
    const auto outside = LG_TRY(attackOutside(*ground));
    const auto contactsOutside = ground->takeContacts();
    const auto answers = readProbe(inside.out);
    const auto controls = readProbe(outside.out);
    std::vector<api::AttackResult> results;
    for (const auto& technique : wire::kTechniques) {
        const AttackFacts facts{lookIn(answers, technique.id), lookIn(controls, technique.id),
                                lookIn(contacts, technique.id), lookIn(contactsOutside, technique.id),
                                lookIn(damage, technique.id).value_or("")};
        results.push_back(judge(technique, facts, history));
    }
    return results;
}

} // namespace leadglass::session
