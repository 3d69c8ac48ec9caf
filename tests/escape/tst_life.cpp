// How a run begins, goes on and ends, and that nothing of it outlives any of its parts.
#include <QtTest/QtTest>

#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <thread>

#include "tests/escape/both_users.h"
#include "tests/support/launch_harness.h"

using namespace leadglass;
using namespace std::chrono_literals;
using test::LaunchHarness;

namespace {

sandbox::Plan shell(const LaunchHarness& harness, const std::string& script) {
    auto plan = harness.plan();
    plan.command = {"/usr/bin/bash", "-c", script};
    return plan;
}

sandbox::Plan probe(const LaunchHarness& harness, const std::vector<std::string>& arguments) {
    auto plan = harness.plan();
    plan.mounts.push_back(LaunchHarness::bind(LEADGLASS_ESCAPE_PROBE, "/opt/probe", false));
    plan.landlock.push_back({.path = "/opt"});
    plan.command = {"/opt/probe"};
    plan.command.insert(plan.command.end(), arguments.begin(), arguments.end());
    return plan;
}

// Does `what` when the agent has written `text`, once.
void once(LaunchHarness& harness, const std::string& text, const std::function<void()>& what) {
    harness.onOutput = [text, what, done = false](const std::string& out, bool) mutable {
        if (!done && out.find(text) != std::string::npos) {
            done = true;
            what();
        }
    };
}

constexpr int kDeepest = 3;

// The harness is the caller's, so that its folder goes when this process is killed.
// `children`: processes the agent starts beside its own; their end is not the run's.
pid_t supervise(LaunchHarness& harness, const char* children) {
    const pid_t supervisor = fork();
    if (supervisor == 0) {
        (void)harness.run(probe(harness, {"sleep", "100", children}));
        _exit(0);
    }
    return supervisor;
}

// A child of launch itself that is not the first of a process namespace.
bool isMappingChild(pid_t supervisor, pid_t pid) {
    const auto below = test::descendants(supervisor);
    std::ifstream status("/proc/" + std::to_string(pid) + "/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("NSpid:")) {
            return !below.empty() && below.front().first != pid && std::count(line.begin(), line.end(), '\t') == 1;
        }
    }
    return false;
}

// The second process inside: once the first command runs, only `leadglass exec` needs it, and the agent can end
// it, too, with any `kill -9 -1`.
bool isSpawner(pid_t pid) {
    std::ifstream status("/proc/" + std::to_string(pid) + "/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("NSpid:")) {
            return std::count(line.begin(), line.end(), '\t') > 2 && line.ends_with("\t2");
        }
    }
    return false;
}

bool agentRuns(pid_t supervisor) {
    const auto below = test::descendants(supervisor);
    return std::any_of(below.begin(), below.end(), [](const auto& p) { return p.second == "probe"; });
}

std::string survivors() {
    std::string text = "left:";
    for (const auto& [pid, name] : test::descendants(getpid())) {
        text += " " + std::to_string(pid) + " " + name;
    }
    return text;
}

} // namespace

class LifeTest : public QObject {
    Q_OBJECT

    // Kills `target`, one of `below` or the supervisor itself. All that descends from this test, the
    // supervisor too, must be gone soon. Only a child that has done its work already (a mapping
    // child of real root's, one that has ended, the spawner) may be killed without an end: then the run starts.
    static void endsWith(pid_t supervisor, pid_t target) {
        const bool passing = target != supervisor && (isMappingChild(supervisor, target) || isSpawner(target));
        const bool missed = kill(target, SIGKILL) != 0;
        bool gone = false;
        bool started = false;
        for (const auto end = std::chrono::steady_clock::now() + 60s;
             !gone && !started && std::chrono::steady_clock::now() < end;) {
            gone = test::allDescendantsEnd(100ms);
            started = (passing || missed) && agentRuns(supervisor);
        }
        const std::string note = "killed " + std::to_string(target) + "; " + survivors();
        if (!gone) {
            (void)kill(supervisor, SIGKILL);
        }
        const bool goneThen = test::allDescendantsEnd(60s);
        QVERIFY2(gone || started, note.c_str());
        QVERIFY2(goneThen, survivors().c_str());
    }

private slots:
    void initTestCase() { test::becomeSubreaper(); }

    void exitStatusIsTheAgents_data() {
        QTest::addColumn<QString>("script");
        QTest::addColumn<int>("status");
        QTest::newRow("0") << "true" << 0;
        QTest::newRow("7") << "exit 7" << 7;
        QTest::newRow("255") << "exit 255" << 255;
        QTest::newRow("killed by TERM") << "kill -TERM $$" << 143;
        QTest::newRow("killed by KILL") << "kill -KILL $$" << 137;
        QTest::newRow("a segmentation fault") << "kill -SEGV $$" << 139;
    }
    void exitStatusIsTheAgents() {
        QFETCH(QString, script);
        QFETCH(int, status);
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        const auto outcome = harness.run(shell(harness, script.toStdString()));
        QVERIFY2(outcome.started && outcome.exited.has_value(), outcome.describe().c_str());
        QCOMPARE(outcome.exited->exitStatus(), status);
        QCOMPARE(outcome.status, status);
    }

    void aCommandThatCannotBeExecutedSaysWhy() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        auto plan = harness.plan();
        plan.command = {"/usr/bin/no-such-program"};
        auto outcome = harness.run(plan);
        QVERIFY2(outcome.execErrno == ENOENT, outcome.describe().c_str());
        QCOMPARE(outcome.status, 127);
        QVERIFY(!outcome.started);
        LaunchHarness other(LEADGLASS_BIN_DIR);
        plan = other.plan();
        plan.command = {"/etc/passwd"};
        outcome = other.run(plan);
        QVERIFY2(outcome.execErrno == EACCES, outcome.describe().c_str());
        QCOMPARE(outcome.status, 126);
    }

    void aWorkingDirectoryThatIsMissingIsASetupFailure() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        auto plan = shell(harness, "true");
        plan.workingDir = "/no/such/place";
        const auto outcome = harness.run(plan);
        QVERIFY2(outcome.failed.has_value(), outcome.describe().c_str());
        QCOMPARE(outcome.failed->step, std::string("working directory"));
        QCOMPARE(outcome.status, 125);
    }

    void aBackgroundChildDoesNotKeepTheRun() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        const auto begin = std::chrono::steady_clock::now();
        const auto outcome = harness.run(shell(harness, "setsid sleep 100 & sleep 100 & echo done"));
        QCOMPARE(outcome.out, std::string("done\n"));
        QVERIFY(std::chrono::steady_clock::now() - begin < 20s);
        QVERIFY(test::allDescendantsEnd(5s));
    }

    void pipesAreBinarySafeAndHalfClose() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        harness.input = std::string("a\0b\xff\n", 5);
        auto plan = harness.plan();
        plan.command = {"/usr/bin/cat"};
        const auto outcome = harness.run(plan);
        QCOMPARE(outcome.out, harness.input);
    }

    void aClosedOutputIsSeenBeforeTheEnd() {
        // If anything but the agent held the pipe, the end of file would come with the exit only.
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        harness.onOutput = [&](const std::string&, bool open) {
            if (!open) {
                (void)harness.send(wire::InitSignal{SIGTERM});
            }
        };
        const auto outcome = harness.run(shell(
            harness, "trap 'exit 3' TERM; exec >&- 2>&-; for i in {1..200}; do sleep 0.02; done; exit 4"));
        QCOMPARE(outcome.status, 3);
    }

    void signalsReachTheAgentsGroup() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        once(harness, "ready", [&] { (void)harness.send(wire::InitSignal{SIGTERM}); });
        const auto outcome = harness.run(
            shell(harness, "trap 'echo term; exit 9' TERM; echo ready; while :; do sleep 0.02; done"));
        QCOMPARE(outcome.out, std::string("ready\nterm\n"));
        QCOMPARE(outcome.status, 9);
    }

    void stopAndContinueAreTold() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        int stopped = 0;
        bool continued = false;
        harness.onMessage = [&](const wire::FromLaunch& message) {
            if (const auto* stop = std::get_if<wire::InitStopped>(&message)) {
                stopped = stop->signal;
                (void)harness.send(wire::InitContinue{});
            } else if (std::holds_alternative<wire::InitContinued>(message)) {
                continued = true;
                (void)harness.send(wire::InitSignal{SIGTERM});
            }
        };
        const auto outcome = harness.run(shell(
            harness, "trap 'echo back; exit 0' TERM; kill -STOP $$; while :; do sleep 0.02; done"));
        QCOMPARE(stopped, SIGSTOP);
        QVERIFY(continued);
        QCOMPARE(outcome.out, std::string("back\n"));
    }

    void theTerminalIsTheAgents() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        auto plan = shell(harness, "trap 'echo interrupted; exit 4' INT; exec 3</dev/tty; "
                                   "test -t 0 && echo terminal; [ $(ps -o tpgid= $$) = $$ ] && echo front; "
                                   "echo ready; while :; do sleep 0.02; done");
        plan.terminal = {true, true, true};
        once(harness, "ready", [&] { harness.type('\x03'); }); // Ctrl-C
        const auto outcome = harness.run(plan);
        QVERIFY2(outcome.status == 4, outcome.describe().c_str());
        for (const char* said : {"terminal", "front", "interrupted"}) {
            QVERIFY2(outcome.out.find(said) != std::string::npos, outcome.describe().c_str());
        }
    }

    void ctrlZStopsTheAgent() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        auto plan = shell(harness, "trap 'exit 6' TERM; echo ready; while :; do sleep 0.02; done");
        plan.terminal = {true, true, true};
        int stopped = 0;
        once(harness, "ready", [&] { harness.type('\x1a'); }); // Ctrl-Z
        harness.onMessage = [&](const wire::FromLaunch& message) {
            if (const auto* stop = std::get_if<wire::InitStopped>(&message)) {
                stopped = stop->signal;
                (void)harness.send(wire::InitContinue{});
                (void)harness.send(wire::InitSignal{SIGTERM});
            }
        };
        const auto outcome = harness.run(plan);
        QCOMPARE(stopped, SIGTSTP);
        QCOMPARE(outcome.status, 6);
    }

    void processLimitCountsThisRunOnly() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        auto plan = probe(harness, {"fork", "100"});
        constexpr int kLimit = 40; // below what this user runs outside, or nothing would be shown
        plan.rlimits = {{RLIMIT_NPROC, kLimit}};
        const auto outcome = harness.run(plan);
        QVERIFY2(outcome.out.find("failed=EAGAIN\n") != std::string::npos, outcome.describe().c_str());
        const int made = QString::fromStdString(outcome.out).section('\n', 0, 0).section('=', 1).toInt();
        QVERIFY2(made > kLimit / 2 && made < kLimit, outcome.describe().c_str());
    }

    void aForkBombEndsWithTheMainChild() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        auto plan = probe(harness, {"bomb"});
        plan.rlimits = {{RLIMIT_NPROC, 300}};
        const auto outcome = harness.run(plan);
        QVERIFY2(outcome.exited && outcome.status == 5, outcome.describe().c_str());
        QVERIFY2(test::allDescendantsEnd(60s), survivors().c_str());
    }

    void nobodyInsideEndsTheFirstProcess_data() {
        QTest::addColumn<QString>("script");
        QTest::addColumn<int>("status");
        QTest::newRow("everybody, but the shell itself")
            << "setsid sleep 100 & sleep 100 & kill -9 -1; echo still; exit 5" << 5;
        QTest::newRow("everybody") << "sleep 100 & /usr/bin/kill -9 -1; echo gone" << 137;
        QTest::newRow("init, with every signal")
            << "for s in {1..64}; do kill -$s 1; done 2>/dev/null; sleep 0.1; "
               "ps -o stat= -p 1 | grep -q '^S' && echo still; exit 5" << 5;
        QTest::newRow("init, by pretended ends of children")
            << "for i in {1..500}; do kill -CHLD 1; done 2>/dev/null; echo still; exit 5" << 5;
    }
    void nobodyInsideEndsTheFirstProcess() {
        QFETCH(QString, script);
        QFETCH(int, status);
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        const auto outcome = harness.run(shell(harness, script.toStdString()), 20s);
        QVERIFY2(outcome.exited && outcome.status == status, outcome.describe().c_str());
        QVERIFY2(status != 5 || outcome.out.find("still\n") != std::string::npos,
                 outcome.describe().c_str());
        QVERIFY2(test::allDescendantsEnd(5s), survivors().c_str());
    }

    void nothingOutlivesItsParts_data() {
        QTest::addColumn<int>("victim");
        QTest::newRow("supervisor") << 0;
        QTest::newRow("launch or bwrap outside") << 1;
        QTest::newRow("init or what is there") << 2;
        QTest::newRow("whoever is deepest") << kDeepest;
    }
    void nothingOutlivesItsParts() {
        QFETCH(int, victim);
        std::mt19937 random(static_cast<unsigned>(victim) + 7U);
        for (int round = 0; round < 12; ++round) {
            LaunchHarness harness(LEADGLASS_BIN_DIR);
            const pid_t supervisor = supervise(harness, victim == kDeepest ? "0" : "20");
            std::this_thread::sleep_for(std::chrono::milliseconds(random() % 80));
            const auto below = test::descendants(supervisor);
            pid_t target = supervisor;
            if (victim == kDeepest && !below.empty()) {
                target = below.back().first;
            } else if (victim == 1 && !below.empty()) {
                target = below.front().first;
            } else if (victim == 2 && below.size() > 1) {
                target = below[1].first;
            }
            endsWith(supervisor, target);
            if (QTest::currentTestFailed()) {
                return;
            }
        }
    }

    // Random moments do not meet processes that live for a moment only, as a mapping child does.
    void nothingOutlivesAProcessThatHasJustBegun() {
        for (std::size_t depth = 1; depth <= 4; ++depth) {
            for (int round = 0; round < 5; ++round) {
                LaunchHarness harness(LEADGLASS_BIN_DIR);
                const pid_t supervisor = supervise(harness, "0");
                pid_t target = supervisor;
                const auto enough = std::chrono::steady_clock::now() + 300ms;
                while (target == supervisor && std::chrono::steady_clock::now() < enough) {
                    const auto below = test::descendants(supervisor);
                    target = below.size() >= depth ? below.back().first : supervisor;
                }
                endsWith(supervisor, target);
                if (QTest::currentTestFailed()) {
                    return;
                }
            }
        }
    }
};

int main(int argc, char** argv) {
    return test::runAsBothUsers(argc, argv, [&] {
        LifeTest life;
        return QTest::qExec(&life, argc, argv);
    });
}
#include "tst_life.moc"
