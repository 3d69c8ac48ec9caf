// What the command prints while a question is open is held, and shown afterwards: all of it, in order,
// however the question or the run ends. In process: the test is the person's terminal and the shell.
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QtTest>
#include <array>
#include <csignal>
#include <functional>
#include <regex>

#include "core/session/approval_queue.h"
#include "core/session/terminal.h"
#include "core/session/terminal_asker.h"
#include "tests/support/new_pty.h"

using namespace leadglass;
using namespace leadglass::session;

namespace {

constexpr Nanos kMilli = 1'000'000;
constexpr int kFits = 300;      // lines that the command's terminal holds: it can end meanwhile
constexpr int kBurst = 30000;   // more than it and we hold: it waits

struct Run {
    std::unique_ptr<EventLoop> loop = std::move(EventLoop::create()).value();
    UniqueFd master, slave, go;
    std::unique_ptr<Terminal> terminal;
    std::unique_ptr<ApprovalQueue> queue;
    std::unique_ptr<TerminalAsker> asker;
    pid_t command = -1;
    bool mute = false;              // the terminal answers no query
    std::size_t atOnce = 65536;     // how fast it is
    bool ended = false;             // finish() is done
    bool hungUp = false;
    std::string screen;

    // The command prints "begun", waits to be let go, and then prints `lines` numbered lines.
    // `late`: the terminal is not told that it is there.
    explicit Run(int lines, Nanos hold = 60'000 * kMilli, const std::string& first = "echo begun", bool late = false) {
        master = test::newPty(slave);
        const winsize size{30, 100, 0, 0};
        ::ioctl(master.get(), TIOCSWINSZ, &size);
        std::array<int, 2> ends{};
        if (::pipe(ends.data()) != 0) {
            qFatal("pipe");
        }
        go.reset(ends[1]);
        Terminal::Options options;
        options.in = options.out = options.err = slave.get();
        options.fence = 500 * kMilli;
        terminal = std::move(Terminal::open(*loop, options, [this] { hungUp = true; })).value();
        UniqueFd inner;
        if (!terminal->attach(test::newPty(inner))) {
            qFatal("attach");
        }
        start(inner.get(), ends[0], first + "; read x <&9; seq -f n%.0f 1 " + std::to_string(lines));
        ::close(ends[0]);
        inner.reset();
        if (!terminal->start()) {
            qFatal("start");
        }
        if (!late) {
            terminal->commandStarted();
        }
        (void)loop->add(master.get(), EPOLLIN, [this](std::uint32_t) { read(); });
        ApprovalQueue::Options asking;
        asking.hold = hold;
        queue = std::make_unique<ApprovalQueue>(*loop, systemClock(), asking,
                                                [](const Resolution&) { return Status(); });
        asker = std::make_unique<TerminalAsker>(
            *loop, *terminal, *queue,
            TerminalAsker::Options{"xterm", 0, [] { return std::string("wxyz"); }, true});
    }
    ~Run() {
        ::kill(command, SIGKILL);
        ::waitpid(command, nullptr, 0);
        asker.reset();
        terminal.reset();
    }
    void start(int inner, int wait, const std::string& script) {
        command = ::fork();
        if (command == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            ::setsid();
            ::dup2(wait, 9);
            for (int fd = 0; fd < 3; ++fd) {
                ::dup2(inner, fd);
            }
            ::ioctl(0, TIOCSCTTY, 0);
            ::execl("/bin/sh", "sh", "-c", script.c_str(), static_cast<char*>(nullptr));
            ::_exit(127);
        }
    }
    void read() {
        std::array<char, 65536> buffer;
        const ssize_t size = ::read(master.get(), buffer.data(), std::min(buffer.size(), atOnce));
        if (size <= 0) {
            return;
        }
        screen.append(buffer.data(), static_cast<std::size_t>(size));
        const std::string fence = "\x1b[c";
        const std::size_t from = screen.size() - static_cast<std::size_t>(size);
        for (std::size_t at = screen.find(fence, from > 2 ? from - 2 : 0); !mute && at != std::string::npos;
             at = screen.find(fence, at + 1)) {
            type("\x1b[?62;22c");
        }
    }
    void type(const std::string& keys) const { (void)!::write(master.get(), keys.data(), keys.size()); }
    bool until(const std::function<bool()>& what, int millis = 20000) {
        QElapsedTimer timer;
        timer.start();
        while (!what() && timer.elapsed() < millis) {
            loop->after(5 * kMilli, [this] { loop->stop(); });
            (void)loop->run();
        }
        if (!what()) {
            qWarning() << "screen ends with" << QByteArray::fromStdString(screen).right(500);
        }
        return what();
    }
    [[nodiscard]] bool shows(const std::string& text) const { return screen.find(text) != std::string::npos; }
    bool sees(const std::string& text) {
        return until([&] { return shows(text); });
    }
    void wait(int millis) {
        QElapsedTimer timer;
        timer.start();
        until([&] { return timer.elapsed() >= millis; });
    }
    void raise() const {
        AskRequest request;
        request.flow = 1;
        request.host = "a.example.com";
        request.port = 443;
        request.protocol = "tls";
        request.program = "curl";
        request.scopes = {Scope::Once};
        (void)queue->ask(request);
    }
    // The question is open, and the burst in flight behind it.
    bool ask() {
        if (!sees("begun")) {
            return false;
        }
        raise();
        if (!sees("denies: ")) {
            return false;
        }
        burst();
        return !shows("n1\r\n");
    }
    void burst() {
        (void)!::write(go.get(), "\n", 1);
        wait(300);
    }
    bool exits() {
        return until([&] {
            siginfo_t info{};
            return ::waitid(P_PID, static_cast<id_t>(command), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
                   info.si_pid == command;
        });
    }
    bool finish() {
        queue->endRun();
        terminal->finish([this] { ended = true; });
        return until([this] { return ended; });
    }
    void answer(bool allow) const {
        const Question shown = queue->pending().front();
        (void)queue->answer({shown.id, shown.digest, allow, Scope::Once, {}}, "elsewhere");
    }
    // How many lines came, in order and without a gap from the first on; -1: not so.
    [[nodiscard]] int lines() const {
        static const std::regex line("n(\\d+)\r\n");
        int count = 0;
        for (auto at = std::sregex_iterator(screen.begin(), screen.end(), line); at != std::sregex_iterator(); ++at) {
            if (std::stoi((*at)[1].str()) != ++count) {
                return -1;
            }
        }
        return count;
    }
};

} // namespace

class TestTerminalHold : public QObject {
    Q_OBJECT
private slots:
    void allIsShownHoweverTheQuestionEnds_data() {
        QTest::addColumn<QString>("end");
        QTest::addColumn<int>("lines");
        for (const char* end : {"allowed elsewhere", "denied elsewhere", "the code", "Enter", "Ctrl-C", "expired", "a rule"}) {
            QTest::addRow("%s, the command has ended", end) << end << kFits;
            QTest::addRow("%s, the command waits", end) << end << kBurst;
        }
    }
    void allIsShownHoweverTheQuestionEnds() {
        QFETCH(QString, end);
        QFETCH(int, lines);
        Run run(lines, end == "expired" ? 1500 * kMilli : 60'000 * kMilli);
        QVERIFY(run.ask());
        QVERIFY(lines != kFits || run.exits());
        const winsize larger{40, 120, 0, 0};
        ::ioctl(run.master.get(), TIOCSWINSZ, &larger);
        run.terminal->windowChanged();
        run.wait(50);
        QCOMPARE(run.lines(), 0);
        if (end.endsWith("elsewhere")) {
            run.answer(end.startsWith("allowed"));
        } else if (end == "the code") {
            for (const char* key : {"w", "x", "y", "z"}) {
                run.type(key);
                run.wait(40);
            }
        } else if (end == "a rule") {
            run.queue->reevaluate([](const Question&, const auto&) { return std::optional<bool>(false); });
        } else if (end != "expired") {
            run.type(end == "Enter" ? "\r" : "\x03");
        }
        QVERIFY(run.exits());
        QVERIFY(run.finish());
        QCOMPARE(run.lines(), lines);
        QVERIFY(run.screen.find("n1\r\n") > run.screen.find("denies: "));
    }
    void allIsShownThoughTheRunEndsWhileAQuestionIsOpen() {
        Run run(kFits);
        QVERIFY(run.ask());
        QVERIFY(run.exits());
        QVERIFY(run.finish());
        QCOMPARE(run.lines(), kFits);
    }
    void whatAKilledCommandPrintedIsShown() { // a limit, or a kill
        Run run(kBurst);
        QVERIFY(run.ask());
        ::kill(run.command, SIGKILL);
        QVERIFY(run.exits());
        QVERIFY(run.finish());
        QVERIFY2(run.lines() > 500, std::to_string(run.lines()).c_str());
    }
    void allIsShownThoughTheRunEndsBeforeTheQuestionIsShown_data() {
        QTest::addColumn<bool>("mute");
        QTest::newRow("a terminal that answers") << false;
        QTest::newRow("one that does not") << true;
    }
    void allIsShownThoughTheRunEndsBeforeTheQuestionIsShown() {
        QFETCH(bool, mute);
        Run run(kFits, 60'000 * kMilli, "printf '\\033[?25lbegun\\n'");
        QVERIFY(run.sees("begun"));
        run.mute = true;
        run.raise();
        run.burst();
        QVERIFY(!run.shows("denies: "));
        QVERIFY(run.exits());
        run.mute = mute;
        QVERIFY(run.finish());
        QCOMPARE(run.lines(), kFits);
        // The keyboard flags set aside for the question are taken back.
        const auto count = [&](const std::string& text) {
            int found = 0;
            for (std::size_t at = run.screen.find(text); at != std::string::npos; at = run.screen.find(text, at + 1)) {
                ++found;
            }
            return found;
        };
        QCOMPARE(count("\x1b[<1u"), count("\x1b[>0u"));
    }
    void aSlowTerminalGetsAll() {
        Run run(kBurst);
        run.atOnce = 700;
        QVERIFY(run.ask());
        run.answer(true);
        QVERIFY(run.exits());
        QVERIFY(run.finish());
        QCOMPARE(run.lines(), kBurst);
    }
    // Before the command is in the foreground of its terminal, the kernel would drop the key.
    void anInterruptKeyBeforeTheCommandIsThereIsASignalToUs_data() {
        QTest::addColumn<QByteArray>("keys");
        QTest::addColumn<int>("signal");
        QTest::newRow("Ctrl-C") << QByteArray("gone\x03kept\n") << SIGINT;
        QTest::newRow("Ctrl-backslash") << QByteArray("gone\x1ckept\n") << SIGQUIT;
        QTest::newRow("no such key") << QByteArray("kept\n") << 0;
    }
    void anInterruptKeyBeforeTheCommandIsThereIsASignalToUs() {
        QFETCH(QByteArray, keys);
        QFETCH(int, signal);
        sigset_t both;
        sigset_t before;
        sigemptyset(&both);
        sigaddset(&both, SIGINT);
        sigaddset(&both, SIGQUIT);
        ::pthread_sigmask(SIG_BLOCK, &both, &before);
        Run run(1, 60'000 * kMilli, "echo begun; read word; echo \"<$word>\"", true);
        const bool begun = run.sees("begun");
        run.type(keys.toStdString());
        run.wait(100);
        const bool early = run.shows("<");
        run.terminal->commandStarted();
        const bool kept = run.sees("<kept>");
        const timespec none{};
        const int got = ::sigtimedwait(&both, nullptr, &none);
        ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
        QVERIFY(begun && !early && kept);
        QCOMPARE(got, signal == 0 ? -1 : signal);
        run.burst();
        QVERIFY(run.exits());
        QVERIFY(run.finish());
    }
    void aTerminalThatHangsUpEndsTheRelay_data() {
        QTest::addColumn<bool>("asks");
        QTest::newRow("while a question is open") << true;
        QTest::newRow("in the middle of output") << false;
    }
    void aTerminalThatHangsUpEndsTheRelay() {
        QFETCH(bool, asks);
        Run run(kBurst);
        if (asks) {
            QVERIFY(run.ask());
        } else {
            QVERIFY(run.sees("begun"));
            run.atOnce = 1;
            run.burst();
        }
        run.loop->remove(run.master.get());
        run.master.reset();
        QVERIFY(run.until([&] { return run.hungUp; }));
        QVERIFY(run.exits()); // it is told (EIO), instead of waiting for a reader
        QVERIFY(run.finish());
    }
};

QTEST_APPLESS_MAIN(TestTerminalHold)
#include "test_terminal_hold.moc"
