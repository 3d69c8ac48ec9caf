// Bind sources are opened, not named: what was planned is what is mounted, or nothing.
#include <QtTest/QtTest>

#include <fcntl.h>
#include <sys/fsuid.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "core/base/sys.h"
#include "tests/escape/both_users.h"
#include "tests/support/launch_harness.h"

using namespace leadglass;
using test::LaunchHarness;
namespace fs = std::filesystem;

namespace {

std::string firstLine(const std::string& path) {
    std::ifstream in(path);
    std::string line;
    std::getline(in, line);
    return line;
}

} // namespace

class SourcesTest : public QObject {
    Q_OBJECT

    // A plan that shows tree/state/SOURCE at /state.
    static sandbox::Plan planFor(LaunchHarness& harness, bool writable = false) {
        auto plan = harness.plan();
        plan.mounts.push_back(LaunchHarness::bind(harness.tree().path() + "/state/dir", "/state", writable));
        plan.landlock.push_back({.path = "/state", .writable = writable});
        plan.command = {"/usr/bin/cat", "/state/key"};
        return plan;
    }

private slots:
    void theSourceIsMounted() { // the control for the refusals below
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        harness.tree().file("state/dir/key", "fine\n");
        const auto outcome = harness.run(planFor(harness));
        QCOMPARE(outcome.out, std::string("fine\n"));
    }

    void aSourceThatChangedIsRefused_data() {
        QTest::addColumn<QString>("how");
        for (const char* how : {"link", "link on the way", "other directory", "other type", "gone"}) {
            QTest::newRow(how) << QString(how);
        }
    }
    void aSourceThatChangedIsRefused() {
        QFETCH(QString, how);
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        harness.tree().file("state/dir/key", "fine\n");
        harness.tree().file("secret/key", "private\n");
        harness.tree().file("secret/dir/key", "private\n");
        const auto plan = planFor(harness);
        const fs::path root = harness.tree().path();
        if (how == "link on the way") {
            fs::rename(root / "state", root / "state.old");
            fs::create_symlink(root / "secret", root / "state");
        } else {
            fs::rename(root / "state/dir", root / "state/old");
        }
        if (how == "link") {
            fs::create_symlink(root / "secret", root / "state/dir");
        } else if (how == "other directory") {
            fs::create_directory(root / "state/dir");
        } else if (how == "other type") {
            harness.tree().file("state/dir", "private\n");
        }
        const auto outcome = harness.run(plan);
        QVERIFY2(outcome.failed.has_value(), outcome.describe().c_str());
        QCOMPARE(outcome.failed->step, std::string("bind source"));
        QVERIFY(outcome.failed->detail.find("state/dir") != std::string::npos);
        QCOMPARE(outcome.status, wire::kLaunchExitSetup);
        QVERIFY(!outcome.started);
        QVERIFY(outcome.out.empty());
    }

    void aLinkInTheProjectsPathIsRefused() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        const auto plan = harness.plan();
        const fs::path root = harness.tree().path();
        fs::rename(root / "project", root / "moved");
        fs::create_symlink(root / "moved", root / "project");
        auto changed = plan;
        changed.command = {"/usr/bin/true"};
        const auto outcome = harness.run(changed);
        QVERIFY2(outcome.failed.has_value(), outcome.describe().c_str());
        QCOMPARE(outcome.status, wire::kLaunchExitSetup);
    }

    void anOptionalSourceThatIsGoneIsLeftOut() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        harness.tree().file("state/dir/key", "fine\n");
        auto plan = planFor(harness);
        plan.mounts.back().optional = true;
        plan.command = {"/usr/bin/sh", "-c", "ls /state || echo absent"};
        fs::remove_all(harness.tree().path() + "/state");
        const auto outcome = harness.run(plan);
        QCOMPARE(outcome.out, std::string("absent\n"));
    }

    void readOnlyIsReadOnly() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        const auto key = harness.tree().file("state/dir/key", "fine\n", 0666);
        auto plan = planFor(harness);
        plan.landlock.push_back({.path = "/state", .writable = true}); // the mount alone must hold
        plan.command = {"/usr/bin/sh", "-c", "echo evil > /state/key"};
        const auto outcome = harness.run(plan);
        QVERIFY(outcome.err.find("Read-only file system") != std::string::npos);
        QCOMPARE(firstLine(key), std::string("fine"));
    }

    void writableBindsBelongToTheAgent() { // as real root by an idmapped mount
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        const auto key = harness.tree().file("state/dir/key", "fine\n", 0600);
        auto plan = planFor(harness, true);
        plan.command = {"/usr/bin/sh", "-c", "stat -c %u /state/key && echo new > /state/key"};
        const auto outcome = harness.run(plan);
        QCOMPARE(outcome.out, std::to_string(plan.uid) + "\n");
        QCOMPARE(firstLine(key), std::string("new"));
        struct stat info {};
        QCOMPARE(stat(key.c_str(), &info), 0);
        QCOMPARE(info.st_uid, getuid()); // on the host nothing changed hands
    }

    void pathsMayHoldEveryCharacter() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        const fs::path odd = fs::path(harness.tree().path()) / "a:b,c\\d e=f'\"\n";
        fs::rename(harness.project(), odd);
        fs::create_directory(harness.project());
        std::ofstream(odd / "file") << "odd\n";
        auto plan = harness.plan();
        auto& overlay = plan.mounts.back();
        overlay = LaunchHarness::bind(odd.string(), odd.string(), true);
        overlay.kind = sandbox::Mount::Kind::Overlay;
        plan.workingDir = odd.string();
        plan.landlock.push_back({.path = odd.string(), .writable = true});
        plan.command = {"/usr/bin/sh", "-c", "cat file; echo x > new"};
        const auto outcome = harness.run(plan);
        QVERIFY2(outcome.out == "odd\n", outcome.describe().c_str());
        QCOMPARE(access((harness.runDir() + "/upper/new").c_str(), F_OK), 0);
    }

    void readOnlyOverlayHidesByWhiteouts() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        harness.tree().file("project/.env", "KEY=1\n");
        harness.tree().file("project/code", "fine\n");
        QCOMPARE(mknod((harness.runDir() + "/upper/.env").c_str(), S_IFCHR, 0), 0);
        auto plan = harness.plan();
        plan.mounts.back().writable = false;
        plan.command = {"/usr/bin/sh", "-c", "ls -A; cat .env; echo x > new"};
        const auto outcome = harness.run(plan);
        QCOMPARE(outcome.out, std::string("code\n"));
        QVERIFY(outcome.err.find(".env: No such file") != std::string::npos);
        QVERIFY(outcome.err.find("Read-only file system") != std::string::npos);
    }

    void homeIsFilledThroughTheDescriptor() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        auto plan = harness.plan();
        harness.fillHome = [&](int home) {
            // The file system belongs to the run's user namespace and knows the agent's ids only.
            const int gid = setfsgid(plan.gid);
            const int uid = setfsuid(plan.uid);
            auto fd = sys::openAt(home, ".profile", O_CREAT | O_WRONLY | O_EXCL, 0600);
            if (!fd.ok() || !sys::writeAll(fd->get(), std::string_view("hello\n")).ok()) {
                qWarning("cannot fill the home");
            }
            setfsuid(static_cast<uid_t>(uid));
            setfsgid(static_cast<gid_t>(gid));
        };
        plan.command = {"/usr/bin/sh", "-c",
                        "cat ~/.profile; echo new > ~/.tmp && mv ~/.tmp ~/.profile && cat ~/.profile"};
        const auto outcome = harness.run(plan);
        QVERIFY2(outcome.out == "hello\nnew\n", outcome.describe().c_str());
    }

    // A place is made in file systems of the run alone; through a bind it would be litter on the host.
    void noPlaceIsMadeOnTheHost_data() {
        QTest::addColumn<bool>("writable");
        QTest::addColumn<bool>("file");
        for (const bool writable : {false, true}) {
            for (const bool file : {false, true}) {
                QTest::addRow("%s, %s", writable ? "writable" : "read-only", file ? "file" : "directory")
                    << writable << file;
            }
        }
    }
    void noPlaceIsMadeOnTheHost() {
        QFETCH(bool, writable);
        QFETCH(bool, file);
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        harness.tree().file("state/dir/key", "fine\n");
        const auto other = harness.tree().file("other/dir/key", "other\n");
        auto plan = planFor(harness, writable);
        const std::string source = file ? other : harness.tree().path() + "/other/dir";
        plan.mounts.push_back(LaunchHarness::bind(source, "/state/missing/place", false));
        const auto outcome = harness.run(plan);
        QVERIFY2(outcome.failed.has_value(), outcome.describe().c_str());
        QCOMPARE(outcome.failed->step, std::string("mount target"));
        QVERIFY(outcome.failed->detail.find("/state/missing/place") != std::string::npos);
        QCOMPARE(outcome.status, wire::kLaunchExitSetup);
        QVERIFY(!fs::exists(harness.tree().path() + "/state/dir/missing"));
    }

    void aTargetThroughALinkIsRefused_data() {
        QTest::addColumn<QString>("target");
        for (const char* target : {"/state/link/place", "/state/link", "/bin/place", "/state/key/place"}) {
            QTest::newRow(target) << QString(target);
        }
    }
    void aTargetThroughALinkIsRefused() {
        QFETCH(QString, target);
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        harness.tree().file("state/dir/key", "fine\n");
        harness.tree().file("other/dir/key", "other\n");
        fs::create_directory_symlink("/usr", harness.tree().path() + "/state/dir/link");
        auto plan = planFor(harness);
        plan.mounts.push_back(
            LaunchHarness::bind(harness.tree().path() + "/other/dir", target.toStdString(), false));
        const auto outcome = harness.run(plan);
        QVERIFY2(outcome.failed.has_value(), outcome.describe().c_str());
        QCOMPARE(outcome.failed->step, std::string("mount target"));
        QCOMPARE(outcome.status, wire::kLaunchExitSetup);
    }

    void aPlaceDeepInThePrivateHomeIsMadeThereAndBelongsToTheAgent() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        harness.tree().file("state/dir/key", "fine\n");
        auto plan = planFor(harness);
        plan.mounts.back().target = "/home/agent/.a/b/state";
        plan.command = {"/usr/bin/sh", "-c", "cat ~/.a/b/state/key; stat -c %u ~/.a; touch ~/.a/mine"};
        const auto outcome = harness.run(plan);
        QVERIFY2(outcome.out == "fine\n" + std::to_string(plan.uid) + "\n", outcome.describe().c_str());
        QVERIFY2(outcome.err.empty(), outcome.describe().c_str());
    }

    void aPlanForAnotherUserIsRefused() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        auto plan = harness.plan();
        plan.command = {"/usr/bin/true"};
        if (getuid() == 0) {
            plan.root.reset();
        } else {
            plan.root = sandbox::RootPlan{false, 54321, 54321};
        }
        plan.uid = plan.gid = 54321;
        const auto outcome = harness.run(plan);
        QVERIFY(outcome.failed.has_value());
        QCOMPARE(outcome.failed->step, std::string("identity"));
    }
};

int main(int argc, char** argv) {
    return test::runAsBothUsers(argc, argv, [&] {
        SourcesTest sources;
        return QTest::qExec(&sources, argc, argv);
    });
}
#include "tst_sources.moc"
