#include "core/session/supervisor.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "core/base/crash_report.h"
#include "core/base/escape.h"
#include "core/base/log.h"
#include "core/base/sys.h"
#include "core/policy/grants.h"
#include "core/sandbox/launch_encode.h"
#include "core/session/set_up_facts.h"
#include "core/session/words.h"

namespace leadglass::session {
namespace {

constexpr Nanos kSecond = 1'000'000'000;
constexpr Nanos kSetupLimit = 30 * kSecond;
constexpr int kLimitStatus = 124;

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
    m_asker.reset();
    m_teller.reset();
    m_limits.reset();
    m_chain.reset();
    m_egress.reset();
}

Status Supervisor::build() {
    m_loop = LG_TRY(EventLoop::create());
    m_trail = std::make_unique<AuditTrail>(*m_loop, std::move(m_run.writer), m_run.plan.runId);
    m_trail->setPolicyVersion(m_run.policy.version);
    if (m_run.events) {
        m_trail->setEvents(*m_run.events, [this](const Error& error) { say(error.text()); });
    }
    m_signals = LG_TRY(Signals::watch(*m_loop, [this](int signal) { onSignal(signal); }));
    m_book = std::make_unique<NameBook>(systemClock());
    m_dialler = std::make_unique<Dialler>(*m_loop, m_run.places.programs + "/leadglass-resolve",
                                          m_run.proxies);
    m_gatekeeper = std::make_unique<Gatekeeper>(
        *m_loop, Gatekeeper::Parts{m_run.policy, *m_book, *m_dialler, *m_trail, m_attribution},
        [this](const wire::ToEgress& message, int fd) { m_egress->send(message, fd); },
        [this](const policy::EgressRule& rule, Scope scope) { return keepGrant(rule, scope); });
    m_grantUse = std::make_unique<GrantUse>(*m_loop, m_run.places, m_run.plan.profile,
                                            m_run.plan.project);
    m_gatekeeper->setUsed([this](const policy::EgressRule& rule, policy::Verdict verdict) {
        m_grantUse->used(rule, verdict);
    });
    m_gatekeeper->setTell([this](const std::string& line) { say(line); });
    m_egress = std::make_unique<EgressProcess>(
        *m_loop, m_run.places.programs + "/leadglass-egress",
        EgressProcess::Callbacks{
            [this] {
                m_egressReady = true;
                maybeGo();
            },
            [this](const wire::FromEgress& message) { m_gatekeeper->onMessage(message); },
            [this](const std::string& why) {
                m_gatekeeper->egressEnded(why);
                if (!m_gone) {
                    endWithError(makeError(Code::Unsupported,
                                           "the egress process could not start: " + why,
                                           "see `leadglass doctor`"));
                }
            }});
    LG_TRY(buildStdio());
    return buildAsking();
}

Status Supervisor::buildStdio() {
    m_relay = std::make_unique<StdioRelay>(*m_loop);
    Terminal::Options options;
    if (Terminal::wanted(options)) {
        m_terminal = LG_TRY(Terminal::open(*m_loop, options, [this] { onSignal(SIGHUP); }));
        crash::setLastAct([](void* terminal) { static_cast<Terminal*>(terminal)->restoreNow(); },
                          m_terminal.get());
    }
    for (int fd = 0; fd < 3; ++fd) {
        if (!m_terminal || !m_terminal->isTerminal(fd)) {
            LG_TRY(m_relay->add(fd, fd));
        }
    }
    return {};
}

Status Supervisor::buildAsking() {
    ApprovalQueue::Options options;
    options.run = m_run.plan.runId;
    options.project = m_run.plan.project;
    options.profile = m_run.plan.profile;
    constexpr std::uint64_t kDefaultHold = 45;
    options.hold = static_cast<Nanos>(m_run.policy.merged.holdSeconds.value_or(kDefaultHold)) * kSecond;
    options.askNobody = m_run.request.ask == api::AskBy::Nobody;
    options.onlyIfApprover = m_run.request.ask == api::AskBy::Auto;
    const Status usable = TerminalAsker::usable(m_terminal.get());
    options.keepUnasked = !usable && usable.error().code != Code::NotFound;
    m_queue = std::make_unique<ApprovalQueue>(
        *m_loop, systemClock(), options,
        [this](const Resolution& resolution) { return m_gatekeeper->onResolved(resolution); });
    m_gatekeeper->setQueue(*m_queue);
    ControlServer::Handlers handlers;
    handlers.status = [this] {
        wire::RunStatus status;
        status.run = m_run.plan.runId;
        status.profile = m_run.plan.profile;
        status.project = m_run.plan.project;
        status.command = m_run.plan.command;
        status.supervisorPid = static_cast<std::uint64_t>(::getpid());
        status.started = m_run.manifest.startWall;
        status.pending = static_cast<std::uint32_t>(m_queue->pending().size());
        status.state = m_ending ? "ending" : m_chain && m_chain->running() ? "running" : "starting";
        return status;
    };
    handlers.stop = [this] {
        if (!std::exchange(m_stopAsked, true)) {
            say("'leadglass runs stop' ends this run; what does not end within 5 s is killed");
        }
        onSignal(SIGTERM);
        m_loop->after(5 * kSecond, [this] {
            if (m_chain) m_chain->killAll();
        });
        return Status();
    };
    m_control = LG_TRY(ControlServer::listen(*m_loop, m_run.runtimeDir.get(), *m_queue, handlers));
    return buildTerminalAsking();
}

Status Supervisor::buildTerminalAsking() {
    const bool wanted = m_run.request.ask == api::AskBy::Terminal;
    if (!wanted && m_run.request.ask != api::AskBy::Auto) {
        return {};
    }
    if (Status usable = TerminalAsker::usable(m_terminal.get()); !usable) {
        if (wanted) {
            usable.error().what.insert(0, "--ask terminal: ");
            return usable;
        }
        if (usable.error().code != Code::NotFound) {
            m_teller = std::make_unique<TerminalTeller>(*m_terminal, *m_queue, usable.error().what);
        }
        return {};
    }
    TerminalAsker::Options asker;
    asker.term = std::getenv("TERM");
    const char* noColor = std::getenv("NO_COLOR"); // no-color.org: set and not empty
    asker.plain = noColor != nullptr && *noColor != '\0';
    m_asker = std::make_unique<TerminalAsker>(*m_loop, *m_terminal, *m_queue, asker);
    return {};
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
                         return m_run.state->fillHome(m_run.home.get());
                     },
                     [this](UniqueFd master) -> Status {
                         if (!m_terminal || m_gone) {
                             return makeError(Code::Invalid, "launch sent a terminal that nobody wants");
                         }
                         return m_terminal->attach(std::move(master));
                     },
                     [this](const std::string& target) { say(unsealedNotice(target)); },
                     [this] { onReady(); }, [this] { onStarted(); },
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
    return {};
}

Result<int> Supervisor::run() {
    m_upper = LG_TRY(workspace::openWritten(m_run.dir));
    LG_TRY(m_egress->start());
    LG_TRY(startChain());
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
    if (Status setup = m_egress->setUp(std::move(forEgress), redirected); !setup) {
        endWithError(setup.error());
        return;
    }
    m_launchReady = true;
    maybeGo();
}

void Supervisor::maybeGo() {
    if (!m_launchReady || !m_egressReady || m_gone || m_result) {
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
    m_limits = std::make_unique<LimitWatch>(
        *m_loop, m_run.plan.limits, m_chain->pid(), m_upper.get(),
        LimitWatch::Callbacks{[this](const std::string& limit, const std::string& detail) {
                                  onLimit(limit, detail);
                              },
                              [this](const std::string& text) {
                                  audit::Event event;
                                  event.kind = audit::Kind::Limit;
                                  event.reason = "near";
                                  event.subject = text;
                                  m_trail->record(std::move(event));
                                  if (!m_terminal) {
                                      tell(text);
                                  }
                              }});
}

void Supervisor::onLimit(const std::string& limit, const std::string& detail) {
    m_outcome.limit = limit;
    m_outcome.limitDetail = detail;
    audit::Event event;
    event.kind = audit::Kind::Limit;
    event.verdict = "deny";
    event.reason = limit;
    event.subject = detail;
    m_trail->record(std::move(event));
    m_chain->killAll();
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
    m_gatekeeper->runEnded();
    m_outcome.refused = m_gatekeeper->refused();
    m_outcome.allowed = m_gatekeeper->allowedCount();
    finishOutput();
}

void Supervisor::say(const std::string& line) {
    if (m_terminal) { // the screen is the command's
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
    m_outputsLeft = m_terminal ? 2 : 1;
    m_relay->finish(one);
    if (m_terminal) {
        m_terminal->finish(one);
    }
}

Status Supervisor::keepGrant(const policy::EgressRule& rule, Scope scope) {
    policy::Grant grant;
    grant.profile = m_run.plan.profile;
    grant.project = scope == Scope::Project ? m_run.plan.project : std::string();
    grant.rule = rule;
    grant.origin = "answer in run " + m_run.plan.runId;
    grant.date = rfc3339(systemClock().wall());
    return policy::appendGrant(m_run.places, grant);
}

} // namespace leadglass::session
