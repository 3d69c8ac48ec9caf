// What a run is given so that ssh and git inside find the person's keys: a socket, and host keys to compare with.
#pragma once

#include <memory>

#include "core/sandbox/plan_builder.h"
#include "core/session/prepared_run.h"
#include "core/session/ssh_agent_proxy.h"

namespace leadglass::session {

constexpr const char* kAgentSocket = "ssh-agent";

// Only where the policy has an [[ssh]]: ~/.ssh/known_hosts with the hosts of the rules, and a
// ~/.ssh/config that asks nobody about others. Before the plan is built.
Status addSshPlaces(const PreparedRun& run, sandbox::StateView& view);
// SSH_AUTH_SOCK; after it.
void addSshVariables(const PreparedRun& run, sandbox::Plan& plan);
// Null: the run has none.
Result<std::unique_ptr<SshAgentProxy>> openSshAgent(const PreparedRun& run, EventLoop& loop, AuditTrail& trail, ApprovalQueue& queue,
                                                    Attribution& attribution);

} // namespace leadglass::session
