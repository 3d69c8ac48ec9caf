// Bind sources are opened, not named: what was planned is what is mounted, or nothing.
#include <QtTest/QtTest>

#include <fcntl.h>
#include <sys/fsuid.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

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

// Says what came of a stream socket, a datagram socket and a pipe of each name in /state.
constexpr const char* kTalk = R"(
import errno, os, socket
print(open("/state/key").read(), end="")
def told(act):
    try:
        act()
        return "ok"
    except OSError as e:
        return errno.errorcode[e.errno]
for name in ("before", "late"):
    print(name + ":", told(lambda: socket.socket(socket.AF_UNIX).connect(f"/state/{name}.stream")),
          told(lambda: socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"x", f"/state/{name}.datagram")),
          told(lambda: os.write(os.open(f"/state/{name}.pipe", os.O_WRONLY | os.O_NONBLOCK), b"x")))
print(told(lambda: open("/state/key", "w")))
)";

// Two sockets and a pipe of the host, and how often somebody used them.
class Ears {
public:
    Ears(const std::string& folder, const std::string& name) {
        m_fds[0] = bound(folder + name + ".stream", SOCK_STREAM);
        m_fds[1] = bound(folder + name + ".datagram", SOCK_DGRAM);
        const std::string pipe = folder + name + ".pipe";
        if (mkfifo(pipe.c_str(), 0666) != 0 || chmod(pipe.c_str(), 0666) != 0) {
            qFatal("cannot make a pipe");
        }
        m_fds[2].reset(::open(pipe.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC));
    }
    [[nodiscard]] int heard() const {
        char byte = 0;
        const UniqueFd peer(accept4(m_fds[0].get(), nullptr, nullptr, SOCK_CLOEXEC));
        return (peer.valid() ? 1 : 0) + (recv(m_fds[1].get(), &byte, 1, 0) > 0 ? 1 : 0) +
               (read(m_fds[2].get(), &byte, 1) > 0 ? 1 : 0);
    }

private:
    static UniqueFd bound(const std::string& path, int type) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        if (path.size() >= sizeof address.sun_path) {
            qFatal("TMPDIR is too long for a socket below it");
        }
        std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
        UniqueFd fd(socket(AF_UNIX, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
        if (bind(fd.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 ||
            (type == SOCK_STREAM && listen(fd.get(), 8) != 0) || chmod(path.c_str(), 0666) != 0) {
            qFatal("cannot listen on the host's socket");
        }
        return fd;
    }
    std::array<UniqueFd, 3> m_fds;
};

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

    // A read-only mount keeps neither from being used. Also where they appear after the start.
    void ofASealedDirectoryNoSocketAndNoPipeLeadsOut() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        harness.tree().file("state/dir/key", "fine\n");
        const std::string folder = harness.tree().path() + "/state/dir/";
        Ears ears(folder, "before");
        std::optional<Ears> late;
        auto plan = planFor(harness);
        plan.mounts.back().sealed = true;
        plan.landlock.back().writable = true; // as it is below a home: the mount alone stands in the way
        plan.command = {"/usr/bin/python3", "-c", kTalk};
        harness.beforeGo = [&] { late.emplace(folder, "late"); };
        const auto outcome = harness.run(plan);
        QVERIFY2(outcome.out == "fine\nbefore: ECONNREFUSED ECONNREFUSED ENXIO\nlate: ECONNREFUSED ECONNREFUSED ENXIO\nEROFS\n",
                 outcome.describe().c_str());
        QCOMPARE(ears.heard() + late->heard(), 0);
        QVERIFY(outcome.unsealed.empty());
    }
    void oneThatCannotBeSealedIsEmptyAndTheSupervisorIsTold() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        auto plan = harness.plan();
        plan.mounts.push_back(LaunchHarness::bind("/dev", "/state", false)); // other file systems lie below it
        plan.landlock.push_back({.path = "/state", .writable = false});
        plan.mounts.back().sealed = true;
        plan.command = {"/usr/bin/sh", "-c", "ls -A /state; touch /state/x"};
        const auto outcome = harness.run(plan);
        QVERIFY2(outcome.out.empty(), outcome.describe().c_str());
        QVERIFY2(outcome.err.find("Read-only file system") != std::string::npos, outcome.describe().c_str());
        QCOMPARE(outcome.unsealed, std::vector<std::string>{"/state"});
    }
    void ofOneThatIsReadOnlyAndNotSealedTheyDo() { // the control
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        harness.tree().file("state/dir/key", "fine\n");
        const std::string folder = harness.tree().path() + "/state/dir/";
        const Ears ears(folder, "before");
        auto plan = planFor(harness);
        plan.landlock.back().writable = true;
        plan.command = {"/usr/bin/python3", "-c", kTalk};
        const auto outcome = harness.run(plan);
        QVERIFY2(outcome.out.find("before: ok ok ok") != std::string::npos, outcome.describe().c_str());
        QCOMPARE(ears.heard(), 3);
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
