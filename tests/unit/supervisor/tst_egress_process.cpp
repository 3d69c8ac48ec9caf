// The supervisor's side of leadglass-egress, with programs in its place that do not do their part.
#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/socket.h>

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "core/base/sys.h"
#include "core/session/egress_process.h"

using namespace leadglass;
using namespace leadglass::session;

namespace {

constexpr Nanos kSecond = 1'000'000'000;

struct Bench {
    QTemporaryDir dir;
    std::unique_ptr<EventLoop> loop = EventLoop::create().value();
    int ended = 0;
    std::unique_ptr<EgressProcess> egress;

    explicit Bench(const char* script) {
        const QString path = dir.filePath("egress");
        QFile file(path);
        if (file.open(QIODevice::WriteOnly)) {
            file.write("#!/bin/sh\n");
            file.write(script);
            file.close();
            file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        }
        egress = std::make_unique<EgressProcess>(
            *loop, path.toStdString(),
            EgressProcess::Callbacks{[] {}, [](const wire::FromEgress&) {},
                                     [this](const std::string&) { ++ended; }});
    }
    void turnUntil(const std::function<bool()>& done, Nanos limit = 10 * kSecond) {
        const Nanos end = systemClock().awake() + limit;
        while (!done() && systemClock().awake() < end) {
            QVERIFY(loop->turn(20'000'000));
        }
    }
};

std::vector<LaunchChain::Socket> oneListener(std::uint16_t& port) {
    UniqueFd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    const bool listens = ::bind(fd.get(), reinterpret_cast<sockaddr*>(&address), size) == 0 &&
                         ::listen(fd.get(), 8) == 0 &&
                         ::getsockname(fd.get(), reinterpret_cast<sockaddr*>(&address), &size) == 0;
    port = listens ? ntohs(address.sin_port) : std::uint16_t{0};
    std::vector<LaunchChain::Socket> out(1);
    out[0].info.kind = wire::LaunchSocket::Captured4;
    out[0].fd = std::move(fd);
    return out;
}

bool connects(std::uint16_t port) {
    const UniqueFd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return ::connect(fd.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
}

} // namespace

class EgressProcessSideTest : public QObject {
    Q_OBJECT
private slots:
    void oneThatDoesNotReadIsEndedAndNotInTheMiddleOfACall() {
        Bench bench("exec sleep 60\n");
        std::uint16_t port = 0;
        QVERIFY(bench.egress->start());
        QVERIFY(bench.egress->setUp(oneListener(port), true));
        for (int i = 0; i < 10'000; ++i) {
            bench.egress->send(wire::DnsVerdict{}, -1);
            QCOMPARE(bench.ended, 0); // the caller may hold references into what ends
        }
        bench.turnUntil([&] { return bench.ended > 0; });
        QCOMPARE(bench.ended, 1);
    }
    void descriptorsDoNotPileUpForOneThatDoesNotReadThem() {
        Bench bench("exec sleep 60\n");
        std::uint16_t port = 0;
        QVERIFY(bench.egress->start());
        QVERIFY(bench.egress->setUp(oneListener(port), true));
        const auto null = sys::open("/dev/null", O_RDONLY);
        QVERIFY(null);
        wire::FlowVerdict allow;
        allow.allow = true;
        for (int i = 0; i < 2000; ++i) {
            bench.egress->send(allow, null->get());
        }
        // Far fewer than were sent are open now, and none once it has ended.
        QVERIFY(sys::dup(null->get()).value().get() < 400);
        bench.turnUntil([&] { return bench.ended > 0; });
        QCOMPARE(bench.ended, 1);
        QVERIFY(sys::dup(null->get()).value().get() < 60);
    }
    void oneThatSpeaksNonsenseIsEnded() {
        Bench bench("printf nonsense >&3; exec sleep 60\n");
        std::uint16_t port = 0;
        QVERIFY(bench.egress->start());
        QVERIFY(bench.egress->setUp(oneListener(port), true));
        bench.turnUntil([&] { return bench.ended > 0; });
        QVERIFY(bench.ended > 0);
    }
    void afterTheLastRestartConnectionsFailAtOnce() {
        Bench bench("exit 1\n");
        std::uint16_t port = 0;
        QVERIFY(bench.egress->start());
        Status setUp = bench.egress->setUp(oneListener(port), true);
        QVERIFY(port != 0);
        static_cast<void>(setUp.ok()); // it may be gone already: the end of it is seen all the same
        bench.turnUntil([&] { return bench.ended > EgressProcess::kMaxRestarts; });
        bench.turnUntil([&] { return !connects(port); }, 2 * kSecond);
        QVERIFY(!connects(port));
    }
};

QTEST_APPLESS_MAIN(EgressProcessSideTest)
#include "tst_egress_process.moc"
