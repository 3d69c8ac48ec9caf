// A connection to the person's own ssh-agent: one request at a time, each with a time limit.
//
// Fails: an agent that is not there, hangs up, or says what is no message answers nothing; so does the connection afterwards.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/base/event_loop.h"
#include "core/wire/ssh_agent_message.h"

namespace leadglass::session {

class SshAgentUpstream {
public:
    static constexpr Nanos kLimit = 120'000'000'000; // a person may have to touch a key, or answer the agent itself
    using Done = std::function<void(std::optional<std::string> message)>; // without its length

    // `path`: SSH_AUTH_SOCK of the person.
    SshAgentUpstream(EventLoop& loop, std::string path) : m_loop(loop), m_path(std::move(path)) {}
    ~SshAgentUpstream();
    SshAgentUpstream(const SshAgentUpstream&) = delete;
    SshAgentUpstream& operator=(const SshAgentUpstream&) = delete;

    // `frame`: whole, with its length. `done` comes later, once. Not while another is under way.
    void ask(const std::string& frame, Done done);

private:
    Status connect();
    void onEvent();
    void flush();
    void end();
    void finish(std::optional<std::string> message);

    EventLoop& m_loop;
    std::string m_path;
    UniqueFd m_socket;
    wire::AgentFrames m_frames;
    std::string m_out;
    Done m_done;
    EventLoop::TimerId m_limit = 0;
};

} // namespace leadglass::session
