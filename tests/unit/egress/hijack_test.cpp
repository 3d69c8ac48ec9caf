// A hijacked egress reaches nothing: the kernel's own answer to each attempt.
#include <QtTest>

#include "tests/unit/egress/harness.h"
#include "tests/unit/egress/tls_peers.h"

using namespace leadglass;
using namespace leadglass::test;

class HijackTest : public QObject {
    Q_OBJECT
private slots:
    void aHijackedEgressReachesNothing_data() {
        QTest::addColumn<bool>("killed");
        for (const char* what :
             {"socket", "socketpair", "connect", "disconnect", "bind", "listen", "execve",
              "execveat", "fork", "clone", "clone3", "unshare", "setns", "ptrace", "io_uring"}) {
            QTest::newRow(what) << true;
        }
        for (const char* what : {"fastopen", "fastopen-sendto", "sendto-address", "sendmmsg",
                                 "open", "openat2", "stat", "kill", "pidfd", "ioctl", "exec-memory",
                                 "reuse-address", "bind-device", "memfd", "raise-limit"}) {
            QTest::newRow(what) << false;
        }
    }
    void aHijackedEgressReachesNothing() {
        QFETCH(bool, killed);
        Upstream up;
        const pid_t pid = ::fork();
        if (pid == 0) {
            const int fd = ::fcntl(up.passed.get(), F_DUPFD, 10);
            // As the supervisor starts the real one: without an environment.
            const char* const nothing[] = {nullptr};
            ::execle(LEADGLASS_BIN_DIR "/hijacked_egress", "hijacked_egress",
                     QTest::currentDataTag(), std::to_string(fd).c_str(), nullptr, nothing);
            ::_exit(127);
        }
        up.passed.reset();
        int status = 0;
        QCOMPARE(::waitpid(pid, &status, 0), pid);
        if (killed) {
            QVERIFY(WIFSIGNALED(status));
            QCOMPARE(WTERMSIG(status), SIGSYS);
        } else {
            QVERIFY(WIFEXITED(status));
            QCOMPARE(WEXITSTATUS(status), 0);
        }
        QCOMPARE(readUntil(up.server.get(), "", 1), std::string()); // nothing came through either
    }

    void theRunningProgramHoldsNothing_data() {
        QTest::addColumn<bool>("inspects");
        QTest::newRow("leadglass-egress") << false;
        QTest::newRow("leadglass-inspect") << true;
    }
    void theRunningProgramHoldsNothing() {
        QFETCH(bool, inspects);
        Inspecting inspecting;
        inspecting.begin.hosts = {"api.test"};
        inspecting.roots = pemOf(makeIdentity("Test root", nullptr).certificate.get());
        Egress e(3, 4096, inspects ? &inspecting : nullptr);
        QVERIFY(e.next<wire::Ready>());
        // Not dumpable: its own user cannot look into it; real root can, and sees no capability.
        const std::string status =
            sys::readFile("/proc/" + std::to_string(e.pid) + "/status", 1 << 16).value();
        QVERIFY(status.find("CapEff:\t0000000000000000") != status.npos);
        QVERIFY(status.find("CapPrm:\t0000000000000000") != status.npos);
        QVERIFY(status.find("CapBnd:\t0000000000000000") != status.npos);
        QVERIFY(status.find("NoNewPrivs:\t1") != status.npos);
        QVERIFY(status.find("Seccomp:\t2") != status.npos);
        QVERIFY(status.find("Uid:\t0\t") == status.npos);
    }

    void diesWithTheThreadThatStartedIt() {
        int report[2];
        QCOMPARE(::pipe(report), 0);
        const pid_t middle = ::fork();
        if (middle == 0) {
            Egress e;
            const bool up = e.next<wire::Ready>().has_value();
            const int kept =
                ::fcntl(e.control.get(), F_DUPFD, 20); // no end of file on the control socket
            pid_t pid = up && kept >= 0 ? e.pid : -1;
            (void)!::write(report[1], &pid, sizeof pid);
            ::pause();
            ::_exit(0);
        }
        pid_t egress = -1;
        QCOMPARE(::read(report[0], &egress, sizeof egress), static_cast<ssize_t>(sizeof egress));
        QVERIFY(egress > 0);
        ::kill(middle, SIGKILL);
        ::waitpid(middle, nullptr, 0);
        bool gone = false;
        for (int i = 0; i < 100 && !gone; ++i) {
            QTest::qSleep(20);
            auto state = sys::readFile("/proc/" + std::to_string(egress) + "/status", 1 << 16);
            gone = !state.ok() || state->find("State:\tZ") != state->npos;
        }
        QVERIFY(gone);
    }
};

// Before QTest starts its watchdog: a process with threads cannot make a user namespace.
int main(int argc, char** argv) {
    enterOwnNetwork();
    HijackTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "hijack_test.moc"
