// The supervisor is the run: it owns every process, socket, terminal and row of it.
//
// One thread, one loop. `leadglass run` calls runPrepared() and gets the exit status back; the run
// directory is then ended, kept or removed. Kill the supervisor at any moment: everything inside
// ends with it, and the run is listed with what it wrote.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/session/approval_queue.h"
#include "core/session/attribution.h"
#include "core/session/audit_trail.h"
#include "core/session/commands.h"
#include "core/session/control_server.h"
#include "core/session/dialler.h"
#include "core/session/egress_process.h"
#include "core/session/gatekeeper.h"
#include "core/session/grant_use.h"
#include "core/session/launch_chain.h"
#include "core/session/limits.h"
#include "core/session/name_book.h"
#include "core/session/prepared_run.h"
#include "core/session/publisher.h"
#include "core/session/run_totals.h"
#include "core/session/scope.h"
#include "core/session/signals.h"
#include "core/session/ssh_agent_proxy.h"
#include "core/session/stdio_relay.h"
#include "core/session/terminal.h"
#include "core/session/terminal_asker.h"
#include "core/session/terminal_teller.h"
#include "core/session/url_door.h"

namespace leadglass::session {

class Supervisor {
public:
    static Result<std::unique_ptr<Supervisor>> create(PreparedRun& run);
    ~Supervisor();

    // Runs to the end. A status, or an Error where nothing of the command ran.
    Result<int> run();

    // What the end has to tell.
    struct Outcome {
        std::map<std::string, Gatekeeper::Refused> refused;
        std::uint64_t allowed = 0;
        std::string limit; // the limit that ended the run; empty: none did
        std::string limitDetail;
        bool limitAtEnd = false; // it was over the limit, but had ended by itself when that was found
        bool stopAsked = false; // by 'leadglass runs stop'
        std::vector<std::string> unsaid; // lines that came while the screen was the command's
        std::string outputProblem; // what the command printed could not be written
    };
    [[nodiscard]] const Outcome& outcome() const { return m_outcome; }
    [[nodiscard]] AuditTrail& trail() { return *m_trail; }

private:
    explicit Supervisor(PreparedRun& run) : m_run(run) {}
    Status build();
    Status buildStdio();
    void onEgressMessage(const wire::FromEgress& message);
    Status buildAsking();
    Status buildTerminalAsking();
    Status startChain();
    void onReady();
    void maybeGo();
    void onStarted();
    void onEnded(Result<int> result);
    void onFlowsEnded();
    void onSignal(int signal);
    Status startScope();
    void startLimits();
    Status resolved(const Resolution& resolution);
    [[nodiscard]] wire::RunUsage usage() const;
    void onLimit(const LimitHit& hit);
    void checkDiskAtEnd();
    void checkStatusAtEnd(int status);
    void recordLimit(const LimitHit& hit, bool ends);
    void endWithError(const Error& error);
    void finishOutput();
    void say(const std::string& line);
    Status keepGrant(const policy::EgressRule& rule, policy::Verdict verdict, Scope scope);

    PreparedRun& m_run;
    std::unique_ptr<EventLoop> m_loop;
    std::unique_ptr<RunSecrets> m_secrets; // null: the run has none
    std::unique_ptr<AuditTrail> m_trail;
    std::unique_ptr<Signals> m_signals;
    std::unique_ptr<Terminal> m_terminal;
    std::unique_ptr<StdioRelay> m_relay;
    std::unique_ptr<NameBook> m_book;
    std::unique_ptr<Dialler> m_dialler;
    Attribution m_attribution;
    std::unique_ptr<GrantUse> m_grantUse;
    std::unique_ptr<policy::Evaluator> m_policy;
    std::unique_ptr<Gatekeeper> m_gatekeeper;
    std::unique_ptr<ApprovalQueue> m_queue;
    std::unique_ptr<SshAgentProxy> m_sshAgent; // only with [[ssh]]
    std::unique_ptr<TerminalAsker> m_asker;
    std::unique_ptr<TerminalTeller> m_teller;
    std::unique_ptr<Commands> m_commands; // further ones
    std::unique_ptr<ControlServer> m_control;
    std::unique_ptr<Publisher> m_publisher;
    std::unique_ptr<UrlDoor> m_urlDoor;
    std::unique_ptr<EgressProcess> m_egress;
    std::unique_ptr<LaunchChain> m_chain;
    std::unique_ptr<RunScope> m_scope; // only where the plan has one
    std::unique_ptr<RunTotals> m_totals;
    std::unique_ptr<LimitWatch> m_limits;
    UniqueFd m_upper; // what the run writes to
    UniqueFd m_gitUpper; // where git's own directory lies elsewhere and the run can write to a view of it
    TreeMeter::Total m_writtenBefore;
    Outcome m_outcome;
    std::optional<Result<int>> m_result;
    bool m_launchReady = false;
    bool m_scopeReady = true; // or none is planned
    bool m_egressReady = false;
    bool m_gone = false; // Go was sent
    bool m_signalledEarly = false; // a signal was sent in before Started came
    bool m_ending = false;
    int m_outputsLeft = 0;
    bool m_stopAsked = false; // by 'leadglass runs stop'
    EventLoop::TimerId m_setupTimer = 0;
};

} // namespace leadglass::session
