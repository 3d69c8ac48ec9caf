// What an agent that tries everything gets: the kernel's answers, asked from inside.
#include <QtTest/QtTest>

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <sstream>

#include "tests/escape/both_users.h"
#include "tests/escape/i386_call.h"
#include "tests/support/launch_harness.h"

using namespace leadglass;
using test::LaunchHarness;
using Answers = std::map<std::string, std::string>;

namespace {

UniqueFd listenUnix(const std::string& path, bool abstract) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::size_t skip = abstract ? 1 : 0;
    std::memcpy(address.sun_path + skip, path.data(), path.size());
    UniqueFd fd(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + skip + path.size());
    if (bind(fd.get(), reinterpret_cast<sockaddr*>(&address), size) != 0 || listen(fd.get(), 8) != 0) {
        qFatal("cannot listen on the host's socket");
    }
    return fd;
}

Answers parse(const std::string& text) {
    Answers answers;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const auto at = line.find('=');
        if (at != std::string::npos) {
            answers[line.substr(0, at)] = line.substr(at + 1);
        }
    }
    return answers;
}

/// Whether the kernel answers such a call at all, outside of every wall.
bool hasLandlock() { return ::syscall(SYS_landlock_create_ruleset, nullptr, 0, 1U /* LANDLOCK_CREATE_RULESET_VERSION */) > 0; }

bool hasI386Calls() {
    const pid_t pid = fork();
    if (pid == 0) {
        signal(SIGSEGV, SIG_DFL);
        test::callAsI386();
        _exit(0);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace

class WallsTest : public QObject {
    Q_OBJECT
    Answers m_inside;
    Answers m_outside;
    std::vector<std::string> m_captured;

    static sandbox::Plan planWithProbe(const LaunchHarness& harness, std::vector<std::string> arguments) {
        auto plan = harness.plan();
        plan.mounts.push_back(LaunchHarness::bind(LEADGLASS_ESCAPE_PROBE, "/opt/probe", false));
        plan.landlock.push_back({.path = "/opt"});
        plan.command = {"/opt/probe"};
        plan.command.insert(plan.command.end(), arguments.begin(), arguments.end());
        return plan;
    }

private slots:
    void initTestCase() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        const std::string abstract = "lg-escape-" + std::to_string(getpid());
        const std::string path = harness.tree().path() + "/host.sock";
        const auto first = listenUnix(abstract, true);
        const auto second = listenUnix(path, false);
        const std::vector<std::string> arguments{"all", std::to_string(getpid()), abstract, path};
        const auto outcome = harness.run(planWithProbe(harness, arguments));
        QVERIFY2(outcome.status == 0, outcome.describe().c_str());
        m_inside = parse(outcome.out);
        m_captured = outcome.captured;
        // The control: the same sockets and process answer outside.
        QVERIFY(kill(getpid(), 0) == 0);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::memcpy(address.sun_path, path.data(), path.size());
        UniqueFd client(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        QCOMPARE(::connect(client.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    }

    void kernelAnswers_data() {
        QTest::addColumn<QString>("expected");
        const std::pair<const char*, const char*> rows[] = {
            // PID 1 is not to be touched.
            {"proc1-environ", "EACCES|EPERM"}, {"proc1-mem", "EACCES|EPERM"},
            {"proc1-fd", "EACCES|EPERM"}, {"proc1-root", "EACCES|EPERM"},
            {"proc1-ptrace", "EPERM"}, {"proc1-ptrace-seize", "EPERM"},
            {"proc1-process-vm-readv", "EPERM"}, {"proc1-pidfd-getfd", "EPERM"},
            {"proc1-kill", "EPERM|ok"}, // ok: ignored, as the lines after it show
            {"proc1-prlimit", "EPERM"}, {"proc1-affinity", "EPERM"}, {"proc1-priority", "EPERM"}, {"spawner-prlimit", "EPERM"},
            {"spawner-affinity", "EPERM"}, {"spawner-priority", "EPERM"},
            // Nobody else's processes: init, the probe, and the spawner until it has ended.
            {"visible-processes", "2|3"}, {"host-pid-kill", "ESRCH"}, {"host-pid-proc", "ENOENT"},
            // The terminal.
            {"dev-tty", "ENXIO"}, {"tiocsti-stdin", "EPERM"}, {"own-pty", "ok"},
            {"tiocsti-own-pty", "EPERM"}, {"tiocsti-high-bits", "EPERM"}, {"tioclinux", "EPERM"},
            {"tiocsetd", "EPERM"}, {"tioccons", "EPERM"},
            // Kernel surface.
            {"keyctl", "EPERM"}, {"add-key", "EPERM"}, {"request-key", "EPERM"}, {"mount", "EPERM"},
            {"umount", "EPERM"}, {"remount-usr", "EPERM"}, {"fsopen", "ENOSYS"},
            {"open-tree", "ENOSYS"}, {"mount-setattr", "ENOSYS"}, {"pivot-root", "EPERM"},
            {"chroot", "EPERM"}, {"unshare-user", "EPERM"}, {"unshare-net", "EPERM"},
            {"unshare-mount", "EPERM"}, {"clone-user", "EPERM"}, {"clone3", "ENOSYS"},
            {"setns", "EPERM"}, {"io-uring", "ENOSYS"}, {"bpf", "EPERM"}, {"perf", "EPERM"},
            {"userfaultfd", "EPERM"}, {"open-by-handle", "EPERM"}, {"init-module", "EPERM"},
            {"kexec", "EPERM"}, {"iopl", "EPERM"}, {"future-call", "ENOSYS"},
            {"i386-call", hasI386Calls() ? "SIGSYS" : "SIGSEGV"}, {"x32-call", "SIGSYS"},
            // Identity and limits.
            {"setuid-0", "EPERM|EINVAL"}, {"setgroups", "EPERM"}, {"raise-rlimit", "EPERM"},
            {"oom-score-lower", "EACCES"}, {"sethostname", "EPERM"}, {"no-new-privs-off", "EINVAL"},
            // Files.
            {"write-usr", "EROFS|EACCES"}, {"write-root-directory", "EROFS|EACCES"},
            {"write-etc", "EROFS|EACCES"}, {"write-init", "EROFS|EACCES"},
            {"read-init", hasLandlock() ? "EACCES" : "ok"}, // a program of ours, as it lies on the host
            {"write-own-exe", "EROFS|EACCES|ETXTBSY"}, {"write-dev", "EROFS"}, {"sys", "ENOENT|EACCES"},
            {"sysrq", "ENOENT|EACCES|EROFS"}, {"core-pattern", "EACCES|EROFS"},
            {"ip-forward", "EACCES|EROFS"}, {"unprivileged-port", "EACCES|EROFS"},
            {"kcore", "ENOENT|EACCES|EPERM"}, {"root-home", "ENOENT|EACCES"},
            {"shadow", "ENOENT|EACCES"}, {"proc-keys", "EACCES|empty"}, {"mknod-device", "EPERM"}, {"inherited-descriptors", "0 1 2 "},
            // Sockets.
            {"af-vsock", "EAFNOSUPPORT"}, {"af-packet", "EAFNOSUPPORT"}, {"af-alg", "EAFNOSUPPORT"},
            {"af-xdp", "EAFNOSUPPORT"}, {"af-bluetooth", "EAFNOSUPPORT"}, {"inet-raw", "EPERM"},
            {"inet-ping", "EACCES|EPERM"}, {"netlink-route", "ok"}, {"netlink-netfilter", "EPERM"},
            {"netlink-uevent", "EPERM"}, {"netlink-audit", "EPERM"},
            {"host-abstract-socket", "ECONNREFUSED|EPERM"}, {"host-path-socket", "ENOENT"},
            {"socket /run/dbus/system_bus_socket", "ENOENT"}, {"socket /var/run/docker.sock", "ENOENT"},
            {"socket /tmp/.X11-unix/X0", "ENOENT"},
            {"socket /run/systemd/resolve/io.systemd.Resolve", "ENOENT"},
            {"socket /var/run/nscd/socket", "ENOENT"},
            // The network.
            {"lo-down", "EPERM"}, {"ip-transparent", "EPERM"}, {"so-mark", "EPERM"},
            {"bind-80", "EACCES"}, {"tcp-unlisted-port", "ECONNRESET"}, {"tcp-metadata", "ECONNRESET"},
            {"tcp-own-closed-port", "ECONNREFUSED"}, {"udp-quic", "ECONNREFUSED"},
        };
        for (const auto& [name, expected] : rows) {
            QTest::newRow(name) << QString(expected);
        }
    }
    void kernelAnswers() {
        QFETCH(QString, expected);
        const std::string name = QTest::currentDataTag();
        QVERIFY2(m_inside.contains(name), "the probe did not come so far");
        const QString got = QString::fromStdString(m_inside[name]);
        QVERIFY2(expected.split('|').contains(got), qPrintable("got " + got));
    }

    void everyConnectionIsCapturedWithItsTarget() {
        QVERIFY(std::find(m_captured.begin(), m_captured.end(), "203.0.113.9:2222") != m_captured.end());
        QVERIFY(std::find(m_captured.begin(), m_captured.end(), "169.254.169.254:80") != m_captured.end());
        QVERIFY(std::find(m_captured.begin(), m_captured.end(), "127.0.0.1:3333") == m_captured.end());
    }

    void environmentIsExactlyThePlans() {
        qputenv("LEADGLASS_SECRET", "must-not-be-inside");
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        auto plan = planWithProbe(harness, {"env"});
        plan.environment.push_back({"ODD", "a=b c\nd", false, "test"});
        const auto outcome = harness.run(plan);
        QCOMPARE(outcome.out,
                 std::string("PATH=/usr/bin:/usr/sbin\nHOME=/home/agent\nODD=a=b c\nd\n"));
    }

    void noCapabilityInAnySet() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        auto plan = harness.plan();
        plan.command = {"/usr/bin/grep", "-E", "^(Cap|NoNewPrivs|Seccomp:|Groups)", "/proc/self/status"};
        const auto outcome = harness.run(plan);
        QCOMPARE(QString::fromStdString(outcome.out).count("0000000000000000\n"), 5);
        QVERIFY(outcome.out.find("NoNewPrivs:\t1") != std::string::npos);
        QVERIFY(outcome.out.find("Seccomp:\t2") != std::string::npos);
    }

    void setuidProgramsGainNothing() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        auto plan = harness.plan();
        plan.command = {"/usr/bin/sh", "-c", "echo | su -c id 2>&1; id -u"};
        const auto outcome = harness.run(plan);
        QVERIFY2(outcome.out.find("uid=0") == std::string::npos, outcome.describe().c_str());
        QVERIFY(outcome.out.ends_with(std::to_string(plan.uid) + "\n"));
    }

    void ruleSetIsOutOfReach() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        auto plan = harness.plan();
        plan.command = {"/usr/sbin/nft", "list", "ruleset"};
        const auto outcome = harness.run(plan);
        QVERIFY2(outcome.status != 0, outcome.describe().c_str());
        QVERIFY(outcome.err.find("Operation not permitted") != std::string::npos);
    }

    void changesLandInTheUpperOnly() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        harness.tree().file("project/.git/config", "[core]\n");
        auto plan = harness.plan();
        plan.command = {"/usr/bin/sh", "-c",
                        "mv .git .git2 && mkdir .git && echo evil > .git/config; echo new > file; ls -A"};
        const auto outcome = harness.run(plan);
        QVERIFY2(outcome.status == 0, outcome.describe().c_str());
        std::ifstream config(harness.project() + "/.git/config");
        std::string line;
        std::getline(config, line);
        QCOMPARE(line, std::string("[core]"));
        QVERIFY(access((harness.project() + "/file").c_str(), F_OK) != 0);
        QCOMPARE(access((harness.runDir() + "/upper/file").c_str(), F_OK), 0);
    }
};

int main(int argc, char** argv) {
    return test::runAsBothUsers(argc, argv, [&] {
        WallsTest walls;
        return QTest::qExec(&walls, argc, argv);
    });
}
#include "tst_walls.moc"
