// Everything a run needs before its first process starts, and how it is made ready and ended.
#pragma once

#include <memory>
#include <string>

#include "core/api/run_service.h"
#include "core/audit/event.h"
#include "core/audit/writer.h"
#include "core/base/places.h"
#include "core/policy/settings.h"
#include "core/policy/types.h"
#include "core/sandbox/plan.h"
#include "core/sandbox/plan_builder.h"
#include "core/session/canaries.h"
#include "core/session/egress_process.h"
#include "core/session/events_stream.h"
#include "core/session/host_roots.h"
#include "core/session/nss_store.h"
#include "core/session/run_secrets.h"
#include "core/session/state_store.h"
#include "core/session/upstream_proxy.h"
#include "core/workspace/run_manifest.h"

namespace leadglass::session {

struct PreparedRun {
    Places places;
    api::RunRequest request;
    policy::Settings settings;
    policy::EffectivePolicy policy;
    UpstreamProxies proxies; // of the person's environment
    std::vector<std::string> inspected; // host patterns: what leadglass-inspect may vouch for; empty: nothing is inspected
    HostRoots roots;                    // where something is
    std::optional<sandbox::TrustRequest> trust;
    std::optional<Canaries> canaries;   // where [output] wants them
    std::unique_ptr<NssStore> nss;      // on its way; null: none
    sandbox::Plan plan;
    std::string bwrap;      // checked program
    int landlockAbi = 0;
    workspace::RunDir dir;  // runs/ID
    workspace::RunManifest manifest;
    std::vector<std::string> workspaceNotices; // what the project inside lacks, what a crash left
    std::string gitReadOnly; // why the run cannot write to a view of git's own directory, elsewhere
    std::vector<sandbox::PinRequest> pins;     // mode "direct": what is held in its place
    std::vector<std::string> swept;   // runs whose runtime directories nobody owned any more
    std::vector<audit::Event> ofKilled; // rows for those that a kill or crash ended
    std::string runtimePath; // runtime/runs/ID, with stage/ and control.sock
    UniqueFd runtimeDir;
    std::unique_ptr<audit::Writer> writer;
    std::unique_ptr<EventsStream> events; // --events; empty: none
    std::unique_ptr<StateStore> state;
    UniqueFd home;          // the private home, once launch has sent it
    std::unique_ptr<EventLoop> loop; // until the supervisor takes it
    std::vector<StateStore::SignIn> signIns; // of the policy as it was loaded
    std::shared_ptr<const std::string> signInFolder; // in the place of a project; goes with this. Null: none was made
    std::unique_ptr<RunSecrets> secrets; // the same; null: the run has no credentials
    EgressProcess::Spawned egress; // until the supervisor takes it; none for a dry run
};

} // namespace leadglass::session
