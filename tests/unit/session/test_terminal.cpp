// A real session: an outer pty whose emulator answers every query; on it a small shell with job
// control; in that a supervisor with Terminal; in that a stand-in for init that runs `sh`.
#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <QtTest>
#include <array>
#include <csignal>
#include <regex>

#include "core/session/approval_queue.h"
#include "core/session/signals.h"
#include "core/session/terminal.h"
#include "core/session/terminal_asker.h"
#include "tests/support/new_pty.h"

using namespace leadglass;
using namespace leadglass::session;

namespace {

constexpr Nanos kMilli = 1'000'000;

// The stand-in for init: session leader on the inner terminal, its child in a group of its own, so
// that Ctrl-Z can stop it. Says 'S' when it stops; takes 'C' to continue it.
[[noreturn]] void runInit(int slave, int pipe, const std::string& script) {
    ::setsid();
    ::ioctl(slave, TIOCSCTTY, 0);
    for (int i = 0; i < 3; ++i) {
        ::dup2(slave, i);
    }
    ::signal(SIGTTOU, SIG_IGN);
    const pid_t child = ::fork();
    if (child == 0) {
        ::setpgid(0, 0);
        ::tcsetpgrp(0, ::getpid());
        for (int s = 1; s < NSIG; ++s) {
            ::signal(s, SIG_DFL);
        }
        ::execl("/bin/sh", "sh", "-c", script.c_str(), static_cast<char*>(nullptr));
        ::_exit(127);
    }
    for (;;) {
        int status = 0;
        if (::waitpid(child, &status, WUNTRACED) < 0) {
            ::_exit(126);
        }
        if (!WIFSTOPPED(status)) {
            ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
        }
        char c = 'S';
        if (::write(pipe, &c, 1) != 1 || ::read(pipe, &c, 1) != 1) {
            ::_exit(126);
        }
        ::tcsetpgrp(0, child);
        ::kill(-child, SIGCONT);
    }
}


[[noreturn]] void runSupervisor(const std::string& script, const std::string& code) {
    auto loop = std::move(EventLoop::create()).value();
    auto opened = Terminal::open(*loop, {}, [&] { loop->stop(); });
    if (!opened) {
        ::_exit(125);
    }
    auto& terminal = **opened;
    UniqueFd slave;
    if (!terminal.attach(test::newPty(slave))) {
        ::_exit(125);
    }
    auto watched = Signals::watch(*loop, [&](int s) {
        if (s == SIGWINCH) terminal.windowChanged();
        else if (s == SIGCONT) terminal.continued();
        else if (s == SIGTERM) loop->stop();
    });
    if (!watched || !terminal.start()) {
        ::_exit(125);
    }
    terminal.commandStarted();
    std::array<int, 2> pair{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()) != 0) {
        ::_exit(125);
    }
    const pid_t init = ::fork();
    if (init == 0) {
        sigset_t none;
        sigemptyset(&none);
        ::sigprocmask(SIG_SETMASK, &none, nullptr);
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        runInit(slave.get(), pair[1], script);
    }
    ::close(pair[1]);
    slave.reset();
    int status = 0;
    static_cast<void>(loop->add(pair[0], EPOLLIN, [&](std::uint32_t) {
        char c = 0;
        if (::read(pair[0], &c, 1) == 1) {
            terminal.commandStopped([&] {
                const char go = 'C';
                static_cast<void>(!::write(pair[0], &go, 1));
            });
            return;
        }
        loop->remove(pair[0]);
        ::waitpid(init, &status, 0);
        terminal.finish([&] { loop->stop(); });
    }));
    ApprovalQueue queue(*loop, systemClock(), {}, [](const Resolution& r) {
        const std::string line = r.allow ? "ANSWER-ALLOW\r\n" : "ANSWER-DENY\r\n";
        static_cast<void>(!::write(1, line.data(), line.size()));
        return Status();
    });
    std::unique_ptr<TerminalAsker> asker;
    if (!code.empty()) {
        asker = std::make_unique<TerminalAsker>(*loop, terminal, queue, TerminalAsker::Options{"xterm", 800 * kMilli, [&] { return code; }});
        loop->after(300 * kMilli, [&] {
            AskRequest r;
            r.flow = 1;
            r.host = "a.example.com";
            r.port = 443;
            r.protocol = "tls";
            r.program = "curl";
            r.scopes = {Scope::Once};
            queue.ask(r);
        });
    }
    static_cast<void>(loop->run());
    asker.reset();
    terminal.restoreNow();
    ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 100);
}

// The shell and everything below it; the test's process is the terminal.
struct Session {
    UniqueFd master, slave, events;
    termios before{};
    pid_t shell = -1;
    std::string screen; // everything the terminal was sent
    std::string pending;
    std::string said;   // what the shell reported: "stopped-cooked;" "exit 0;"

    explicit Session(const std::string& script, const std::string& code = {}) {
        master = test::newPty(slave);
        resize(30, 100);
        ::tcgetattr(slave.get(), &before);
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
            qFatal("pipe");
        }
        events.reset(ends[0]);
        shell = ::fork();
        if (shell == 0) {
            runShell(ends[1], script, code);
        }
        ::close(ends[1]);
    }
    ~Session() {
        if (shell > 0) {
            ::kill(shell, SIGKILL);
            ::waitpid(shell, nullptr, 0);
        }
    }
    [[noreturn]] void runShell(int report, const std::string& script, const std::string& code) {
        ::setsid();
        ::ioctl(slave.get(), TIOCSCTTY, 0);
        for (int i = 0; i < 3; ++i) {
            ::dup2(slave.get(), i);
        }
        ::signal(SIGTTOU, SIG_IGN);
        const pid_t job = ::fork();
        if (job == 0) {
            ::setpgid(0, 0);
            ::tcsetpgrp(0, ::getpid());
            ::signal(SIGTTOU, SIG_DFL);
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            runSupervisor(script, code);
        }
        for (;;) {
            int status = 0;
            ::waitpid(job, &status, WUNTRACED);
            termios now{};
            ::tcgetattr(0, &now);
            std::string line = (now.c_lflag & ICANON) != 0 ? "-cooked;" : "-raw;";
            line = (WIFSTOPPED(status) ? "stopped" : "exit " + std::to_string(WIFEXITED(status) ? WEXITSTATUS(status) : 200)) + line;
            static_cast<void>(!::write(report, line.data(), line.size()));
            if (!WIFSTOPPED(status)) {
                for (;;) {
                    ::pause(); // keeps the terminal open, as a shell does
                }
            }
            ::usleep(100000);
            ::tcsetpgrp(0, job);
            ::kill(-job, SIGCONT);
        }
    }
    void resize(unsigned short rows, unsigned short columns) const {
        const winsize size{rows, columns, 0, 0};
        ::ioctl(master.get(), TIOCSWINSZ, &size);
    }
    void type(const std::string& keys) const { static_cast<void>(!::write(master.get(), keys.data(), keys.size())); }

    // Answers every query there is, also those that the filter must keep from it.
    void answer() {
        static const std::array<std::pair<std::regex, std::string>, 11> queries{{
            {std::regex("\x1b\\[>0?c"), "\x1b[>41;330;0c"},
            {std::regex("\x1b\\[5n"), "\x1b[0n"},
            {std::regex("\x1b\\[\\?6n"), "\x1b[?5;5R"},
            {std::regex("\x1b\\[\\?2026\\$p"), "\x1b[?2026;2$y"},
            {std::regex("\x1b\\[0?c"), "\x1b[?62;22c"},
            {std::regex("\x1b\\[6n"), "\x1b[5;5R"},
            {std::regex("\x1b\\[\\?u"), "\x1b[?0u"},
            {std::regex("\x1b\\]52;c;\\?"), "\x1b]52;c;CLIPBOARD\x07"},
            {std::regex("\x1b\\[21t"), "\x1b]lTITLE\x1b\\"},
            {std::regex("\x1bP\\$q"), "\x1bP1$rDECRQSS\x1b\\"},
            {std::regex("\x05"), "ANSWERBACK"}}};
        for (bool any = true; any;) { // in the order they came, as terminals do
            any = false;
            std::smatch first;
            std::string answer;
            for (const auto& [query, reply] : queries) {
                std::smatch match;
                if (std::regex_search(pending, match, query) && (!any || match.position() < first.position())) {
                    any = true;
                    first = match;
                    answer = reply;
                }
            }
            if (any) {
                pending.erase(0, static_cast<std::size_t>(first.position() + first.length()));
                type(answer);
            }
        }
        if (pending.size() > 64) {
            pending.erase(0, pending.size() - 16);
        }
    }
    void turn() {
        pollfd p[2] = {{master.get(), POLLIN, 0}, {events.get(), POLLIN, 0}};
        ::poll(p, 2, 10);
        std::array<char, 4096> buffer;
        ssize_t size = ::read(master.get(), buffer.data(), buffer.size());
        if (size > 0) {
            screen.append(buffer.data(), static_cast<std::size_t>(size));
            pending.append(buffer.data(), static_cast<std::size_t>(size));
            answer();
        }
        size = ::read(events.get(), buffer.data(), buffer.size());
        if (size > 0) {
            said.append(buffer.data(), static_cast<std::size_t>(size));
        }
    }
    template <class F> bool until(F what, int millis = 6000) {
        QElapsedTimer timer;
        timer.start();
        while (!what()) {
            if (timer.elapsed() > millis) {
                qWarning() << "screen:" << QByteArray::fromStdString(screen) << "said:" << said.c_str();
                return false;
            }
            turn();
        }
        return true;
    }
    bool sees(const std::string& text, int millis = 6000) {
        return until([&] { return screen.find(text) != std::string::npos; }, millis);
    }
    bool hears(const std::string& text) {
        return until([&] { return said.find(text) != std::string::npos; });
    }
    // What a shell would now read as typed.
    [[nodiscard]] int left() {
        for (int i = 0; i < 20; ++i) {
            turn();
        }
        int count = 0;
        termios raw = before;
        raw.c_lflag &= ~static_cast<tcflag_t>(ICANON);
        ::tcsetattr(slave.get(), TCSANOW, &raw);
        ::ioctl(slave.get(), FIONREAD, &count);
        return count;
    }
    [[nodiscard]] bool modesAsBefore() const {
        termios now{};
        ::tcgetattr(slave.get(), &now);
        return now.c_lflag == before.c_lflag && now.c_iflag == before.c_iflag && now.c_oflag == before.c_oflag;
    }
};

} // namespace

class TestTerminal : public QObject {
    Q_OBJECT
private slots:
    void sizeAndResizeReachTheCommand() {
        Session s("trap 'stty size' WINCH; stty size; while :; do sleep 0.02; done");
        QVERIFY(s.sees("30 100"));
        s.screen.clear();
        s.resize(40, 120);
        QVERIFY(s.sees("40 120", 600));
        s.type("\x03");
        QVERIFY(s.hears("exit 130-cooked;"));
    }
    void interruptReachesTheCommandAndModesComeBack() {
        Session s("echo ready; exec sleep 100");
        QVERIFY(s.sees("ready"));
        s.type("\x03");
        QVERIFY(s.hears("exit 130-cooked;"));
        QVERIFY(s.modesAsBefore());
    }
    void stopAndContinue() {
        // The key must not come between the shell's vfork and exec, which waits for the stopped child.
        Session s("printf '\\033[?25l'; sh -c 'echo ready; exec sleep 100'; echo after $?");
        QVERIFY(s.sees("ready"));
        s.type("\x1a");
        QVERIFY(s.hears("stopped-cooked;"));
        QVERIFY(s.until([&] { // raw again once continued
            termios now{};
            ::tcgetattr(s.slave.get(), &now);
            return (now.c_lflag & ICANON) == 0;
        }));
        QVERIFY(s.screen.find("\x1b[?25h") != std::string::npos);
        s.type("\x03");
        QVERIFY(s.hears("exit 130-cooked;"));
    }
    void keysAndEofReachTheCommand() {
        Session s("read line; echo got:$line; cat >/dev/null; echo eof");
        QTest::qWait(200);
        s.type("hello\r");
        QVERIFY(s.sees("got:hello"));
        s.type("\x04");
        QVERIFY(s.sees("eof"));
        QVERIFY(s.hears("exit 0-cooked;"));
    }
    void nothingTheInsideAskedForReachesTheShell() {
        Session s("printf '\\033[c\\033[c\\033[6n\\033[5n\\033[?6n\\033[>c\\033[?2026$p\\033[?u\\033]52;c;?\\007\\033[21t\\033P$qm\\033\\\\\\005\\033[c'; exit 3");
        QVERIFY(s.hears("exit 3-cooked;"));
        QCOMPARE(s.left(), 0);
        QVERIFY(s.screen.find("]52") == std::string::npos);
        QVERIFY(s.screen.find("[21t") == std::string::npos);
        QVERIFY(s.screen.find('\x05') == std::string::npos);
    }
    void whatTheInsideSwitchedOnIsSwitchedOff_data() {
        QTest::addColumn<QString>("end");
        QTest::newRow("normal exit") << "exit 0";
        QTest::newRow("killed") << "kill -9 $$";
        QTest::newRow("everything inside killed") << "kill -9 $PPID";
    }
    void whatTheInsideSwitchedOnIsSwitchedOff() {
        QFETCH(QString, end);
        Session s("stty raw -echo; printf '\\033[?1049h\\033[?25l\\033[?1003;1006h\\033[?2004h\\033[>1u'; sleep 0.2; " + end.toStdString());
        QVERIFY(s.until([&] { return s.said.find("-cooked;") != std::string::npos; }));
        for (const char* part : {"\x1b[?1049l", "\x1b[?25h", "\x1b[?1003l", "\x1b[?1006l", "\x1b[?2004l", "\x1b[<1u"}) {
            QVERIFY2(s.screen.rfind(part) != std::string::npos, part);
        }
        QVERIFY(s.modesAsBefore());
    }
    void allOutputArrives() {
        Session s("i=0; while [ $i -lt 20000 ]; do echo line$i; i=$((i+1)); done; echo the-end");
        QVERIFY(s.sees("the-end", 20000));
        for (int i : {0, 1, 777, 19999}) {
            QVERIFY(s.screen.find("line" + std::to_string(i) + "\r\n") != std::string::npos);
        }
        QVERIFY(s.hears("exit 0-cooked;"));
    }
    void aQuestionIsAnsweredByItsCodeOnly() {
        Session s("sleep 100", "wxyz");
        QVERIFY(s.sees("connect to"));
        QVERIFY(s.sees("to allow once"));
        s.type("w"); // too early
        QTest::qWait(900);
        s.type("wxyz"); // a paste
        QTest::qWait(100);
        QVERIFY(!s.until([&] { return s.screen.find("ANSWER") != std::string::npos; }, 300));
        for (const char c : {'w', 'x', 'y', 'z'}) {
            s.type(std::string(1, c));
            s.until([n = 0]() mutable { return ++n > 8; });
            QTest::qWait(60);
        }
        QVERIFY(s.sees("ANSWER-ALLOW"));
        QTest::qWait(200);
        s.type("\x03");
        QVERIFY(s.hears("exit 130-cooked;"));
    }
    void enterDeniesAQuestion() {
        Session s("sleep 100", "wxyz");
        QVERIFY(s.sees("to allow once"));
        QTest::qWait(900);
        s.type("\r");
        QVERIFY(s.sees("ANSWER-DENY"));
    }
    void theInsideCannotAnswerAQuestion() {
        // It provokes replies all the time; none may count as a key.
        Session s("while :; do printf '\\033[c\\033[6nwxyz'; sleep 0.01; done", "wxyz");
        QVERIFY(s.sees("to allow once"));
        QVERIFY(!s.until([&] { return s.screen.find("ANSWER") != std::string::npos; }, 1500));
    }
    void tooDumbOrSmallATerminalIsSaid() {
        QVERIFY(!TerminalAsker::usable("dumb", {30, 100}));
        QVERIFY(!TerminalAsker::usable("", {30, 100}));
        QVERIFY(!TerminalAsker::usable("xterm", {7, 100}));
        QVERIFY(!TerminalAsker::usable("xterm", {30, 39}));
        QVERIFY(TerminalAsker::usable("xterm", {8, 40}));
    }
};

QTEST_APPLESS_MAIN(TestTerminal)
#include "test_terminal.moc"
