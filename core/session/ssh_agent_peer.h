// One connection of a program inside to the run's ssh-agent: shared by the files that SshAgentProxy is written in.
#pragma once

#include "core/session/ssh_agent_proxy.h"

namespace leadglass::session {

struct SshAgentProxy::Peer {
    std::uint64_t id = 0; // and the token of its question
    UniqueFd fd;
    Attribution::Client client;
    wire::AgentFrames frames;
    std::string out;
    bool busy = false;   // one request is being answered
    bool asking = false; // by a person
    std::unique_ptr<SshAgentUpstream> upstream;
    std::uint64_t check = 0;
    std::optional<BoundSession> session;
    std::vector<wire::AgentKey> keys; // of the person's agent, as it said last
    wire::AgentSign request;
    SshSignature verdict;
};

} // namespace leadglass::session
