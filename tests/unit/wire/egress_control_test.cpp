// The messages between supervisor and egress survive the wire; nothing else is accepted.
#include <QtTest>

#include "core/wire/egress_control.h"

using namespace leadglass::wire;

namespace {

std::vector<ToEgress> downMessages() {
    Setup setup;
    setup.redirected = false;
    setup.maxFlows = 7;
    setup.credentials = {"token", "ASIAX", "secret+/=", "session"};
    setup.listeners = {{Listener::Captured4, 0}, {Listener::Dns6, 0}, {Listener::Loopback, 5432}};
    FlowVerdict verdict;
    verdict.flow = 0x0123456789abcdefULL;
    verdict.allow = true;
    verdict.refusal = Refusal::Overload;
    verdict.protocol = FlowProtocol::Ssh;
    verdict.sniAny = true;
    verdict.host = "api.test";
    verdict.decisionId = "d-1";
    DnsVerdict dns;
    dns.query = 9;
    dns.kind = DnsVerdict::Kind::NoData;
    dns.v4 = {198, 18, 0, 1};
    dns.v6[15] = 3;
    verdict.inspect = true;
    Begin begin;
    begin.hosts = {"api.test", "*.example.test"};
    begin.certificate = {1, 2};
    begin.key = {3};
    begin.scan = ScanAction::Redact;
    begin.canaries = {"token"};
    begin.maxBody = 1ULL << 40;
    RequestVerdict request;
    request.request = 8;
    request.allow = true;
    request.refusal = 1;
    request.decisionId = "12";
    request.edits = {{"authorization", "Bearer x", false, true}, {"accept-encoding", "", true, false}};
    request.redact = {"x"};
    return {setup, verdict, dns, Published{1ULL << 63, 8080}, begin, request, RequestWatch{8, {"x", "y"}}, RequestWatch{9, {}}};
}

std::vector<FromEgress> upMessages() {
    FlowOpen open;
    open.flow = 3;
    open.entry = Entry::Socks;
    open.name = "Api.Test";
    open.port = 443;
    open.target.v6 = true;
    open.target.bytes[0] = 0xfd;
    open.client.port = 40000;
    open.local.port = 1080;
    RequestOpen request;
    request.flow = 3;
    request.request = 8;
    request.method = "POST";
    request.target = "/acme/x.git/git-receive-pack";
    request.host = "api.test";
    request.version = 20;
    request.headers = {{"content-type", "x"}, {"", ""}};
    request.pushed = true;
    request.refs = {{"refs/heads/main", true, false}};
    return {Authority{{1}, {2, 3}}, request, RequestDone{8, 200, 1, 2, 3, "x"}, Sighting{3, 8, "canary:0", 2, 7, true},
            TlsFailed{3, true, "untrusted", std::string("\xff", 1)}, Ready{}, open, FlowRefused{4, Refusal::Inconsistent, std::string("x\0\xff", 3)},
            FlowClosed{5, 1ULL << 40, 2, true}, DnsQuery{6, "api.test", true, {true, {0xfd}, 40000}}, Crowded{70000}};
}

} // namespace

class EgressControlTest : public QObject {
    Q_OBJECT
private slots:
    void everyMessageSurvivesAndNoShorterOneDoes() {
        const auto check = [](const auto& messages, auto decode) {
            for (const auto& message : messages) {
                const auto bytes = encode(message);
                auto back = decode(bytes);
                QVERIFY(back.ok());
                QCOMPARE(back->index(), message.index());
                QCOMPARE(encode(*back), bytes);
                for (std::size_t n = 0; n < bytes.size(); ++n) {
                    QVERIFY(!decode(std::span(bytes).first(n)).ok());
                }
                auto longer = bytes;
                longer.push_back(0);
                QVERIFY(!decode(longer).ok());
            }
        };
        check(downMessages(), [](std::span<const std::uint8_t> b) { return decodeToEgress(b); });
        check(upMessages(), [](std::span<const std::uint8_t> b) { return decodeFromEgress(b); });
    }

    void oneDirectionsMessagesAreNotTheOthers() {
        for (const auto& m : downMessages()) {
            QVERIFY(!decodeFromEgress(encode(m)).ok());
        }
        for (const auto& m : upMessages()) {
            QVERIFY(!decodeToEgress(encode(m)).ok());
        }
    }

    void valuesOutOfRangeAreRefused() {
        auto open = encode(upMessages()[6]);
        for (int entry : {0, 6, 255}) {
            open[9] = static_cast<std::uint8_t>(entry);
            QVERIFY(!decodeFromEgress(open).ok());
        }
        auto verdict = encode(downMessages()[1]);
        verdict[9] = 2; // a bool
        QVERIFY(!decodeToEgress(verdict).ok());
        auto setup = encode(downMessages()[0]);
        setup[14] = 61; // more listeners than one message has descriptors for
        QVERIFY(!decodeToEgress(setup).ok());
    }

    void longTextIsCutNotRefused() {
        FlowRefused refused{1, Refusal::BadProtocol, std::string(4000, 'x')};
        auto back = decodeFromEgress(encode(FromEgress(refused)));
        QVERIFY(back.ok());
        QCOMPARE(std::get<FlowRefused>(*back).detail.size(), std::size_t{255});
    }
};

QTEST_APPLESS_MAIN(EgressControlTest)
#include "egress_control_test.moc"
