// Which devices a run may be shown: by number, and nothing that is not known.
#include <QtTest>

#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "core/sandbox/devices.h"
#include "core/sandbox/plan_parts.h"

using namespace leadglass;

class TestDevices : public QObject {
    Q_OBJECT

private slots:
    void showsOnlyWhatIsKnownToBeHarmless_data() {
        QTest::addColumn<unsigned>("major");
        QTest::addColumn<unsigned>("minor");
        QTest::addColumn<bool>("shown");
        QTest::newRow("zero") << 1U << 5U << true;
        QTest::newRow("mem") << 1U << 1U << false;
        QTest::newRow("port") << 1U << 4U << false;
        QTest::newRow("kmsg") << 1U << 11U << false;
        QTest::newRow("console") << 5U << 1U << false;
        QTest::newRow("ptmx") << 5U << 2U << false;
        QTest::newRow("pts") << 136U << 3U << false;
        QTest::newRow("event") << 13U << 64U << false;
        QTest::newRow("uinput") << 10U << 223U << false;
        QTest::newRow("fuse") << 10U << 229U << false;
        QTest::newRow("tun") << 10U << 200U << false;
        QTest::newRow("kvm") << 10U << 232U << true;
        QTest::newRow("card") << 226U << 0U << false;
        QTest::newRow("last card") << 226U << 127U << false;
        QTest::newRow("render") << 226U << 128U << true;
        QTest::newRow("last render") << 226U << 191U << true;
        QTest::newRow("either") << 226U << 192U << false;
        QTest::newRow("nvidia0") << 195U << 0U << true;
        QTest::newRow("nvidiactl") << 195U << 255U << true;
        QTest::newRow("nvidia-modeset") << 195U << 254U << false;
        QTest::newRow("nvidia-caps") << 510U << 1U << false; // partitions a card
        QTest::newRow("vfio") << 10U << 196U << false;
        QTest::newRow("vhost-net") << 10U << 238U << false;
        QTest::newRow("vhost-vsock") << 10U << 241U << false;
        QTest::newRow("loop-control") << 10U << 237U << false;
        QTest::newRow("device-mapper") << 10U << 236U << false;
        QTest::newRow("btrfs-control") << 10U << 234U << false;
        QTest::newRow("userfaultfd") << 10U << 126U << false;
        QTest::newRow("hwrng") << 10U << 183U << false;
        QTest::newRow("snapshot") << 10U << 231U << false;
        QTest::newRow("sg") << 21U << 0U << false;
        QTest::newRow("usb") << 189U << 1U << false;
        QTest::newRow("camera") << 81U << 0U << false;
        QTest::newRow("sound") << 116U << 2U << false;
        QTest::newRow("framebuffer") << 29U << 0U << false;
        QTest::newRow("vcs") << 7U << 0U << false;
        QTest::newRow("nvidia-uvm") << 511U << 0U << true;
        QTest::newRow("kfd") << 241U << 0U << true;
        QTest::newRow("hidraw") << 242U << 0U << false;
        QTest::newRow("a disk of that number") << 259U << 0U << false; // in the part of block devices
        QTest::newRow("unknown") << 400U << 0U << false;
        QTest::newRow("none") << 0U << 0U << false; // an overlay's whiteout
    }
    void showsOnlyWhatIsKnownToBeHarmless() {
        QFETCH(unsigned, major);
        QFETCH(unsigned, minor);
        QFETCH(bool, shown);
        const std::string majors = "Character devices:\n  1 mem\n241 kfd\n242 hidraw\n510 nvidia-caps\n511 nvidia-uvm\n\nBlock devices:\n259 kfd\n";
        const auto why = sandbox::whyRefused(S_IFCHR, makedev(major, minor), majors);
        QCOMPARE(why.empty(), shown);
        QVERIFY(!sandbox::whyRefused(S_IFBLK, makedev(major, minor), majors).empty());
        QVERIFY(!sandbox::whyRefused(S_IFREG, makedev(major, minor), majors).empty());
    }

    void takesNoLinkAndNothingThatIsNotThere() {
        for (const char* own : {"/dev/null", "/dev/fd/0", "/dev/stdin", "/dev/core", "/dev/pts/0", "/dev/shm/x", "/dev/tty"}) {
            const auto made = sandbox::deviceMount(own, "mine.toml:6 x");
            QVERIFY2(!made.ok() && made.error().what.ends_with(": a run has its own under that name"), own);
        }
        for (const char* odd : {"/dev", "/dev/", "/dev/./kvm", "/dev/../etc/shadow", "/dev//kvm", "/etc/shadow", "kvm", ""}) {
            QVERIFY2(!sandbox::deviceMount(odd, "x").ok(), odd);
        }
        const auto none = sandbox::deviceMount("/dev/no-such-device", "mine.toml:6 x");
        QCOMPARE(none.error().code, Code::NotFound);
        QCOMPARE(none.error().what, std::string("device '/dev/no-such-device' (mine.toml:6 x): there is none"));
    }

    void aMissingDeviceStopsThePlanAndNamesTheLine() {
        policy::EffectivePolicy policy;
        policy.merged.devices = {{"/dev/no-such-device", {policy::Layer::Profile, "/p/mine.toml", 6, 10}}};
        const auto planned = sandbox::planDevices(policy, {});
        QVERIFY(!planned.ok());
        QVERIFY(planned.error().what.find("/p/mine.toml:6") != std::string::npos);
        QVERIFY(!planned.error().fix.empty());
        policy.merged.devices.clear();
        QVERIFY(sandbox::planDevices(policy, {})->empty());
    }
};

QTEST_APPLESS_MAIN(TestDevices)
#include "tst_devices.moc"
