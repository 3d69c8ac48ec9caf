// Children: descriptors, environment, death.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QtTest>
#include <array>

#include "core/base/sys.h"
#include "core/session/child.h"

using namespace leadglass;
using session::Child;
using session::ChildSpec;

namespace {
std::string outputOf(const char* script, std::vector<std::string> environment = {}) {
    std::array<int, 2> fds{};
    if (::pipe2(fds.data(), O_CLOEXEC) != 0) return "no pipe";
    UniqueFd read(fds[0]);
    UniqueFd write(fds[1]);
    auto null = sys::open("/dev/null", O_RDWR).value();
    ChildSpec spec;
    spec.program = "/bin/sh";
    spec.arguments = {"-c", script};
    spec.environment = std::move(environment);
    spec.descriptors = {null.get(), write.get(), write.get()};
    auto child = Child::start(spec);
    if (!child) return child.error().text();
    write.reset();
    return sys::readAll(read.get(), 100000).value();
}
int waitFor(Child& child) {
    for (int i = 0; i < 500; ++i) {
        if (auto status = child.poll()) return *status;
        ::usleep(10'000);
    }
    return -1;
}
} // namespace

class ChildTest : public QObject {
    Q_OBJECT
private slots:
    void getsNothingButWhatIsListed() {
        // A descriptor of ours without close-on-exec must not get in either.
        const UniqueFd loose(::fcntl(2, F_DUPFD, 200));
        QVERIFY(loose.valid());
        ::setenv("LEAK", "secret", 1);
        QCOMPARE(outputOf("cd /proc/self/fd; for f in 3 4 5 6 63 64 65 200; do [ -e $f ] && echo $f; done; true"),
                 std::string());
        const std::string environment = outputOf("env", {"ONLY=this"});
        QVERIFY(environment.find("secret") == std::string::npos);
        QVERIFY(environment.find("ONLY=this") != std::string::npos);
    }
    void aProgramThatIsNotThereIsAnErrorOfStart() {
        ChildSpec spec;
        spec.program = "/nonexistent/program";
        const auto child = Child::start(spec);
        QVERIFY(!child);
        QCOMPARE(child.error().sysErrno, ENOENT);
    }
    void destroyingItEndsItAndLeavesNoZombie() {
        pid_t pid = 0;
        {
            ChildSpec spec;
            spec.program = "/bin/sleep";
            spec.arguments = {"1000"};
            auto child = Child::start(spec).value();
            pid = child.pid();
            QCOMPARE(::kill(pid, 0), 0);
        }
        QCOMPARE(::kill(pid, 0), -1);
        QCOMPARE(errno, ESRCH);
    }
    void tellsTheWaitStatusAgainAndAgain() {
        ChildSpec spec;
        spec.program = "/bin/sh";
        spec.arguments = {"-c", "exit 7"};
        auto child = Child::start(spec).value();
        const int status = waitFor(child);
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 7);
        QCOMPARE(child.poll().value_or(-1), status);
    }
    void diesWithItsParent() {
        std::array<int, 2> fds{};
        QCOMPARE(::pipe2(fds.data(), O_CLOEXEC), 0);
        const pid_t middle = ::fork();
        if (middle == 0) {
            ChildSpec spec;
            spec.program = "/bin/sleep";
            spec.arguments = {"1000"};
            auto child = Child::start(spec);
            const pid_t pid = child ? child->pid() : -1;
            (void)!::write(fds[1], &pid, sizeof pid);
            ::raise(SIGKILL);
        }
        pid_t grandchild = 0;
        QCOMPARE(::read(fds[0], &grandchild, sizeof grandchild), ssize_t{sizeof grandchild});
        ::waitpid(middle, nullptr, 0);
        bool gone = false;
        for (int i = 0; i < 200 && !gone; ++i) {
            ::usleep(10'000);
            const std::string stat =
                sys::readFile("/proc/" + std::to_string(grandchild) + "/stat", 4096).ok()
                    ? sys::readFile("/proc/" + std::to_string(grandchild) + "/stat", 4096).value()
                    : std::string();
            gone = stat.empty() || stat.find(") Z ") != std::string::npos;
        }
        QVERIFY(gone);
    }
};

QTEST_APPLESS_MAIN(ChildTest)
#include "tst_child.moc"
