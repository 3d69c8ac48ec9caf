#include "core/session/supervisor.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <limits>

#include "core/base/crash_report.h"
#include "core/base/escape.h"
#include "core/base/late.h"
#include "core/base/log.h"
#include "core/base/sys.h"
#include "core/policy/grants.h"
#include "core/sandbox/launch_encode.h"
#include "core/session/set_up_facts.h"
#include "core/session/words.h"
#include "core/workspace/finish_run.h"
#include "core/workspace/git_scope.h"
#include "core/workspace/run_manifest.h"

namespace leadglass::session {
namespace {

constexpr Nanos kSecond = 1'000'000'000;
constexpr Nanos kSetupLimit = 30 * kSecond;
constexpr int kLimitStatus = 124;

constexpr Nanos kOutputGrace = 5 * kSecond;

// Would a line block us? A pipe that poll(2) calls writable takes PIPE_BUF bytes at once (pipe(7)).
bool takesALine(int fd) {
    pollfd p{fd, POLLOUT, 0};
    return ::poll(&p, 1, 0) > 0;
}

void tell(const std::string& line) { std::fprintf(stderr, "leadglass: %s\n", line.c_str()); }

} // namespace

Result<std::unique_ptr<Supervisor>> Supervisor::create(PreparedRun& run) {
    std::unique_ptr<Supervisor> made(new Supervisor(run));
    LG_TRY(made->build());
    return made;
}

Supervisor::~Supervisor() {
    crash::setLastAct(nullptr, nullptr);
    // Surfaces before the queue they listen to, processes before what they write into.
    m_control.reset();
    m_commands.reset();
    m_asker.reset();
    m_teller.reset();
    m_limits.reset();
    m_scope.reset();
    m_urlDoor.reset();
    m_publisher.reset();
    m_chain.reset();
    m_egress.reset();
}

Status Supervisor::startChain() {
    sandbox::LaunchParts parts;
    parts.bwrap = m_run.bwrap;
    parts.init = m_run.places.programs + "/leadglass-init";
    parts.landlockAbi = static_cast<std::uint32_t>(m_run.landlockAbi);
    const auto bytes = LG_TRY(sandbox::encodeLaunchPlan(m_run.plan, parts));
    auto plan = LG_TRY(sys::sealedMemfd("leadglass-plan", bytes));
    m_chain = std::make_unique<LaunchChain>(
        *m_loop, LaunchChain::Callbacks{
                     [this](UniqueFd home) -> Status {
                         m_run.home = std::move(home);
                         LG_TRY(m_run.state->fillHome(m_run.home.get()));
                         for (const auto& file : m_run.canaries ? m_run.canaries->files : std::vector<Canaries::File>()) {
                             (void)LG_TRY(m_run.state->plant(m_run.home.get(), file.path, file.content));
                         }
                         if (m_run.nss) {
                             if (Status put = m_run.nss->putInto(m_run.home.get()); !put) {
                                 log::warning("no NSS store for the run: " + put.error().text());
                             }
                         }
                         return {};
                     },
                     [this](UniqueFd master) -> Status {
                         if (!m_terminal || m_gone) {
                             return makeError(Code::Invalid, "launch sent a terminal that nobody wants");
                         }
                         return m_terminal->attach(std::move(master));
                     },
                     [this](const std::string& target) { say(unsealedNotice(target)); },
                     [this] { onReady(); },
                     [this](UniqueFd channel) {
                         if (sys::setNonBlocking(channel.get(), true).ok()) {
                             m_commands->setChannel(std::move(channel));
                         }
                     },
                     [this] { onStarted(); },
                     [this](int) { m_terminal ? m_terminal->commandStopped([this] { m_chain->resume(); }) : void(); },
                     [this](Result<int> result) { onEnded(std::move(result)); }});
    // Launch puts the terminal that it makes in the place of these.
    const auto null = LG_TRY(sys::open("/dev/null", O_RDWR));
    std::vector<int> standard;
    for (int fd = 0; fd < 3; ++fd) {
        standard.push_back(m_relay->childEnd(fd) >= 0 ? m_relay->childEnd(fd) : null.get());
    }
    LG_TRY(m_chain->start(m_run.places.programs + "/leadglass-launch", standard, plan.get(),
                          static_cast<mode_t>(m_run.request.fileMask)));
    m_relay->closeChildEnds();
    return startScope();
}

Result<int> Supervisor::run() {
    if (m_run.plan.workspace == policy::WorkspaceMode::Direct) {
        m_upper = LG_TRY(workspace::openProject(m_run.manifest));
        constexpr auto kNoEnd = std::numeric_limits<Nanos>::max() / 2;
        constexpr auto kAll = std::numeric_limits<std::uint64_t>::max();
        m_writtenBefore = TreeMeter(m_upper.get()).step(kNoEnd, kAll, kAll).value_or(TreeMeter::Total{});
    } else {
        m_upper = LG_TRY(workspace::openWritten(m_run.dir));
        m_gitUpper = LG_TRY(workspace::openGitUpper(m_run.dir, m_run.manifest));
    }
    LG_TRY(m_egress->start(std::move(m_run.egress)));
    LG_TRY(startChain());
    // Before anything of the command runs: what cannot be loaded ends the run here, and later there may be no descriptor for it.
    late::load();
    // What waits for the disk, while they start.
    LG_TRY(workspace::syncManifest(m_run.dir));
    LG_TRY(m_trail->flush());
    m_setupTimer = m_loop->after(kSetupLimit, [this] {
        endWithError(makeError(Code::Unsupported, "the sandbox was not ready within 30 s",
                               "see `leadglass doctor`"));
    });
    Status ran = m_loop->run();
    m_egress->end();
    LG_TRY(std::move(ran));
    m_outcome.outputProblem = m_relay->problem();
    (void)m_trail->flush();
    return m_result ? std::move(*m_result)
                    : Result<int>(makeError(Code::Io, "the run ended without a result"));
}

void Supervisor::onReady() {
    std::vector<LaunchChain::Socket> forEgress;
    UniqueFd diag;
    for (auto& socket : m_chain->takeSockets()) {
        if (socket.info.kind == wire::LaunchSocket::SockDiag) {
            diag = std::move(socket.fd);
        } else {
            forEgress.push_back(std::move(socket));
        }
    }
    m_attribution = Attribution(std::move(diag), m_chain->pid());
    const bool redirected = m_run.plan.net.capture == sandbox::NetCapture::NftRedirect;
    if (m_secrets) {
        m_egress->setCredentials(m_secrets->endpoint());
    }
    if (Status setup = m_egress->setUp(std::move(forEgress), redirected); !setup) {
        endWithError(setup.error());
        return;
    }
    if (Status entered = m_publisher->enter(m_chain->pid()); !entered) {
        endWithError(entered.error());
        return;
    }
    m_launchReady = true;
    maybeGo();
}

void Supervisor::maybeGo() {
    if (!m_launchReady || !m_egressReady || !m_scopeReady || m_gone || m_result) {
        return;
    }
    // Nothing of the command runs before the rows of its start are in the history.
    if (Status committed = m_trail->flush(); !committed) {
        endWithError(committed.error());
        return;
    }
    Status started;
    if (m_terminal) {
        started = m_terminal->start();
    }
    if (started) {
        started = m_relay->start();
    }
    if (started) {
        m_gone = true;
        started = m_chain->go();
    }
    if (!started) {
        endWithError(started.error());
    }
}

void Supervisor::onStarted() {
    m_loop->cancel(m_setupTimer);
    if (m_terminal) {
        m_terminal->commandStarted();
    }
    startLimits();
}

void Supervisor::onSignal(int signal) {
    if (signal == SIGWINCH) {
        if (m_terminal) m_terminal->windowChanged();
        return;
    }
    if (signal == SIGCONT) {
        if (m_terminal) m_terminal->continued();
        return;
    }
    // Before the command runs there is nobody inside whom a key could reach.
    const bool running = m_chain && m_chain->running();
    const bool asKey = signal == SIGTSTP ? m_gone : running && (signal == SIGINT || signal == SIGQUIT);
    if (m_terminal && asKey) {
        m_terminal->signalled(signal);
        return;
    }
    if (signal == SIGTSTP) {
        ::raise(SIGSTOP); // without a terminal the inside is not stopped: it has no job control
        return;
    }
    // From Go on init takes signals, though Started may still be on its way while the command already
    // runs; a second one before that ends everything.
    const bool starting = m_gone && m_chain && !m_ending && !m_result && !m_signalledEarly;
    if (running || starting) {
        m_signalledEarly = !running;
        m_chain->signal(signal);
    } else if (signal != SIGUSR1 && signal != SIGUSR2 && signal != SIGALRM) {
        constexpr int kSignalBase = 128;
        if (m_chain && !m_ending) {
            m_chain->killAll();
        }
        if (!m_result) {
            m_result = Result<int>(kSignalBase + signal);
        }
        if (!m_chain) {
            m_loop->stop();
        }
    }
}

void Supervisor::endWithError(const Error& error) {
    if (!m_result) {
        m_result = Result<int>(error);
    }
    if (m_chain) {
        m_chain->killAll();
    } else {
        m_loop->stop();
    }
}

void Supervisor::onEnded(Result<int> result) {
    m_ending = true;
    m_loop->cancel(m_setupTimer);
    if (m_scope) {
        m_scope->checkEvents();
    }
    checkDiskAtEnd();
    if (result && m_outcome.limit.empty()) {
        checkStatusAtEnd(*result);
    }
    m_limits.reset();
    if (!m_outcome.limit.empty()) {
        m_result = Result<int>(kLimitStatus);
    } else if (!m_result) {
        m_result = std::move(result);
        if (!m_result->ok()) {
            m_result = explainSetUpFailure(m_run.places, m_run.bwrap, m_result->error());
        }
    }
    m_queue->endRun();
    if (m_sshAgent) {
        m_sshAgent->runEnding();
    }
    m_gatekeeper->runEnding();
    m_urlDoor->runEnding();
    m_publisher->runEnding();
    if (m_gatekeeper->anyOpen() || m_publisher->anyOpen()) {
        m_egress->finish([this] { onFlowsEnded(); });
    } else {
        onFlowsEnded();
    }
}

void Supervisor::onFlowsEnded() {
    m_publisher->end();
    constexpr int kKilled = 137;
    m_commands->endRun(m_outcome.limit.empty() ? kKilled : kLimitStatus,
                       m_outcome.limit.empty() ? "the run has ended, and this command with it"
                                               : "the run was ended by its limit " + m_outcome.limit);
    m_gatekeeper->runEnded();
    m_outcome.refused = m_gatekeeper->refused();
    m_outcome.allowed = m_gatekeeper->allowedCount();
    m_outcome.stopAsked = m_stopAsked;
    finishOutput();
}

void Supervisor::say(const std::string& line) {
    // The screen is the command's; a reader that is stopped must not stop us, who watch the limits.
    if (m_terminal || !takesALine(STDERR_FILENO)) {
        m_outcome.unsaid.push_back(line);
    } else {
        tell(line);
    }
}

void Supervisor::finishOutput() {
    const auto one = [this] {
        if (--m_outputsLeft == 0) {
            m_loop->stop();
        }
    };
    if (!m_outcome.limit.empty() && !m_outcome.limitAtEnd) { // a reader that is stopped does not keep it, either
        m_loop->after(kOutputGrace, [this] {
            m_outcome.unsaid.emplace_back("what nobody read of the command's output within 5 s is lost");
            m_loop->stop();
        });
    }
    m_outputsLeft = m_terminal ? 2 : 1;
    m_relay->finish(one);
    if (m_terminal) {
        m_terminal->finish(one);
    }
}

Status Supervisor::keepGrant(const policy::EgressRule& rule, policy::Verdict verdict, Scope scope) {
    policy::Grant grant;
    grant.profile = m_run.plan.profile;
    grant.project = scope == Scope::Project ? m_run.plan.project : std::string();
    grant.verdict = verdict;
    grant.rule = rule;
    grant.origin = "answer in run " + m_run.plan.runId;
    grant.date = rfc3339(systemClock().wall());
    return policy::appendGrant(m_run.places, grant);
}

} // namespace leadglass::session
