// The HTTP/2 relay against those who do not keep to the rules: bounded, told, closed.
#include <QtTest>

#include <string>

#include "tests/unit/egress/inspect/h2_rig.h"

using namespace h2test;

namespace {
const Fields kOk{{":status", "200"}};
constexpr std::uint8_t kData = 0;
constexpr std::uint8_t kHeaders = 1;
constexpr std::uint8_t kPriority = 2;
constexpr std::uint8_t kReset = 3;
constexpr std::uint8_t kSettings = 4;
constexpr std::uint8_t kPush = 5;
constexpr std::uint8_t kPing = 6;
constexpr std::uint8_t kGoAway = 7;
constexpr std::uint8_t kWindow = 8;
constexpr std::uint8_t kContinuation = 9;
constexpr std::uint8_t kEndStream = 1;
constexpr std::uint8_t kEndHeaders = 4;

// Fields as literals without an index, whose names and values are as given.
std::string literal(const Fields& fields) {
    const auto text = [](const std::string& s) {
        std::string out;
        std::size_t n = s.size();
        if (n < 127) {
            out.push_back(static_cast<char>(n));
        } else {
            out.push_back(127);
            for (n -= 127; n >= 128; n /= 128) out.push_back(static_cast<char>(n % 128 + 128));
            out.push_back(static_cast<char>(n));
        }
        return out + s;
    };
    std::string out;
    for (const auto& [name, value] : fields) out += '\0' + text(name) + text(value);
    return out;
}
std::string head(std::uint32_t id, const Fields& fields, std::uint8_t flags = kEndStream | kEndHeaders) {
    return frame(kHeaders, flags, id, literal(fields));
}
} // namespace

class H2HostileTest : public QObject {
    Q_OBJECT
private slots:
    void aHeadThatIsNotExactNeverPasses_data() {
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char* name, const Fields& fields) { QTest::newRow(name) << QByteArray::fromStdString(head(1, fields)); };
        const auto with = [](Fields more) {
            Fields f = get();
            f.insert(f.end(), more.begin(), more.end());
            return f;
        };
        row("no method", {{":scheme", "https"}, {":authority", "api.test"}, {":path", "/"}});
        row("no path", {{":method", "GET"}, {":scheme", "https"}, {":authority", "api.test"}});
        row("no scheme", {{":method", "GET"}, {":authority", "api.test"}, {":path", "/"}});
        row("empty path", get(""));
        row("relative path", get("x"));
        row("path of another host", get("https://evil.test/"));
        row("two methods", with({{":method", "POST"}}));
        row("two paths", with({{":path", "/other"}}));
        row("two authorities", with({{":authority", "evil.test"}}));
        row("two hosts", with({{"host", "api.test"}, {"host", "evil.test"}}));
        row("unknown pseudo field", with({{":other", "x"}}));
        row("status in a request", with({{":status", "200"}}));
        row("pseudo field after others", with({{"a", "b"}, {":path", "/"}}));
        row("extended connect", with({{":protocol", "websocket"}}));
        row("connection", with({{"connection", "close"}}));
        row("transfer-encoding", with({{"transfer-encoding", "chunked"}}));
        row("upgrade", with({{"upgrade", "h2c"}}));
        row("te", with({{"te", "gzip"}}));
        row("upper case", with({{"X-Upper", "1"}}));
        row("line end in a value", with({{"x", "a\r\nhost: evil.test"}}));
        row("NUL in a value", with({{"x", std::string("a\0b", 3)}}));
        row("blank in a name", with({{"x y", "1"}}));
        row("colon in a name", with({{"x:", "1"}}));
        row("empty name", with({{"", "1"}}));
        row("length not a number", with({{"content-length", "1x"}}));
        row("body shorter than its length", with({{"content-length", "5"}}));
        row("two lengths", with({{"content-length", "0"}, {"content-length", "0"}}));
    }
    void aHeadThatIsNotExactNeverPasses() {
        QFETCH(QByteArray, bytes);
        Rig rig;
        rig.pump();
        rig.client.raw(bytes.toStdString());
        rig.pump();
        QVERIFY(rig.server.fresh.empty());
        QVERIFY(rig.opens.empty());
    }

    void anAnswerThatIsNotOneIsTold() {
        Rig rig;
        const auto none = rig.client.request(get("/none"));
        const auto huge = rig.client.request(get("/huge"));
        const auto hints = rig.client.request(get("/hints"));
        rig.pump();
        rig.server.reset(rig.server.fresh.at(0), 0);
        Fields many = kOk;
        for (int i = 0; i < 400; ++i) many.emplace_back("x-" + std::to_string(i), "v");
        rig.server.respond(rig.server.fresh.at(1), many);
        for (int i = 0; i < 40; ++i) rig.server.interim(rig.server.fresh.at(2), {{":status", "103"}});
        rig.pump();
        QCOMPARE(rig.client.streams[none].value(":status"), std::string("502"));
        QCOMPARE(rig.client.streams[huge].value(":status"), std::string("502"));
        QCOMPARE(rig.dones[2].failure, std::string("response_too_large"));
        QCOMPARE(rig.client.streams[hints].value(":status"), std::string("502"));
        QCOMPARE(rig.dones[3].failure, std::string("bad_response"));
        QCOMPARE(rig.doubles, 0);
    }

    void aHeadBeyondTheBoundsIsAnswered_data() {
        QTest::addColumn<int>("fields");
        QTest::addColumn<int>("size");
        QTest::newRow("many") << 140 << 1;
        QTest::newRow("long") << 5 << 8000;
    }
    void aHeadBeyondTheBoundsIsAnswered() {
        QFETCH(int, fields);
        QFETCH(int, size);
        Rig rig;
        Fields f = get();
        for (int i = 0; i < fields; ++i) f.emplace_back("x-" + std::to_string(i), std::string(static_cast<std::size_t>(size), 'v'));
        const auto id = rig.client.request(f);
        rig.pump();
        QCOMPARE(rig.client.streams[id].value(":status"), std::string("431"));
        QVERIFY(rig.server.fresh.empty());
    }

    void aHeadOfReferencesIsBounded() {
        // One field of 4,000 bytes put into the table, and a frame that names it 16,000 times: 64 MB of text.
        Rig rig;
        rig.pump();
        std::string block = literal(get());
        block += std::string("\x40\x01x\x7f\xa1\x1e", 6) + std::string(4000, 'v');
        rig.client.raw(frame(kHeaders, kEndStream | kEndHeaders, 1, block));
        rig.pump();
        rig.client.raw(frame(kHeaders, kEndStream | kEndHeaders, 3, literal(get()) + std::string(16'000, '\xbe')));
        rig.pump();
        QCOMPARE(rig.opens.size(), std::size_t(1));
        QCOMPARE(rig.refusals, std::vector<std::string>{"431 head_too_large"});
    }

    void whoFloodsIsClosed_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("client");
        const auto row = [](const char* name, const std::string& one, int times, bool client = true) {
            std::string all;
            for (int i = 0; i < times; ++i) all += one;
            QTest::newRow(name) << QByteArray::fromStdString(all) << client;
        };
        const std::string open = head(1, post(), kEndHeaders);
        row("pings", frame(kPing, 0, 0, "12345678"), 30'000);
        row("pings of the server", frame(kPing, 0, 0, "12345678"), 30'000, false);
        row("answers to pings", frame(kPing, 1, 0, "12345678"), 30'000);
        row("settings", frame(kSettings, 0, 0, std::string("\0\3\0\0\0\1", 6)), 30'000);
        row("settings of the server", frame(kSettings, 0, 0, std::string("\0\3\0\0\0\1", 6)), 30'000, false);
        row("priorities", frame(kPriority, 0, 5, std::string("\0\0\0\3\1", 5)), 30'000);
        row("windows", frame(kWindow, 0, 0, std::string("\0\0\0\1", 4)), 30'000);
        std::string empties = open;
        for (int i = 0; i < 30'000; ++i) empties += frame(kData, 0, 1, "");
        QTest::newRow("empty data") << QByteArray::fromStdString(empties) << true;
        std::string rapid; // CVE-2023-44487
        for (std::uint32_t id = 1; id < 60'000; id += 2) rapid += head(id, get()) + frame(kReset, 0, id, std::string("\0\0\0\10", 4));
        QTest::newRow("rapid reset") << QByteArray::fromStdString(rapid) << true;
        std::string endless = frame(kHeaders, kEndStream, 1, literal(get())); // CVE-2024-28182
        for (int i = 0; i < 1000; ++i) endless += frame(kContinuation, 0, 1, literal({{"a", std::string(1000, 'b')}}));
        QTest::newRow("continuations") << QByteArray::fromStdString(endless) << true;
        row("going away", frame(kGoAway, 0, 0, std::string(8, '\0')), 30'000, false);
        row("pushes", frame(kPush, kEndHeaders, 1, std::string("\0\0\0\2", 4) + literal(get())), 1, false);
    }
    void whoFloodsIsClosed() {
        QFETCH(QByteArray, bytes);
        QFETCH(bool, client);
        Rig rig;
        const auto id = client ? -1 : rig.client.request(get());
        rig.pump();
        (client ? rig.client : rig.server).raw(bytes.toStdString());
        rig.pump();
        QVERIFY(!(client ? rig.relay.wantsClient() : rig.relay.wantsUpstream()));
        QVERIFY((client ? rig.client : rig.server).goAways > 0);
        QVERIFY((client ? rig.client : rig.server).goAwayCode != 0);
        QVERIFY(rig.relay.done());
        QVERIFY(!rig.relay.failure().empty());
        if (!client) QVERIFY(rig.client.streams[id].closed);
        QCOMPARE(rig.dones.size(), rig.opens.size());
        QCOMPARE(rig.doubles, 0);
        QVERIFY2(rig.opens.size() < 5000, qPrintable(QString::number(rig.opens.size())));
    }

    void whoDoesNotReadIsNotReadFrom() {
        Rig rig;
        rig.pump();
        rig.clientReads = false;
        for (std::uint32_t id = 1; id < 4000; id += 2) rig.client.raw(head(id, get("/", "evil.test")));
        rig.pump();
        rig.pump();
        QVERIFY(!rig.relay.wantsClient());
        QVERIFY(rig.relay.buffered() < 100 * 1024);
        QVERIFY(rig.relay.exchanges() <= 100);
    }

    void streamsBeyondTheirNumberWaitOrEndTheConnection() {
        for (const bool agreed : {false, true}) {
            Rig rig;
            rig.judgesAtOnce = false;
            if (agreed) rig.pump();
            std::vector<std::int32_t> ids;
            if (!agreed) {
                for (int i = 0; i < 150; ++i) ids.push_back(rig.client.request(get())); // before it knows the number
            }
            std::string all;
            for (std::uint32_t i = 0; agreed && i < 150; ++i) all += head(1 + 2 * i, get());
            rig.client.raw(all);
            rig.pump();
            QCOMPARE(rig.client.settings[3], 100U);
            QVERIFY(rig.opens.size() <= 100);
            QCOMPARE(rig.relay.exchanges(), std::size_t(agreed ? 0 : 100));
            QCOMPARE(rig.relay.done(), agreed);
            for (std::uint64_t i = 1; i <= 150; ++i) {
                rig.deny(i);
                rig.pump();
            }
            for (auto id : ids) QCOMPARE(rig.client.streams[id].value(":status"), std::string("403"));
        }
    }

    void streamsOfAllConnectionsAreBoundedTogether() {
        std::vector<std::unique_ptr<Rig>> rigs;
        std::size_t opened = 0;
        const std::size_t wanted = leadglass::egress::H2Relay::kStreamsOfAll + 50;
        for (std::size_t made = 0; made < wanted;) {
            rigs.push_back(std::make_unique<Rig>());
            rigs.back()->judgesAtOnce = false;
            rigs.back()->pump();
            for (int i = 0; i < 100 && made < wanted; ++i, ++made) rigs.back()->client.request(get());
            rigs.back()->pump();
            opened += rigs.back()->opens.size();
        }
        QCOMPARE(opened, leadglass::egress::H2Relay::kStreamsOfAll);
        QVERIFY(!rigs.back()->refusals.empty());
        rigs.erase(rigs.begin());
        Rig later;
        later.client.request(get());
        later.pump();
        QCOMPARE(later.opens.size(), std::size_t{1}); // there is room again
    }
    void bytesThatAreNoHttp2EndIt_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("client");
        QTest::newRow("HTTP/1 request") << QByteArray("GET / HTTP/1.1\r\nHost: api.test\r\n\r\n") << true;
        QTest::newRow("HTTP/1 answer") << QByteArray("HTTP/1.1 200 OK\r\n\r\n") << false;
        QTest::newRow("frame too large") << QByteArray::fromStdString(frame(kData, 0, 1, std::string(20'000, 'x'))) << false;
    }
    void bytesThatAreNoHttp2EndIt() {
        QFETCH(QByteArray, bytes);
        QFETCH(bool, client);
        Rig rig;
        const std::span part(reinterpret_cast<const std::uint8_t*>(bytes.constData()), static_cast<std::size_t>(bytes.size()));
        if (client) {
            rig.relay.fromClient(part);
        } else {
            rig.client.request(get());
            rig.server.output(); // its own settings are lost
            (void)rig.relay.toUpstream();
            rig.relay.fromUpstream(part);
        }
        (void)rig.pump();
        QVERIFY(!(client ? rig.relay.wantsClient() : rig.relay.wantsUpstream()));
        QCOMPARE(std::string(rig.relay.failure()), std::string(client ? "client_protocol" : "upstream_protocol"));
    }

    void dataBeyondTheWindowEndsTheStream() {
        Rig rig;
        rig.judgesAtOnce = false;
        rig.pump();
        rig.client.raw(head(1, post(), kEndHeaders));
        for (int i = 0; i < 5; ++i) rig.client.raw(frame(kData, 0, 1, std::string(16'000, 'x')));
        rig.pump();
        QVERIFY(rig.relay.buffered() <= 65'535);
        QCOMPARE(rig.relay.exchanges(), std::size_t(0));
    }
};

QTEST_APPLESS_MAIN(H2HostileTest)
#include "h2_hostile_test.moc"
