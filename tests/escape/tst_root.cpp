// Runs started by real root: by default the agent is another user, who sees the project as its own;
// with --unsafe-root it is root without any power of root's. Nothing to show as an ordinary user.
#include <QtTest/QtTest>

#include <grp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/support/launch_harness.h"
#include "tests/support/require.h"

using namespace leadglass;
using test::LaunchHarness;

namespace {

constexpr unsigned kSomebody = 4242; // owns what neither root nor the agent does

sandbox::Plan shell(const LaunchHarness& harness, bool unsafeRoot, const std::string& script) {
    auto plan = harness.plan();
    if (unsafeRoot) {
        plan.root = sandbox::RootPlan{true, 0, 0};
        plan.uid = plan.gid = 0;
    }
    plan.command = {"/usr/bin/bash", "-c", script};
    return plan;
}

// Root's and somebody's files, shown read-only at /outside.
void showOutside(const LaunchHarness& harness, sandbox::Plan& plan) {
    harness.tree().file("outside/root", "root's\n", 0600);
    harness.tree().file("outside/open", "everybody's\n", 0644);
    const auto other = harness.tree().file("outside/somebody", "somebody's\n", 0600);
    if (chown(other.c_str(), kSomebody, kSomebody) != 0) {
        qFatal("chown");
    }
    plan.mounts.push_back(LaunchHarness::bind(harness.tree().path() + "/outside", "/outside", false));
    plan.landlock.push_back({.path = "/outside"});
}

void addUsers_data() {
    QTest::addColumn<bool>("unsafeRoot");
    QTest::newRow("another user") << false;
    QTest::newRow("--unsafe-root") << true;
}

} // namespace

class RootTest : public QObject {
    Q_OBJECT
private slots:
    void theProjectIsTheAgentsInsideAndRootsOutside_data() { addUsers_data(); }
    void theProjectIsTheAgentsInsideAndRootsOutside() {
        QFETCH(bool, unsafeRoot);
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        const auto old = harness.tree().file("project/old", "old\n", 0600);
        harness.tree().file("project/folder/deep", "deep\n", 0600);
        const auto plan = shell(harness, unsafeRoot,
                                "stat -c '%u %g' . old folder/deep; cat old && echo more >> old && "
                                "echo new > new && mkdir made && rm -r folder; stat -c '%u %g' new");
        const auto outcome = harness.run(plan);
        const std::string own = std::to_string(plan.uid) + " " + std::to_string(plan.gid) + "\n";
        QVERIFY2(outcome.out == own + own + own + "old\n" + own, outcome.describe().c_str());
        QVERIFY2(outcome.err.empty(), outcome.describe().c_str());
        for (const char* name : {"old", "new", "made", "folder"}) { // the last is a whiteout
            struct stat info {};
            QVERIFY2(lstat((harness.runDir() + "/upper/" + name).c_str(), &info) == 0, name);
            QVERIFY2(info.st_uid == 0 && info.st_gid == 0, name);
        }
        std::ifstream file(old);
        std::string text;
        std::getline(file, text, '\0');
        QCOMPARE(text, std::string("old\n"));
    }

    void rootsPrivateFilesOutsideTheProjectStayUnread() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        auto plan = shell(harness, false, "cd /outside; cat open root somebody; ls -l >/dev/null && echo seen");
        showOutside(harness, plan);
        const auto outcome = harness.run(plan);
        QVERIFY2(outcome.out == "everybody's\nseen\n", outcome.describe().c_str());
        QVERIFY(outcome.err.find("root: Permission denied") != std::string::npos);
        QVERIFY(outcome.err.find("somebody: Permission denied") != std::string::npos);
    }

    void unsafeRootReadsRootsFilesButOverridesNothing() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        auto plan = shell(harness, true,
                          "cd /outside; cat open root somebody; echo x > /tmp/f; chown 4242 /tmp/f; "
                          "echo x > open; mount -t tmpfs x /tmp; mknod /tmp/null c 1 3");
        showOutside(harness, plan);
        const auto outcome = harness.run(plan);
        QVERIFY2(outcome.out == "everybody's\nroot's\n", outcome.describe().c_str());
        for (const char* refused : {"somebody: Permission denied", "changing ownership of '/tmp/f'",
                                    "open: Read-only file system", "mount: ", "mknod: "}) {
            QVERIFY2(outcome.err.find(refused) != std::string::npos, outcome.describe().c_str());
        }
    }

    void noPowerIsLeft_data() { addUsers_data(); }
    void noPowerIsLeft() {
        QFETCH(bool, unsafeRoot);
        const gid_t groups[] = {0, 4, 27};
        QCOMPARE(setgroups(3, groups), 0); // the control: root's groups are there to be lost
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        auto plan = shell(harness, unsafeRoot,
                          "id -u; grep -c ^Cap...:.0000000000000000 /proc/self/status; "
                          "grep -E '^(NoNewPrivs|Seccomp):' /proc/self/status; "
                          "cp /usr/bin/id mine && chmod 6755 mine; ./mine -u; "
                          "echo | su -c id 4242 2>&1 | grep -c uid=; cat /proc/self/uid_map; "
                          "grep ^Groups: /proc/self/status");
        const auto outcome = harness.run(plan);
        const std::string id = std::to_string(plan.uid);
        const auto lines = QString::fromStdString(outcome.out).split('\n');
        QVERIFY2(lines.size() == 9, outcome.describe().c_str());
        QCOMPARE(lines.mid(0, 6).join(' '), QString::fromStdString(id + " 5 NoNewPrivs:\t1 Seccomp:\t2 " + id + " 0"));
        QVERIFY2(lines[6].simplified().startsWith(QString::fromStdString(id + " ")) &&
                     lines[6].simplified().endsWith(" 1"), // one user, nobody else
                 outcome.describe().c_str());
        QCOMPARE(lines[7].simplified(), QString("Groups:"));
    }
};

int main(int argc, char** argv) {
    if (getuid() != 0) {
        test::missing("root", "started as an ordinary user");
    }
    RootTest root;
    return QTest::qExec(&root, argc, argv);
}
#include "tst_root.moc"
