// The control messages of the launch chain, as the supervisor reads them.
#include <QtTest/QtTest>

#include "core/wire/launch_control_codec.h"

using namespace leadglass;
using wire::LaunchPacker;
using wire::LaunchTag;

namespace {

Result<wire::FromLaunch> decode(const LaunchPacker& m, std::size_t fds = 0) {
    return wire::decodeFromLaunch({m.data(), m.size()}, fds);
}

LaunchPacker number(LaunchTag tag, std::uint32_t value) {
    LaunchPacker m(tag);
    m.u32(value);
    return m;
}

} // namespace

class LaunchControlTest : public QObject {
    Q_OBJECT
private slots:
    void readsEachMessage() {
        LaunchPacker failed(LaunchTag::Failed);
        failed.text("overlay", 7, wire::kLaunchStepMax);
        failed.u32(22);
        failed.text("why\x1b", 4, wire::kLaunchTextMax);
        auto message = decode(failed);
        QVERIFY(message.ok());
        const auto& f = std::get<wire::LaunchFailed>(*message);
        QCOMPARE(f.step, std::string("overlay"));
        QCOMPARE(f.sysErrno, 22);
        QCOMPARE(wire::toError(f).text(),
                 std::string("cannot build the sandbox: overlay: why\\x1b: Invalid argument"));

        LaunchPacker listeners(LaunchTag::Listeners);
        listeners.u8(2);
        listeners.u8(3);
        listeners.u16(980);
        listeners.u8(7);
        listeners.u16(0);
        message = decode(listeners, 2);
        QVERIFY(message.ok());
        const auto& l = std::get<wire::LaunchListeners>(*message);
        QVERIFY(l.sockets[0].kind == wire::LaunchSocket::Proxy && l.sockets[0].port == 980);
        QVERIFY(l.sockets[1].kind == wire::LaunchSocket::SockDiag);

        LaunchPacker exited(LaunchTag::Exited);
        exited.u8(1);
        exited.u32(9);
        message = decode(exited);
        QCOMPARE(std::get<wire::InitExited>(*message).exitStatus(), 137);
        QVERIFY(decode(LaunchPacker(LaunchTag::Home), 1).ok());
        QVERIFY(decode(LaunchPacker(LaunchTag::Ready)).ok());
        QVERIFY(std::holds_alternative<wire::InitCommands>(*decode(LaunchPacker(LaunchTag::Commands), 1)));
        LaunchPacker unsealed(LaunchTag::Unsealed);
        unsealed.text("/data\x1b", 6, wire::kLaunchTextMax);
        QCOMPARE(std::get<wire::LaunchUnsealed>(*decode(unsealed)).target, std::string("/data\\x1b"));
        QVERIFY(decode(LaunchPacker(LaunchTag::Started)).ok());
        QVERIFY(decode(LaunchPacker(LaunchTag::Continued)).ok());
        QCOMPARE(std::get<wire::InitStopped>(*decode(number(LaunchTag::Stopped, 20))).signal, 20);
        QCOMPARE(std::get<wire::InitExecFailed>(*decode(number(LaunchTag::ExecFailed, 2))).sysErrno, 2);
    }

    void refusesWhatIsNotOfTheProtocol() {
        QVERIFY(!wire::decodeFromLaunch({}, 0).ok());
        QVERIFY(!decode(LaunchPacker(LaunchTag::Go)).ok());
        QVERIFY(!decode(LaunchPacker(static_cast<LaunchTag>(99))).ok());
        QVERIFY(!decode(LaunchPacker(LaunchTag::Home), 0).ok());
        QVERIFY(!decode(LaunchPacker(LaunchTag::Commands), 0).ok());
        QVERIFY(!decode(LaunchPacker(LaunchTag::Command), 5).ok());
        QVERIFY(!decode(LaunchPacker(LaunchTag::Ready), 1).ok());
        QVERIFY(!decode(number(LaunchTag::Ready, 1)).ok());
        QVERIFY(!decode(number(LaunchTag::Stopped, 0)).ok());
        QVERIFY(!decode(number(LaunchTag::Stopped, 65)).ok());
        QVERIFY(!decode(number(LaunchTag::ExecFailed, 0)).ok());
        LaunchPacker listeners(LaunchTag::Listeners);
        listeners.u8(1);
        listeners.u8(8);
        listeners.u16(1);
        QVERIFY(!decode(listeners, 1).ok());
        QVERIFY(!decode(listeners, 2).ok());
        LaunchPacker exited(LaunchTag::Exited);
        exited.u8(0);
        exited.u32(256);
        QVERIFY(!decode(exited).ok());
        const std::vector<std::uint8_t> tooLong(wire::kLaunchMessageMax + 1, 4);
        QVERIFY(!wire::decodeFromLaunch(tooLong, 0).ok());
    }

    void cutsTextThatIsTooLong() {
        const std::string longText(3000, 'x');
        LaunchPacker failed(LaunchTag::Failed);
        failed.text(longText.data(), longText.size(), wire::kLaunchStepMax);
        failed.u32(0);
        failed.text(longText.data(), longText.size(), wire::kLaunchTextMax);
        const auto message = decode(failed);
        QVERIFY(message.ok());
        QCOMPARE(std::get<wire::LaunchFailed>(*message).detail.size(), wire::kLaunchTextMax);
    }

    void encodesForTheChild() {
        QCOMPARE(wire::encode(wire::ToLaunch(wire::LaunchGo{})), (std::vector<std::uint8_t>{64}));
        QCOMPARE(wire::encode(wire::ToLaunch(wire::InitSignal{15})),
                 (std::vector<std::uint8_t>{65, 15, 0, 0, 0}));
        QCOMPARE(wire::encode(wire::ToLaunch(wire::InitContinue{})), (std::vector<std::uint8_t>{66}));
    }
};

QTEST_APPLESS_MAIN(LaunchControlTest)
#include "tst_launch_control.moc"
