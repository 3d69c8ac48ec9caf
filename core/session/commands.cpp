#include "core/session/commands.h"

#include <fcntl.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/escape.h"
#include "core/base/log.h"
#include "core/base/sys.h"
#include "core/session/redact_command.h"
#include "core/wire/command_encode.h"

namespace leadglass::session {
namespace {

constexpr int kSignalBase = 128;
constexpr Nanos kMillisecond = 1'000'000;
constexpr const char* kPasteFolder = "/tmp/paste/";

Error spawnerGone() {
    return makeError(Code::Closed, "this run takes no further command: the process inside that starts them was ended or "
                                   "stopped by a command of the run",
                     "start a new run");
}

std::string joined(const std::vector<std::string>& words) {
    std::string line;
    for (const auto& word : words) {
        line += (line.empty() ? "" : " ") + word;
    }
    return line;
}

} // namespace

struct Commands::Command {
    std::uint64_t id = 0;
    std::string asker;
    Tell tell;
    audit::Event row; // of its start
    std::string subject;
    std::string path; // of a paste
    UniqueFd control;
    std::vector<UniqueFd> outer; // for who asked: ends of pipes, then the master
    // The master once more, until SIGHUP has arrived: a shell that finds its terminal gone before it gets the
    // signal ends without telling its jobs.
    UniqueFd hold;
    bool terminal = false;       // the master is still to come
    bool ready = false;
    bool going = false;
    bool left = false;
    bool over = false;
    EventLoop::TimerId timer = 0;
};

// What the command gets as 0, 1, 2.
struct Commands::Streams {
    std::array<UniqueFd, 3> fds;
};

namespace {

// Pipes where there is no terminal; our ends go to `outer`. Where there is one, init puts it there.
Status makeStreams(const std::array<bool, 3>& terminal, std::array<UniqueFd, 3>& inside, std::vector<UniqueFd>& outer) {
    for (std::size_t i = 0; i < inside.size(); ++i) {
        if (terminal.at(i)) {
            inside.at(i) = LG_TRY(sys::open("/dev/null", O_RDWR));
            continue;
        }
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
            return ioError("cannot create a pipe", errno);
        }
        inside.at(i).reset(ends[i == 0 ? 0 : 1]);
        outer.emplace_back(ends[i == 0 ? 1 : 0]);
    }
    return {};
}

} // namespace

Commands::Commands(EventLoop& loop, AuditTrail& trail, bool takesTerm)
    : m_loop(loop), m_trail(trail), m_takesTerm(takesTerm) {}

Commands::~Commands() {
    while (!m_commands.empty()) {
        const Handle command = m_commands.begin()->second;
        forget(command);
    }
}

Commands::Handle Commands::find(std::uint64_t id) const {
    const auto at = m_commands.find(id);
    return at == m_commands.end() ? nullptr : at->second;
}

Result<Commands::Handle> Commands::prepare(const std::string& asker, Tell tell) {
    if (!m_channel) {
        return makeError(Code::Busy, "the run is only starting, or ending", "try again");
    }
    if (m_commands.size() >= kMax) {
        return makeError(Code::Busy, std::to_string(kMax) + " further commands of this run live already",
                         "wait until one of them has ended");
    }
    auto command = std::make_shared<Command>();
    command->id = m_next++;
    command->asker = asker;
    command->tell = std::move(tell);
    return command;
}

Result<std::uint64_t> Commands::execute(const wire::CommandStart& start, const std::string& asker, Tell tell) {
    const Handle command = LG_TRY(prepare(asker, std::move(tell)));
    command->terminal = start.terminal[0] || start.terminal[1] || start.terminal[2];
    const bool term = m_takesTerm && command->terminal && wire::plainTerm(start.term.data(), start.term.size());
    const auto request = LG_TRY(wire::encodeCommandRequest(wire::CommandKind::Execute, start.terminal,
                                                           term ? start.term : std::string(), start.words));
    command->subject = joined(withoutSecrets(start.words));
    command->row.kind = audit::Kind::Exec;
    command->row.detail = nlohmann::json{{"command", command->id}, {"terminal", command->terminal}}.dump();
    Streams inside;
    LG_TRY(makeStreams(start.terminal, inside.fds, command->outer));
    return send(command, request, inside);
}

Result<std::uint64_t> Commands::paste(const wire::PasteStart& start, const std::string& asker, Tell tell) {
    const Handle command = LG_TRY(prepare(asker, std::move(tell)));
    if (start.size > wire::kPasteMaxBytes) {
        return makeError(Code::Invalid, "what is to be pasted is longer than " + std::to_string(wire::kPasteMaxBytes >> 20U) + " MiB",
                         "copy less");
    }
    const std::string name = "paste-" + std::to_string(systemClock().wall() / kMillisecond) + "-" +
                             std::to_string(command->id) + "." + start.extension;
    const auto request = LG_TRY(wire::encodeCommandRequest(wire::CommandKind::Paste, {}, {},
                                                           {name, std::to_string(start.size)}));
    command->path = kPasteFolder + name;
    command->subject = command->path;
    command->row.kind = audit::Kind::Paste;
    command->row.detail = nlohmann::json{{"bytes", start.size}}.dump();
    Streams inside;
    LG_TRY(makeStreams({false, true, true}, inside.fds, command->outer));
    return send(command, request, inside);
}

Result<std::uint64_t> Commands::send(const Handle& command, const std::vector<std::uint8_t>& request,
                                     const Streams& inside) {
    auto pair = LG_TRY(sys::seqpacketPair());
    const auto memory = LG_TRY(sys::sealedMemfd("leadglass-command", request));
    LG_TRY(sys::setNonBlocking(pair.ours.get(), true));
    const std::array<std::uint8_t, 1> tag{static_cast<std::uint8_t>(wire::LaunchTag::Command)};
    const std::array<int, wire::kCommandFds> fds{pair.theirs.get(), memory.get(), inside.fds[0].get(), inside.fds[1].get(),
                                                 inside.fds[2].get()};
    if (Status sent = sys::sendMessage(m_channel.get(), tag, fds); !sent) {
        return sent.error().code == Code::Io ? sent.error() : spawnerGone();
    }
    command->control = std::move(pair.ours);
    command->row.subject = command->subject;
    command->row.process = command->asker;
    const std::weak_ptr<Command> weak = command;
    LG_TRY(m_loop.add(command->control.get(), EPOLLIN, [this, weak](std::uint32_t) {
        if (const Handle still = weak.lock()) {
            onReadable(still);
        }
    }));
    command->timer = m_loop.after(kReadyLimit, [this, weak] {
        if (const Handle still = weak.lock()) {
            fail(still, spawnerGone());
        }
    });
    m_commands.emplace(command->id, command);
    return command->id;
}

void Commands::onReadable(const Handle& command) {
    while (!command->over) {
        auto message = sys::receiveMessage(command->control.get());
        if (!message && message.error().code == Code::Busy) {
            return;
        }
        auto decoded = message ? wire::decodeFromLaunch(message->bytes, message->fds.size())
                               : Result<wire::FromLaunch>(message.error());
        if (decoded) {
            onMessage(command, *decoded, std::move(message->fds));
            continue;
        }
        if (!command->going) {
            fail(command, spawnerGone());
            return;
        }
        // Killed; most often since the run ends just now, which is then the better thing to say.
        m_loop.remove(command->control.get());
        command->control.reset();
        const std::weak_ptr<Command> weak = command;
        command->timer = m_loop.after(500 * kMillisecond, [this, weak] {
            if (const Handle still = weak.lock()) {
                finish(still, kSignalBase + SIGKILL, "", "killed");
            }
        });
        return;
    }
}

void Commands::onMessage(const Handle& command, const wire::FromLaunch& message, std::vector<UniqueFd> fds) {
    if (const auto* failed = std::get_if<wire::LaunchFailed>(&message)) {
        Error error = wire::toError(*failed);
        error.what = (command->path.empty() ? "cannot start the command in the run: " : "cannot paste into the run: ") +
                     forScreen(failed->step) + (failed->detail.empty() ? "" : ": " + forScreen(failed->detail));
        if (failed->step == "process") {
            error.fix = "the run's limit of processes counts this one, too";
        }
        fail(command, error);
    } else if (std::holds_alternative<wire::LaunchTerminal>(message) && command->terminal && !command->ready) {
        command->terminal = false;
        if (auto hold = sys::dup(fds.front().get())) {
            command->hold = std::move(*hold);
        }
        command->outer.push_back(std::move(fds.front()));
    } else if (std::holds_alternative<wire::LaunchReady>(message) && !command->terminal && !command->ready) {
        onReady(command);
    } else if (!command->going) {
        fail(command, makeError(Code::Invalid, "the run answered out of turn"));
    } else if (std::holds_alternative<wire::InitStarted>(message)) {
        command->tell({wire::CommandEvent::Kind::Started, 0, {}, {}, {}}, {});
    } else if (const auto* exec = std::get_if<wire::InitExecFailed>(&message)) {
        const bool missing = exec->sysErrno == ENOENT || exec->sysErrno == ENOTDIR;
        finish(command, missing ? wire::kLaunchExitNotFound : wire::kLaunchExitNotExecutable,
               missing ? "the command is not there, as seen inside the run" : "the command cannot be executed inside the run",
               "not_executed");
    } else if (std::holds_alternative<wire::InitStopped>(message)) {
        command->tell({wire::CommandEvent::Kind::Stopped, 0, {}, {}, {}}, {});
    } else if (const auto* exited = std::get_if<wire::InitExited>(&message)) {
        finish(command, exited->exitStatus(), "", command->left ? "asker_left" : "ended");
    }
}

// Nothing of the command runs before its row is in the history.
void Commands::onReady(const Handle& command) {
    command->ready = true;
    const std::weak_ptr<Command> weak = command;
    m_trail.record(command->row, [this, weak](const Result<std::int64_t>& row) {
        const Handle still = weak.lock();
        if (!still || still->over) {
            return;
        }
        if (row) {
            open(still);
        } else {
            fail(still, row.error());
        }
    });
}

void Commands::open(const Handle& command) {
    m_loop.cancel(command->timer);
    command->going = true;
    if (Status went = sys::sendMessage(command->control.get(), wire::encode(wire::LaunchGo{})); !went) {
        fail(command, spawnerGone());
        return;
    }
    command->tell({wire::CommandEvent::Kind::Opened, 0, command->path, {}, {}}, std::move(command->outer));
    command->outer.clear();
}

void Commands::post(const Handle& command, const wire::ToLaunch& message) {
    if (command && command->going && command->control) {
        if (Status sent = sys::sendMessage(command->control.get(), wire::encode(message)); !sent) {
            log::warning("a command of the run does not take messages: " + sent.error().text());
        }
        const auto* signal = std::get_if<wire::InitSignal>(&message);
        if (signal != nullptr && signal->signal == SIGHUP && command->hold) {
            const std::weak_ptr<Command> weak = command;
            m_loop.after(1000 * kMillisecond, [weak] {
                if (const Handle still = weak.lock()) {
                    still->hold.reset(); // what goes on without a terminal is to find that out
                }
            });
        }
    }
}

void Commands::signal(std::uint64_t id, int number) { post(find(id), wire::InitSignal{number}); }
void Commands::resume(std::uint64_t id) { post(find(id), wire::InitContinue{}); }

void Commands::left(std::uint64_t id) {
    const Handle command = find(id);
    if (!command) {
        return;
    }
    command->left = true;
    command->tell = [](const wire::CommandEvent&, const std::vector<UniqueFd>&) {};
    if (!command->going) {
        forget(command); // nothing of it ran
        return;
    }
    post(command, wire::InitSignal{SIGHUP});
    post(command, wire::InitSignal{SIGCONT}); // one that is stopped gets it as well (tty(4))
}

void Commands::endRun(int status, const std::string& note) {
    m_channel.reset();
    while (!m_commands.empty()) {
        const Handle command = m_commands.begin()->second;
        finish(command, status, note, "run_ended");
    }
}

void Commands::fail(const Handle& command, const Error& error) {
    if (command->going) {
        audit::Event end;
        end.kind = audit::Kind::ExecEnd;
        end.subject = command->subject;
        end.reason = "failed";
        end.detail = nlohmann::json{{"command", command->id}, {"error", forScreen(error.text())}}.dump();
        m_trail.record(std::move(end));
    }
    const Handle kept = command;
    forget(kept);
    kept->tell({wire::CommandEvent::Kind::Ended, 0, {}, {}, error}, {});
}

void Commands::finish(const Handle& command, int status, const std::string& note, const char* reason) {
    if (command->going) {
        audit::Event end;
        end.kind = audit::Kind::ExecEnd;
        end.subject = command->subject;
        end.reason = reason;
        end.detail = nlohmann::json{{"command", command->id}, {"status", status}}.dump();
        m_trail.record(std::move(end));
    }
    const Handle kept = command;
    forget(kept);
    kept->tell({wire::CommandEvent::Kind::Ended, status, {}, note, {}}, {});
}

void Commands::forget(const Handle& command) {
    const Handle kept = command;
    kept->over = true;
    m_loop.cancel(kept->timer);
    if (kept->control) {
        m_loop.remove(kept->control.get());
        kept->control.reset();
    }
    kept->outer.clear();
    kept->hold.reset();
    m_commands.erase(kept->id);
}

} // namespace leadglass::session
