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
        // If anything but the agent held the pipe, the end of file would come with the exit.
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        const auto outcome = harness.run(shell(harness, "exec 1>&-; echo closed >&2; sleep 1; exit 3"));
        QCOMPARE(outcome.status, 3);
    }

    void signalsReachTheAgentsGroup() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        harness.onMessage = [&](const wire::FromLaunch& message) {
            if (std::holds_alternative<wire::InitStarted>(message)) {
                std::this_thread::sleep_for(300ms);
                (void)harness.send(wire::InitSignal{SIGTERM});
            }
        };
        const auto outcome =
            harness.run(shell(harness, "trap 'echo term; exit 9' TERM; while :; do sleep 0.05; done"));
        QCOMPARE(outcome.out, std::string("term\n"));
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
            }
            continued = continued || std::holds_alternative<wire::InitContinued>(message);
        };
        const auto outcome = harness.run(shell(harness, "kill -STOP $$; sleep 0.5; echo back"));
        QCOMPARE(stopped, SIGSTOP);
        QVERIFY(continued);
        QCOMPARE(outcome.out, std::string("back\n"));
    }

    void theTerminalIsTheAgents() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        int master = -1;
        int slave = -1;
        QCOMPARE(openpty(&master, &slave, nullptr, nullptr, nullptr), 0);
        const UniqueFd ours(master);
        UniqueFd theirs(slave);
        harness.terminalSlave = slave;
        auto plan = shell(harness, "trap 'echo interrupted; exit 4' INT; exec 3</dev/tty; "
                                   "test -t 0 && echo terminal; [ $(ps -o tpgid= $$) = $$ ] && echo front; "
                                   "while :; do sleep 0.05; done");
        plan.terminal = true;
        harness.onMessage = [&](const wire::FromLaunch& message) {
            if (std::holds_alternative<wire::InitStarted>(message)) {
                std::this_thread::sleep_for(500ms);
                (void)!write(master, "\x03", 1); // Ctrl-C
            }
        };
        const auto outcome = harness.run(plan);
        std::array<char, 4096> seen{};
        std::string text;
        (void)fcntl(master, F_SETFL, O_NONBLOCK);
        for (ssize_t size = 0; (size = read(master, seen.data(), seen.size())) > 0;) {
            text.append(seen.data(), static_cast<std::size_t>(size));
        }
        QVERIFY2(outcome.status == 4, (outcome.describe() + text).c_str());
        QVERIFY2(text.find("terminal") != std::string::npos, text.c_str());
        QVERIFY2(text.find("front") != std::string::npos, text.c_str());
        QVERIFY2(text.find("interrupted") != std::string::npos, text.c_str());
    }

    void ctrlZStopsTheAgent() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        int master = -1;
        int slave = -1;
        QCOMPARE(openpty(&master, &slave, nullptr, nullptr, nullptr), 0);
        const UniqueFd ours(master);
        UniqueFd theirs(slave);
        harness.terminalSlave = slave;
        auto plan = harness.plan();
        plan.terminal = true;
        plan.command = {"/usr/bin/sleep", "2"};
        int stopped = 0;
        harness.onMessage = [&](const wire::FromLaunch& message) {
            if (std::holds_alternative<wire::InitStarted>(message)) {
                std::this_thread::sleep_for(300ms);
                (void)!write(master, "\x1a", 1); // Ctrl-Z
            } else if (const auto* stop = std::get_if<wire::InitStopped>(&message)) {
                stopped = stop->signal;
                (void)harness.send(wire::InitContinue{});
            }
        };
        const auto outcome = harness.run(plan);
        QCOMPARE(stopped, SIGTSTP);
        QCOMPARE(outcome.status, 0);
    }

    void processLimitCountsThisRunOnly() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        auto plan = shell(harness, "ulimit -u; ulimit -u unlimited; for i in $(seq 100); do sleep 5 & done; echo x");
        plan.rlimits = {{RLIMIT_NPROC, 40}};
        const auto outcome = harness.run(plan);
        QVERIFY(outcome.out.starts_with("40\n"));
        QVERIFY2(outcome.err.find("Resource temporarily unavailable") != std::string::npos,
                 outcome.describe().c_str());
    }

    void nothingOutlivesItsParts_data() {
        QTest::addColumn<int>("victim");
        QTest::newRow("supervisor") << 0;
        QTest::newRow("launch or bwrap outside") << 1;
        QTest::newRow("init or what is there") << 2;
    }
    void nothingOutlivesItsParts() {
        QFETCH(int, victim);
        std::mt19937 random(static_cast<unsigned>(victim) + 7U);
        for (int round = 0; round < 12; ++round) {
            const pid_t supervisor = fork();
            if (supervisor == 0) {
                LaunchHarness harness(LEADGLASS_BIN_DIR);
                auto plan = harness.plan();
                plan.mounts.push_back(LaunchHarness::bind(LEADGLASS_ESCAPE_PROBE, "/opt/probe", false));
                plan.landlock.push_back({.path = "/opt"});
                plan.command = {"/opt/probe", "sleep", "100", "20"};
                (void)harness.run(plan);
                _exit(0);
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(random() % 120));
            const auto below = test::descendants(supervisor);
            pid_t target = supervisor;
            if (victim == 1 && !below.empty()) {
                target = below.front().first;
            } else if (victim == 2 && below.size() > 1) {
                target = below[1].first;
            }
            const int killed = kill(target, SIGKILL);
            const std::string note = "killed " + std::to_string(target) + ": " + std::to_string(killed) + "; ";
            if (victim != 0 && target == supervisor) {
                continue; // too early: nothing of the run was there yet, reaped below
            }
            QVERIFY2(test::allDescendantsEnd(10s), (note + survivors()).c_str());
        }
        QVERIFY2(test::allDescendantsEnd(10s), survivors().c_str());
    }
};

int main(int argc, char** argv) {
    return test::runAsBothUsers(argc, argv, [&] {
        LifeTest life;
        return QTest::qExec(&life, argc, argv);
    });
}
#include "tst_life.moc"
