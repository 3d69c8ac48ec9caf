// Trust: who asked has been checked at the control socket; what answers runs inside, beside hostile commands.
// Privilege: makes pipes; hands out ends of them and masters of ptys, to who asked and to nobody else.
// Input: wire::CommandStart, wire::PasteStart; core/wire/launch_control.h messages of each command.
// Fails: what the history does not take, or is not ready in time, does not start.
//
// The further commands of a live run (`leadglass exec`), and what is pasted into it. The spawner of
// leadglass-init starts them (helper/init/spawner.h), with the walls that the first command has. Nothing of a
// peer's goes inside: its streams are pipes of ours, its terminal is one of the run's own devpts, whose
// master is the peer's, which filters what it shows (core/session/command_client.h).
//
// When the run ends they end with it. When the peer goes, its command gets SIGHUP and loses its streams,
// as with a terminal that is closed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/event_loop.h"
#include "core/session/audit_trail.h"
#include "core/wire/command_request.h"
#include "core/wire/launch_control_codec.h"
#include "core/wire/run_control.h"

namespace leadglass::session {

class Commands {
public:
    static constexpr std::size_t kMax = 16; // at once
    static constexpr Nanos kReadyLimit = 10'000'000'000;
    // An event for who asked; the descriptors come with Opened.
    using Tell = std::function<void(const wire::CommandEvent& event, std::vector<UniqueFd> fds)>;

    // `takesTerm`: the run may have TERM.
    Commands(EventLoop& loop, AuditTrail& trail, bool takesTerm);
    ~Commands();
    Commands(const Commands&) = delete;
    Commands& operator=(const Commands&) = delete;

    // Of LaunchTag::Commands; before that nothing can be started.
    void setChannel(UniqueFd channel) { m_channel = std::move(channel); }

    // Its number. `asker`: who asked, fit for a screen. `tell` is called from the loop, until Ended.
    Result<std::uint64_t> execute(const wire::CommandStart& start, const std::string& asker, Tell tell);
    Result<std::uint64_t> paste(const wire::PasteStart& start, const std::string& asker, Tell tell);
    void signal(std::uint64_t command, int number);
    void resume(std::uint64_t command); // after Stopped
    void left(std::uint64_t command);   // who asked is gone
    // Everything inside has ended; `status` and `note` for those who wait.
    void endRun(int status, const std::string& note);
    [[nodiscard]] std::size_t count() const { return m_commands.size(); }

private:
    struct Command;
    using Handle = std::shared_ptr<Command>;
    struct Streams;
    Result<Handle> prepare(const std::string& asker, Tell tell);
    Result<std::uint64_t> send(const Handle& command, const std::vector<std::uint8_t>& request, const Streams& inside);
    void onReadable(const Handle& command);
    void onMessage(const Handle& command, const wire::FromLaunch& message, std::vector<UniqueFd> fds);
    void onReady(const Handle& command);
    void open(const Handle& command);
    void post(const Handle& command, const wire::ToLaunch& message);
    void fail(const Handle& command, const Error& error);
    void finish(const Handle& command, int status, const std::string& note, const char* reason);
    void forget(const Handle& command);
    Handle find(std::uint64_t id) const;

    EventLoop& m_loop;
    AuditTrail& m_trail;
    bool m_takesTerm;
    UniqueFd m_channel;
    std::uint64_t m_next = 1;
    std::unordered_map<std::uint64_t, Handle> m_commands;
};

} // namespace leadglass::session
