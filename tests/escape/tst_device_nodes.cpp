// A device that a policy lets in, and no other. Stand-ins made by mknod(2): there is no GPU where tests run. Root makes
// them, then runs go as an ordinary user and as real root.
#include <QtTest/QtTest>

#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "core/sandbox/devices.h"
#include "core/sandbox/plan_parts.h"
#include "tests/escape/both_users.h"
#include "tests/support/launch_harness.h"
#include "tests/support/require.h"

using namespace leadglass;
using test::LaunchHarness;
namespace fs = std::filesystem;

namespace {

constexpr const char* kPlace = "LEADGLASS_TEST_DEVICES"; // the directory, for the same program as another user

std::string place() { return std::getenv(kPlace); }

struct Node {
    const char* name;
    mode_t type;
    unsigned major;
    unsigned minor;
    mode_t mode;
    const char* refused; // nullptr: can be shown
};
constexpr Node kNodes[] = {
    {"zero", S_IFCHR, 1, 5, 0666, nullptr},
    {"other", S_IFCHR, 1, 9, 0666, nullptr},
    {"closed", S_IFCHR, 1, 5, 0600, nullptr},
    {"mem", S_IFCHR, 1, 1, 0666, "memory"},
    {"kmsg", S_IFCHR, 1, 11, 0666, "the log of the machine"},
    {"tty1", S_IFCHR, 4, 1, 0666, "a terminal"},
    {"event", S_IFCHR, 13, 64, 0666, "keyboards"},
    {"uinput", S_IFCHR, 10, 223, 0666, "one of many"},
    {"tun", S_IFCHR, 10, 200, 0666, "one of many"},
    {"vhost", S_IFCHR, 10, 238, 0666, "one of many"},
    {"vfio", S_IFCHR, 10, 196, 0666, "one of many"},
    {"mapper", S_IFCHR, 10, 236, 0666, "one of many"},
    {"fuse", S_IFCHR, 10, 229, 0666, "one of many"},
    {"loop-control", S_IFCHR, 10, 237, 0666, "one of many"},
    {"card0", S_IFCHR, 226, 0, 0666, "a card node"},
    {"dynamic", S_IFCHR, 250, 7, 0666, "not known to be harmless"},
    {"whiteout", S_IFCHR, 0, 0, 0666, "not known to be harmless"},
    {"sda", S_IFBLK, 8, 0, 0666, "a disk"},
    {"loop0", S_IFBLK, 7, 0, 0666, "a disk"},
    {"nbd0", S_IFBLK, 43, 0, 0666, "a disk"},
    {"pipe", S_IFIFO, 0, 0, 0666, "no device"},
    {"file", S_IFREG, 0, 0, 0666, "no device"},
};

// Owned by root, in a directory that everybody may rename in.
void makeNodes() {
    std::string folder = "/dev/leadglass-test-XXXXXX";
    if (mkdtemp(folder.data()) == nullptr || chmod(folder.c_str(), 0777) != 0) {
        qFatal("no directory below /dev");
    }
    setenv(kPlace, folder.c_str(), 1);
    static const pid_t self = getpid();
    std::atexit([] {
        if (getpid() == self) {
            fs::remove_all(place());
        }
    });
    for (const Node& node : kNodes) {
        const std::string path = folder + "/" + node.name;
        if (mknod(path.c_str(), node.type | node.mode, makedev(node.major, node.minor)) != 0) {
            test::missing("root", "this root may not make devices");
        }
        if (chmod(path.c_str(), node.mode) != 0) {
            qFatal("chmod");
        }
    }
    fs::create_symlink("zero", folder + "/link");
    fs::create_symlink(".", folder + "/turn");
}

} // namespace

class DevicesTest : public QObject {
    Q_OBJECT

    static sandbox::Plan planWith(const LaunchHarness& harness, const std::string& name, const std::string& script) {
        auto plan = harness.plan();
        auto device = sandbox::deviceMount(place() + "/" + name, "test");
        if (!device) {
            qFatal("%s", device.error().text().c_str());
        }
        plan.mounts.push_back(*device);
        plan.command = {"/usr/bin/bash", "-c", script};
        plan.environment.push_back({"AT", place(), false, "test"});
        return plan;
    }

private slots:
    void whatIsAllowedWorksAndNothingElseIsThere() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        const auto outcome = harness.run(planWith(
            harness, "zero", "stat -c '%F %t:%T' $AT/zero; head -c 3 $AT/zero | od -An -tx1; echo x > $AT/zero && echo written; ls $AT; "
                             "ls /dev | tr '\\n' ' '"));
        QVERIFY2(outcome.out.starts_with("character special file 1:5\n 00 00 00\nwritten\nzero\n"), outcome.describe().c_str());
        const auto folder = fs::path(place()).filename().string();
        const std::string rest = outcome.out.substr(outcome.out.find("zero\n") + 5);
        for (const auto& name : QString::fromStdString(rest).split(' ', Qt::SkipEmptyParts)) {
            const QStringList own{"console", "core", "fd", "full", "null", "ptmx", "pts", "random", "shm", "stderr", "stdin",
                                  "stdout", "tty", "urandom", "zero", QString::fromStdString(folder)};
            QVERIFY2(own.contains(name), qPrintable(name));
        }
    }

    // Landlock's right for ioctl(2) on devices and seccomp let the driver answer; what types into terminals stays refused.
    void itsDriverAnswersIoctls() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        auto plan = planWith(harness, "zero", "");
        plan.command = {"/usr/bin/python3", "-c",
                        "import errno, fcntl, os, termios\n"
                        "fd = os.open(os.environ['AT'] + '/zero', os.O_RDWR)\n"
                        "for number in (0xc0106400, termios.TIOCSTI):\n"
                        "    try:\n        fcntl.ioctl(fd, number, bytes(16))\n"
                        "    except OSError as e:\n        print(errno.errorcode[e.errno])\n"};
        const auto outcome = harness.run(plan);
        QVERIFY2(outcome.out == "ENOTTY\nEPERM\n", outcome.describe().c_str());
    }

    void nobodyMakesFurtherOnesOrChangesThisOne_data() {
        QTest::addColumn<bool>("unsafeRoot");
        QTest::newRow("as usual") << false;
        if (getuid() == 0) {
            QTest::newRow("--unsafe-root") << true; // owns the node
        }
    }
    void nobodyMakesFurtherOnesOrChangesThisOne() {
        QFETCH(bool, unsafeRoot);
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        auto plan = planWith(harness, "zero",
                             "for at in /dev/made $AT/made /tmp/made /dev/shm/made ~/made made; do "
                             "mknod $at c 1 5 2>/dev/null && head -c 1 $at >/dev/null 2>&1 && echo made $at; done; "
                             "chmod 0600 $AT/zero && echo mode; chown 7 $AT/zero && echo owner; touch $AT/zero && echo time; "
                             "rm -f $AT/zero && echo removed; mv $AT/zero $AT/moved && echo moved; ln $AT/zero /dev/hard && echo linked; "
                             "head -c 1 $AT/mem && echo memory; stat -c %a $AT/zero");
        if (unsafeRoot) {
            plan.root = sandbox::RootPlan{true, 0, 0};
            plan.uid = plan.gid = 0;
        }
        struct stat before {};
        QCOMPARE(stat((place() + "/zero").c_str(), &before), 0);
        const auto outcome = harness.run(plan);
        QVERIFY2(outcome.out == "666\n", outcome.describe().c_str());
        struct stat after {};
        QCOMPARE(stat((place() + "/zero").c_str(), &after), 0);
        QVERIFY(after.st_mode == before.st_mode && after.st_uid == before.st_uid && after.st_mtime == before.st_mtime);
        QVERIFY(!fs::exists(place() + "/made"));
    }

    void aNodeThatChangedBetweenPlanAndStartIsRefused_data() {
        QTest::addColumn<QString>("how");
        for (const char* how : {"other node", "link", "file", "disk", "memory", "gone"}) {
            QTest::newRow(how) << QString(how);
        }
    }
    void aNodeThatChangedBetweenPlanAndStartIsRefused() {
        QFETCH(QString, how);
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        const auto plan = planWith(harness, "zero", "echo started; head -c 1 $AT/zero");
        const fs::path at = place();
        fs::rename(at / "zero", at / "kept");
        const std::string other = how == "other node" ? "other" : how == "file" ? "file" : how == "disk" ? "sda" : how == "memory" ? "mem" : "";
        if (how == "link") {
            fs::create_symlink("kept", at / "zero");
        } else if (!other.empty()) {
            fs::rename(at / other, at / "zero");
        }
        const auto outcome = harness.run(plan);
        if (!other.empty()) {
            fs::rename(at / "zero", at / other);
        } else if (how == "link") {
            fs::remove(at / "zero");
        }
        fs::rename(at / "kept", at / "zero");
        QVERIFY2(outcome.failed.has_value(), outcome.describe().c_str());
        QVERIFY2(outcome.failed->detail.find(place() + "/zero") != std::string::npos, outcome.describe().c_str());
        QCOMPARE(outcome.status, wire::kLaunchExitSetup);
        QVERIFY(!outcome.started && outcome.out.empty());
    }

    // The same inode with another number cannot be made, so here the plan is the one that lies.
    void aNodeOfAnotherNumberThanPlannedIsRefused() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        auto plan = planWith(harness, "zero", "echo started");
        plan.mounts.back().rdev = makedev(1, 9);
        const auto outcome = harness.run(plan);
        QVERIFY2(outcome.failed.has_value(), outcome.describe().c_str());
        QVERIFY2(outcome.failed->detail.find("is another device") != std::string::npos, outcome.describe().c_str());
        QVERIFY(outcome.out.empty());
    }

    void everyOtherKindIsRefusedWhateverItIsCalled() {
        for (const Node& node : kNodes) {
            const auto made = sandbox::deviceMount(place() + "/" + node.name, "mine.toml:6 x");
            if (node.refused == nullptr) {
                QVERIFY2(made.ok(), node.name);
                QCOMPARE(made->rdev, std::uint64_t{makedev(node.major, node.minor)});
                continue;
            }
            QVERIFY2(!made.ok(), node.name);
            QVERIFY2(made.error().what.find(node.refused) != std::string::npos, made.error().text().c_str());
            QVERIFY(made.error().what.find("mine.toml:6") != std::string::npos && !made.error().fix.empty());
        }
        for (const char* link : {"link", "turn/zero"}) {
            const auto made = sandbox::deviceMount(place() + "/" + link, "x");
            QVERIFY2(!made.ok() && made.error().what.find("link") != std::string::npos, link);
        }
    }

    void aDeviceThatTheUserMayNotOpenStopsThePlanInAWord() {
        policy::EffectivePolicy policy;
        policy.merged.devices = {{place() + "/closed", {policy::Layer::Profile, "/p/mine.toml", 6, 10}}};
        sandbox::PlanRequest request;
        if (getuid() == 0) {
            request.root = sandbox::RootPlan{false, 54321, 54321};
        }
        const auto planned = sandbox::planDevices(policy, request);
        QVERIFY(!planned.ok());
        QVERIFY2(planned.error().text().find("may not open it") != std::string::npos, planned.error().text().c_str());
        QVERIFY(planned.error().what.find("/p/mine.toml:6") != std::string::npos);
        policy.merged.devices[0].what = place() + "/zero";
        const auto open = sandbox::planDevices(policy, request);
        QVERIFY2(open.ok() && open->size() == 1, open.ok() ? "" : open.error().text().c_str());
    }
    void andWhereOnlyTheKernelKnowsItsAnswerHolds() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        const auto outcome = harness.run(planWith(harness, "closed", "head -c 1 $AT/closed || echo refused"));
        QVERIFY2(outcome.out == "refused\n", outcome.describe().c_str());
        QVERIFY(outcome.err.find("Permission denied") != std::string::npos);
    }
};

int main(int argc, char** argv) {
    if (std::getenv(kPlace) == nullptr) {
        if (getuid() != 0) {
            test::missing("root", "started as an ordinary user");
        }
        makeNodes();
        // The tests are a child, so that the nodes go even if it crashes.
        const pid_t child = fork();
        if (child != 0) {
            int status = 1;
            (void)waitpid(child, &status, 0);
            return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
        }
        prctl(PR_SET_PDEATHSIG, SIGKILL);
    }
    return test::runAsBothUsers(argc, argv, [&] {
        DevicesTest devices;
        return QTest::qExec(&devices, argc, argv);
    });
}
#include "tst_device_nodes.moc"
