#include "core/session/command_client.h"

#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>

#include "core/base/crash_report.h"
#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/session/signals.h"
#include "core/session/stdio_relay.h"
#include "core/session/terminal.h"

namespace leadglass::session {
namespace {

using Kind = wire::CommandEvent::Kind;

constexpr int kSignalBase = 128;
constexpr int kSetupStatus = 125;

void tell(const std::string& line) { std::fprintf(stderr, "leadglass: %s\n", line.c_str()); }

class CommandClient {
public:
    explicit CommandClient(ControlClient client) : m_client(std::move(client)) {}
    ~CommandClient() {
        crash::setLastAct(nullptr, nullptr);
        m_terminal.reset();
        if (m_loop && m_watching) {
            m_loop->remove(m_client.fd());
        }
    }
    CommandClient(const CommandClient&) = delete;
    CommandClient& operator=(const CommandClient&) = delete;

    Result<int> run(std::vector<std::string> words) {
        m_loop = LG_TRY(EventLoop::create());
        m_signals = LG_TRY(Signals::watch(*m_loop, [this](int signal) { onSignal(signal); }));
        const Terminal::Options options;
        wire::Request request;
        request.method = wire::Method::Exec;
        request.command.words = std::move(words);
        if (Terminal::wanted(options)) {
            m_terminal = LG_TRY(Terminal::open(*m_loop, options, [this] { onSignal(SIGHUP); }));
            crash::setLastAct([](void* terminal) { static_cast<Terminal*>(terminal)->restoreNow(); }, m_terminal.get());
            for (int fd = 0; fd < 3; ++fd) {
                request.command.terminal.at(static_cast<std::size_t>(fd)) = m_terminal->isTerminal(fd);
            }
            const char* term = std::getenv("TERM");
            request.command.term = term != nullptr && std::string_view(term).size() <= 64 ? term : "";
        }
        (void)LG_TRY(m_client.call(std::move(request)));
        LG_TRY(m_loop->add(m_client.fd(), EPOLLIN, [this](std::uint32_t) { onReadable(); }));
        m_watching = true;
        m_loop->defer([this] { onReadable(); }); // what came with the reply
        LG_TRY(m_loop->run());
        if (!m_result) {
            return makeError(Code::Io, "the command ended without a result");
        }
        crash::setLastAct(nullptr, nullptr);
        m_terminal.reset(); // the screen is the person's again
        if (m_result->ok() && !m_note.empty()) {
            tell(m_note);
        }
        const std::string lost = m_relay ? m_relay->problem() : std::string();
        if (!lost.empty()) {
            tell(lost);
            return m_result->ok() && **m_result == 0 ? Result<int>(kSetupStatus) : std::move(*m_result);
        }
        return std::move(*m_result);
    }

private:
    void onReadable() {
        while (!m_result) {
            auto event = m_client.nextCommandEvent();
            if (event) {
                onEvent(*event);
            } else if (event.error().code == Code::Busy) {
                return;
            } else if (m_opened) {
                m_note = "the run has ended, and this command with it";
                end(kSignalBase + SIGKILL);
            } else {
                end(event.error());
            }
        }
    }

    void onEvent(const wire::CommandEvent& event) {
        switch (event.kind) {
            case Kind::Opened: {
                if (Status opened = open(); !opened) {
                    end(opened.error());
                }
                break;
            }
            case Kind::Started:
                m_started = true;
                if (m_terminal) {
                    m_terminal->commandStarted();
                }
                break;
            case Kind::Stopped:
                if (m_terminal) {
                    m_terminal->commandStopped([this] { post(wire::Method::ExecContinue, 0); });
                }
                break;
            case Kind::Ended:
                m_note = event.note;
                end(event.error ? Result<int>(*event.error) : Result<int>(event.status));
                break;
        }
    }

    Status open() {
        auto fds = m_client.takeDescriptors();
        std::size_t at = 0;
        m_relay = std::make_unique<StdioRelay>(*m_loop);
        for (int fd = 0; fd < 3; ++fd) {
            if (m_terminal && m_terminal->isTerminal(fd)) {
                continue;
            }
            if (at >= fds.size()) {
                return makeError(Code::Invalid, "the run opened too few streams");
            }
            LG_TRY(m_relay->add(fd, fd, std::move(fds[at++])));
        }
        if (fds.size() != at + (m_terminal ? 1 : 0)) {
            return makeError(Code::Invalid, "the run opened other streams than were asked for");
        }
        m_opened = true;
        if (m_terminal) {
            LG_TRY(m_terminal->attach(std::move(fds[at])));
            LG_TRY(m_terminal->start());
        }
        return m_relay->start();
    }

    void post(wire::Method method, int signal) {
        wire::Request request;
        request.method = method;
        request.signal = signal;
        (void)m_client.post(std::move(request)); // a run that is gone is told by its end of file
    }

    void onSignal(int signal) {
        if (signal == SIGWINCH || signal == SIGCONT) {
            if (m_terminal && m_opened) {
                signal == SIGWINCH ? m_terminal->windowChanged() : m_terminal->continued();
            }
            return;
        }
        if (m_terminal && m_started && (signal == SIGINT || signal == SIGQUIT || signal == SIGTSTP)) {
            m_terminal->signalled(signal);
        } else if (signal == SIGTSTP) {
            ::raise(SIGSTOP); // without a terminal the inside is not stopped: it has no job control
        } else if (m_opened) {
            post(wire::Method::ExecSignal, signal);
        } else if (signal != SIGUSR1 && signal != SIGUSR2 && signal != SIGALRM) {
            end(kSignalBase + signal); // the run forgets what nobody waits for
        }
    }

    // What was printed comes out first.
    void end(Result<int> result) {
        if (m_result) {
            return;
        }
        m_result = std::move(result);
        m_outputsLeft = 1 + (m_relay ? 1 : 0) + (m_terminal && m_opened ? 1 : 0);
        const auto one = [this] {
            if (--m_outputsLeft == 0) {
                m_loop->stop();
            }
        };
        if (m_relay) {
            m_relay->finish(one);
        }
        if (m_terminal && m_opened) {
            m_terminal->finish(one);
        }
        m_loop->defer(one);
    }

    ControlClient m_client;
    std::unique_ptr<EventLoop> m_loop;
    std::unique_ptr<Signals> m_signals;
    std::unique_ptr<Terminal> m_terminal;
    std::unique_ptr<StdioRelay> m_relay;
    std::optional<Result<int>> m_result;
    std::string m_note;
    int m_outputsLeft = 0;
    bool m_watching = false;
    bool m_opened = false;
    bool m_started = false;
};

// The next event, waited for.
Result<wire::CommandEvent> awaitEvent(ControlClient& client) {
    constexpr int kLimit = 30'000;
    for (;;) {
        auto event = client.nextCommandEvent();
        if (event || event.error().code != Code::Busy) {
            return event;
        }
        pollfd p{client.fd(), POLLIN, 0};
        if (::poll(&p, 1, kLimit) == 0) {
            return makeError(Code::Busy, "the run does not answer");
        }
    }
}

} // namespace

Result<int> runCommandIn(ControlClient client, std::vector<std::string> command) {
    std::size_t bytes = 0;
    for (const auto& word : command) {
        bytes += word.size() + 1;
    }
    if (bytes > wire::kMaxCommandBytes || command.size() > wire::kMaxCommandWords) {
        return makeError(Code::Invalid, "the command is longer than " + std::to_string(wire::kMaxCommandBytes / 1024) +
                                            " KiB or " + std::to_string(wire::kMaxCommandWords) + " words",
                         "put it into a script in the project");
    }
    CommandClient running(std::move(client));
    return running.run(std::move(command));
}

Result<std::string> pasteInto(ControlClient client, const std::string& extension, const std::string& content) {
    wire::Request request;
    request.method = wire::Method::Paste;
    request.paste.extension = extension;
    request.paste.size = content.size();
    (void)LG_TRY(client.call(std::move(request)));
    std::string path;
    for (;;) {
        const auto event = LG_TRY(awaitEvent(client));
        if (event.error) {
            return *event.error;
        }
        if (event.kind == Kind::Opened) {
            path = event.path;
            auto fds = client.takeDescriptors();
            if (fds.empty()) {
                return makeError(Code::Invalid, "the run opened no stream");
            }
            ::signal(SIGPIPE, SIG_IGN);
            if (Status written = sys::writeAll(fds.front().get(), content); !written && written.error().sysErrno != EPIPE) {
                return written.error();
            }
        } else if (event.kind == Kind::Ended) {
            return event.status == 0 && !path.empty()
                       ? Result<std::string>(path)
                       : Result<std::string>(makeError(Code::Io, "what was pasted did not arrive in the run", event.note));
        }
    }
}

} // namespace leadglass::session
