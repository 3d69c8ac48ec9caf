// The sealed launch plan: what is encoded is what is read, and nothing else is read.
#include <QtTest/QtTest>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "core/base/sys.h"
#include "core/sandbox/launch_encode.h"
#include "core/wire/launch_plan.h"

using namespace leadglass;
using sandbox::Mount;

namespace {

sandbox::Plan goodPlan() {
    sandbox::Plan plan;
    plan.runDir = "/data/runs/1";
    plan.workingDir = "/home/p/project";
    plan.command = {"/usr/bin/agent", "", "with space", "ü"};
    plan.uid = 1000;
    plan.gid = 1001;
    plan.terminal = {true, false, true};
    plan.environment = {{"PATH", "/usr/bin", false, ""}, {"KEY", "a=b\nc", true, ""}};
    plan.net.loopbackPorts = {3000, 5432};
    plan.rlimits = {{RLIMIT_NPROC, 300}};
    plan.landlock = {{.path = "/usr"}, {.path = "/w", .writable = true}, {.path = "/", .listOnly = true}};
    Mount bind;
    bind.source = "/usr";
    bind.target = "/usr";
    bind.dev = 0x1234567890ULL;
    bind.ino = 77;
    bind.type = S_IFDIR;
    bind.sealed = true;
    Mount data;
    data.kind = Mount::Kind::Data;
    data.target = "/etc/hosts";
    data.content = std::string("a\0b", 3);
    Mount overlay = bind;
    overlay.sealed = false;
    overlay.kind = Mount::Kind::Overlay;
    overlay.source = "/home/p/a:b,c\\d";
    overlay.target = "/home/p/project";
    overlay.writable = true;
    Mount link;
    link.kind = Mount::Kind::Symlink;
    link.target = "/bin";
    link.content = "usr/bin";
    Mount own;
    own.kind = Mount::Kind::Tmpfs;
    own.target = "/home/p/project/deep/tmp";
    own.sizeBytes = 1U << 20;
    Mount dev;
    dev.kind = Mount::Kind::Dev;
    dev.target = "/dev";
    plan.mounts = {bind, data, overlay, own, dev, link};
    return plan;
}

sandbox::Plan withDevice() {
    auto plan = goodPlan();
    Mount device;
    device.kind = Mount::Kind::Device;
    device.source = device.target = "/dev/dri/renderD128";
    device.writable = true;
    device.dev = 5;
    device.ino = 9;
    device.type = S_IFCHR;
    device.rdev = makedev(226, 128);
    plan.mounts.push_back(device);
    return plan;
}

const sandbox::LaunchParts kParts{"/usr/bin/bwrap", "/usr/libexec/leadglass/leadglass-init", 6};

std::vector<std::uint8_t> encoded(const sandbox::Plan& plan) {
    auto bytes = sandbox::encodeLaunchPlan(plan, kParts);
    return bytes.ok() ? *bytes : std::vector<std::uint8_t>{};
}

std::string text(const wire::PlanText& view) { return {view.data, view.size}; }

using Change = void (*)(sandbox::Plan&);

} // namespace
Q_DECLARE_METATYPE(Change)

class LaunchPlanTest : public QObject {
    Q_OBJECT
private slots:
    void readsWhatWasEncoded() {
        const auto bytes = encoded(goodPlan());
        wire::LaunchPlan plan;
        QVERIFY(wire::parseLaunchPlan(bytes.data(), bytes.size(), plan));
        QCOMPARE(plan.uid, 1000U);
        QCOMPARE(plan.gid, 1001U);
        QVERIFY(plan.terminal() && !plan.terminal(1) && plan.terminal(2) && !plan.terminal(3));
        QVERIFY(plan.hasTerminal() && !plan.root() && !plan.unsafeRoot());
        QCOMPARE(plan.landlockAbi, 6U);
        QCOMPARE(text(plan.bwrap), kParts.bwrap);
        QCOMPARE(text(plan.workingDir), std::string("/home/p/project"));
        QCOMPARE(plan.proxyPort, std::uint16_t{980});
        wire::PlanCursor at = plan.argv.first;
        QCOMPARE(plan.argv.count, 4U);
        QCOMPARE(text(wire::nextArgument(at)), std::string("/usr/bin/agent"));
        QCOMPARE(text(wire::nextArgument(at)), std::string());
        QCOMPARE(text(wire::nextArgument(at)), std::string("with space"));
        QCOMPARE(text(wire::nextArgument(at)), std::string("ü"));
        at = plan.env.first;
        (void)wire::nextArgument(at);
        QCOMPARE(text(wire::nextArgument(at)), std::string("KEY=a=b\nc"));
        at = plan.mounts.first;
        QCOMPARE(plan.mounts.count, 5U); // /dev is bwrap's
        const auto bind = wire::nextMount(at);
        QCOMPARE(bind.dev, 0x1234567890ULL);
        QCOMPARE(text(bind.target), std::string("/usr"));
        QVERIFY(bind.sealed && !bind.writable);
        const auto link = wire::nextMount(at);
        QVERIFY(link.kind == wire::PlanMountKind::Symlink);
        QCOMPARE(text(link.target), std::string("/bin"));
        QCOMPARE(text(link.content), std::string("usr/bin"));
        QCOMPARE(text(wire::nextMount(at).content), std::string("a\0b", 3));
        const auto overlay = wire::nextMount(at);
        QCOMPARE(text(overlay.target), std::string("/home/p/project"));
        QVERIFY(wire::nextMount(at).kind == wire::PlanMountKind::Tmpfs);
        QVERIFY(overlay.kind == wire::PlanMountKind::Overlay && overlay.writable && !overlay.sealed);
        QCOMPARE(text(overlay.source), std::string("/home/p/a:b,c\\d"));
        at = plan.landlock.first;
        QVERIFY(wire::nextLandlock(at).access == wire::PlanAccess::Read);
        QVERIFY(wire::nextLandlock(at).access == wire::PlanAccess::Write);
        QVERIFY(wire::nextLandlock(at).access == wire::PlanAccess::List);
        QVERIFY(text(plan.bwrapArgs).find("--unshare-all") != std::string::npos);
        QCOMPARE(plan.seccomp.size % 8, 0U);
    }

    void aDeviceCarriesItsNumberAndItsPlaceOnTheStage() {
        const auto bytes = encoded(withDevice());
        wire::LaunchPlan plan;
        QVERIFY(wire::parseLaunchPlan(bytes.data(), bytes.size(), plan));
        QCOMPARE(plan.mounts.count, 6U);
        wire::PlanCursor at = plan.mounts.first;
        wire::PlanMount last;
        for (std::uint32_t i = 0; i < plan.mounts.count; ++i) {
            const auto mount = wire::nextMount(at);
            last = mount.kind == wire::PlanMountKind::Device ? mount : last;
        }
        QCOMPARE(last.size, std::uint64_t{makedev(226, 128)});
        QCOMPARE(text(last.source), std::string("/dev/dri/renderD128"));
        QCOMPARE(text(last.content), std::string("device-6"));
        QVERIFY(text(plan.bwrapArgs).find(std::string("/tmp/device-6\0/dev/dri/renderD128", 33)) != std::string::npos);
    }

    void aDevicesPlaceOnTheStageIsDigitsAlone() {
        auto bytes = encoded(withDevice());
        const std::string good("device-6");
        // The name stands once more, among bwrap's words: the record is the place before which its length stands.
        const std::string record = std::string("\x08\0\0\0", 4) + good;
        const auto at = std::search(bytes.begin(), bytes.end(), record.begin(), record.end());
        QVERIFY(at != bytes.end());
        wire::LaunchPlan plan;
        for (const std::string bad : {"device-/", "device-.", "device-a", "devices6", "../dev-6"}) {
            std::copy(bad.begin(), bad.end(), at + 4);
            QVERIFY2(!wire::parseLaunchPlan(bytes.data(), bytes.size(), plan), bad.c_str());
        }
        std::copy(good.begin(), good.end(), at + 4);
        QVERIFY(wire::parseLaunchPlan(bytes.data(), bytes.size(), plan));
    }

    void refusesDevicesWithoutAnIdentity_data() {
        QTest::addColumn<Change>("change");
        const auto row = [](const char* name, Change change) { QTest::newRow(name) << change; };
        row("no number", [](sandbox::Plan& p) { p.mounts.back().rdev = 0; });
        row("no inode", [](sandbox::Plan& p) { p.mounts.back().ino = 0; });
        row("a disk", [](sandbox::Plan& p) { p.mounts.back().type = S_IFBLK; });
        row("a file", [](sandbox::Plan& p) { p.mounts.back().type = S_IFREG; });
        row("read-only", [](sandbox::Plan& p) { p.mounts.back().writable = false; });
        row("outside /dev", [](sandbox::Plan& p) { p.mounts.back().target = "/home/p/null"; });
        row("on /dev", [](sandbox::Plan& p) { p.mounts.back().target = "/dev"; });
        row("out of /dev", [](sandbox::Plan& p) { p.mounts.back().target = "/dev/../etc"; });
    }
    void refusesDevicesWithoutAnIdentity() {
        QFETCH(Change, change);
        auto plan = withDevice();
        QVERIFY(sandbox::encodeLaunchPlan(plan, kParts).ok());
        change(plan);
        QVERIFY(!sandbox::encodeLaunchPlan(plan, kParts).ok());
    }

    void aTargetThatLeavesTheTreeIsRefused() {
        auto bytes = encoded(goodPlan());
        const std::string good = "/etc/hosts";
        const auto at = std::search(bytes.begin(), bytes.end(), good.begin(), good.end());
        QVERIFY(at != bytes.end());
        wire::LaunchPlan plan;
        for (const std::string bad : {"/../.hosts", "/etc/../..", "/etc//host", "/etc/host/", "etc//hosts",
                                      "/./etc/hos", "/etc/hos/.", "//////////"}) {
            QCOMPARE(bad.size(), good.size());
            std::copy(bad.begin(), bad.end(), at);
            QVERIFY2(!wire::parseLaunchPlan(bytes.data(), bytes.size(), plan), bad.c_str());
        }
        std::copy(good.begin(), good.end(), at);
        QVERIFY(wire::parseLaunchPlan(bytes.data(), bytes.size(), plan));
    }

    void everyTruncationIsRefused() {
        const auto bytes = encoded(goodPlan());
        wire::LaunchPlan plan;
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            QVERIFY(!wire::parseLaunchPlan(bytes.data(), size, plan));
        }
        auto longer = bytes;
        longer.push_back(0);
        QVERIFY(!wire::parseLaunchPlan(longer.data(), longer.size(), plan));
    }

    void noDamagedByteReadsOutside() { // run under asan, too: every length is changed here
        auto bytes = encoded(goodPlan());
        wire::LaunchPlan plan;
        int refused = 0;
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            const std::uint8_t old = bytes[i];
            bytes[i] = static_cast<std::uint8_t>(old ^ 0x80U);
            refused += wire::parseLaunchPlan(bytes.data(), bytes.size(), plan) ? 0 : 1;
            bytes[i] = old;
        }
        QVERIFY(refused > 50);
    }

    void refusesPlansThatCannotBeKept_data() {
        QTest::addColumn<Change>("change");
        const auto row = [](const char* name, Change change) { QTest::newRow(name) << change; };
        row("user 0 without a root plan", [](sandbox::Plan& p) { p.uid = 0; });
        row("root plan with another uid", [](sandbox::Plan& p) { p.root = sandbox::RootPlan{false, 7, 7}; });
        row("root plan that is root",
            [](sandbox::Plan& p) { p.root = sandbox::RootPlan{false, 0, 0}; p.uid = p.gid = 0; });
        row("relative command", [](sandbox::Plan& p) { p.command[0] = "agent"; });
        row("no command", [](sandbox::Plan& p) { p.command.clear(); });
        row("NUL in an argument", [](sandbox::Plan& p) { p.command[1] = std::string("a\0b", 3); });
        row("NUL in a variable", [](sandbox::Plan& p) { p.environment[0].value = std::string("a\0b", 3); });
        row("= in a variable's name", [](sandbox::Plan& p) { p.environment[0].name = "A=B"; });
        row("source without identity", [](sandbox::Plan& p) { p.mounts[0].ino = 0; });
        row("source is a socket", [](sandbox::Plan& p) { p.mounts[0].type = S_IFSOCK; });
        row("source is a device", [](sandbox::Plan& p) { p.mounts[0].type = S_IFCHR; });
        row("relative source", [](sandbox::Plan& p) { p.mounts[0].source = "usr"; });
        row("overlay of a file", [](sandbox::Plan& p) { p.mounts[2].type = S_IFREG; });
        row("sealed and writable", [](sandbox::Plan& p) { p.mounts[0].writable = true; });
        row("sealed and a file", [](sandbox::Plan& p) { p.mounts[0].type = S_IFREG; });
        row("sealed and an overlay", [](sandbox::Plan& p) { p.mounts[2].sealed = true; });
        row("two overlays", [](sandbox::Plan& p) { p.mounts.push_back(p.mounts[2]); });
        row("git's, and read-only", [](sandbox::Plan& p) {
            p.mounts[2].git = true;
            p.mounts[2].writable = false;
        });
        row("git's, and a bind", [](sandbox::Plan& p) { p.mounts[0].git = true; });
        row("two of git's", [](sandbox::Plan& p) {
            p.mounts.push_back(p.mounts[2]);
            p.mounts.push_back(p.mounts[2]);
            p.mounts[p.mounts.size() - 2].git = p.mounts.back().git = true;
        });
        row("home without size", [](sandbox::Plan& p) { p.mounts[1].kind = Mount::Kind::Home; });
        row("port 0", [](sandbox::Plan& p) { p.net.loopbackPorts = {0}; });
        row("proxy port 0", [](sandbox::Plan& p) { p.net.proxyPort = 0; });
        row("no ports to capture", [](sandbox::Plan& p) { p.net.capture = sandbox::NetCapture::AnyIpPorts; });
        row("relative working directory", [](sandbox::Plan& p) { p.workingDir = "."; });
        row("too many mounts", [](sandbox::Plan& p) { p.mounts.resize(600, p.mounts[0]); });
    }
    void refusesPlansThatCannotBeKept() {
        QFETCH(Change, change);
        auto plan = goodPlan();
        QVERIFY(sandbox::encodeLaunchPlan(plan, kParts).ok());
        change(plan);
        const auto result = sandbox::encodeLaunchPlan(plan, kParts);
        QVERIFY(!result.ok());
        QVERIFY(!result.error().what.empty());
    }

    void saysNoSecretInAnError() {
        auto plan = goodPlan();
        plan.environment = {{"KEY", std::string("hunter2\0", 8), true, ""}};
        const auto result = sandbox::encodeLaunchPlan(plan, kParts);
        QVERIFY(!result.ok());
        QVERIFY(result.error().text().find("hunter2") == std::string::npos);
    }

    void opensOnlySealedMemory() {
        const auto bytes = encoded(goodPlan());
        wire::LaunchPlan plan;
        auto sealed = sys::sealedMemfd("t", bytes);
        QVERIFY(sealed.ok());
        QCOMPARE(wire::openLaunchPlan(sealed->get(), plan), static_cast<const char*>(nullptr));
        UniqueFd open(memfd_create("t", MFD_ALLOW_SEALING));
        QVERIFY(sys::writeAll(open.get(), bytes).ok());
        QVERIFY(wire::openLaunchPlan(open.get(), plan) != nullptr);
        QCOMPARE(fcntl(open.get(), F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK), 0);
        QVERIFY(wire::openLaunchPlan(open.get(), plan) != nullptr); // seals could still be added
        UniqueFd null(::open("/dev/null", O_RDONLY));
        QVERIFY(wire::openLaunchPlan(null.get(), plan) != nullptr);
    }
};

QTEST_APPLESS_MAIN(LaunchPlanTest)
#include "tst_launch_plan.moc"
