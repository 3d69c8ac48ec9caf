// The parts of a run and who tells whom, before anything is started.
#include <fnmatch.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "core/base/crash_report.h"
#include "core/policy/registries.h"
#include "core/session/door_place.h"
#include "core/session/ssh_agent_place.h"
#include "core/session/supervisor.h"

namespace leadglass::session {
namespace {

constexpr Nanos kSecond = 1'000'000'000;

} // namespace

Status Supervisor::build() {
    m_loop = m_run.loop ? std::move(m_run.loop) : LG_TRY(EventLoop::create());
    m_secrets = std::move(m_run.secrets);
    m_trail = std::make_unique<AuditTrail>(*m_loop, std::move(m_run.writer), m_run.plan.runId);
    m_trail->setPolicyVersion(m_run.policy.version);
    if (m_run.events) {
        m_trail->setEvents(*m_run.events, [this](const Error& error) { say(error.text()); });
    }
    m_signals = LG_TRY(Signals::watch(*m_loop, [this](int signal) { onSignal(signal); }));
    m_book = std::make_unique<NameBook>(systemClock());
    m_dialler = std::make_unique<Dialler>(*m_loop, m_run.places.programs + "/leadglass-resolve",
                                          m_run.proxies);
    m_policy = std::make_unique<policy::Evaluator>(m_run.policy);
    m_gatekeeper = std::make_unique<Gatekeeper>(
        *m_loop, Gatekeeper::Parts{*m_policy, *m_book, *m_dialler, *m_trail, m_attribution},
        [this](const wire::ToEgress& message, int fd) { m_egress->send(message, fd); },
        [this](const policy::EgressRule& rule, policy::Verdict verdict, Scope scope) { return keepGrant(rule, verdict, scope); });
    m_grantUse = std::make_unique<GrantUse>(*m_loop, m_run.places, m_run.plan.profile,
                                            m_run.plan.project);
    m_gatekeeper->setUsed([this](const policy::EgressRule& rule, policy::Verdict verdict) {
        m_grantUse->used(rule, verdict);
    });
    m_gatekeeper->setTell([this](const std::string& line) { say(line); });
    m_gatekeeper->setBroker(m_secrets ? &m_secrets->broker() : nullptr);
    m_gatekeeper->setMaxBody(m_run.policy.merged.output.maxBytes.value_or(0));
    if (m_run.canaries) {
        m_gatekeeper->setCanaries(*m_run.canaries);
    }
    std::vector<wire::OfferedRegistry> registries;
    for (auto& registry : policy::configuredRegistries(m_run.places)) {
        registries.push_back({std::move(registry.name), std::move(registry.hosts)});
    }
    m_gatekeeper->setRegistries(std::move(registries));
    m_egress = std::make_unique<EgressProcess>(
        *m_loop, m_run.places.programs + (m_run.inspected.empty() ? "/leadglass-egress" : "/leadglass-inspect"),
        EgressProcess::Callbacks{
            [this] {
                m_egressReady = true;
                maybeGo();
            },
            [this](const wire::FromEgress& message) { onEgressMessage(message); },
            [this](const std::string& why) {
                m_gatekeeper->egressEnded(why);
                m_publisher->egressEnded();
                if (!m_gone) {
                    endWithError(makeError(Code::Unsupported,
                                           "the egress process could not start: " + why,
                                           "see `leadglass doctor`"));
                }
            }});
    m_publisher = LG_TRY(Publisher::listen(*m_loop, *m_trail, m_run.request.publish, [this](const wire::ToEgress& message, const std::vector<int>& fds) {
        m_egress->send(message, fds);
    }));
    LG_TRY(buildStdio());
    return buildAsking();
}

void Supervisor::onEgressMessage(const wire::FromEgress& message) {
    const auto* closed = std::get_if<wire::FlowClosed>(&message);
    const auto* refused = std::get_if<wire::FlowRefused>(&message);
    const std::uint64_t flow = closed != nullptr ? closed->flow : refused != nullptr ? refused->flow : 0;
    if (flow < Publisher::kFirstFlow) {
        m_gatekeeper->onMessage(message);
    } else if (closed != nullptr) {
        m_publisher->onClosed(*closed);
    } else {
        m_publisher->onRefused(*refused);
    }
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
        [this](const Resolution& resolution) { return resolved(resolution); });
    m_gatekeeper->setQueue(*m_queue);
    m_sshAgent = LG_TRY(openSshAgent(m_run, *m_loop, *m_trail, *m_queue, m_attribution));
    std::vector<std::string> environment;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        environment.emplace_back(*entry);
    }
    m_urlDoor = LG_TRY(UrlDoor::open({*m_loop, *m_trail, *m_queue, m_attribution, *m_publisher, doorsOf(m_run),
                                            [this](const OpenUrl& page, const std::string& process) { return m_gatekeeper->canaryInAddress(page.url, page.host, process); }},
                                     HostBrowser::ofPerson(environment, m_run.plan.project)));
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
    handlers.usage = [this] { return usage(); };
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
    const auto& passed = m_run.policy.merged.pass;
    m_commands = std::make_unique<Commands>(*m_loop, *m_trail, std::any_of(passed.begin(), passed.end(), [](const auto& rule) {
                                                return ::fnmatch(rule.name.c_str(), "TERM", FNM_NOESCAPE) == 0;
                                            }));
    handlers.commands = m_commands.get();
    m_control = LG_TRY(ControlServer::listen(*m_loop, m_run.runtimeDir.get(), *m_queue, handlers));
    return buildTerminalAsking();
}

Status Supervisor::resolved(const Resolution& resolution) {
    const std::string& protocol = resolution.shown.protocol;
    if (m_sshAgent && (protocol == kSshKeyAct || protocol == kHostKeyAct)) {
        return m_sshAgent->onResolved(resolution);
    }
    return protocol == kOpenUrlAct ? m_urlDoor->onResolved(resolution) : m_gatekeeper->onResolved(resolution);
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

} // namespace leadglass::session
