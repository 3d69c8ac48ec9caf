// The HTTP/2 relay: bodies of any size in constant memory, slow streams beside fast ones, and how streams and
// connections end.
#include <QtTest>

#include <string>

#include "tests/unit/egress/inspect/h2_rig.h"

using namespace h2test;

namespace {
const Fields kOk{{":status", "200"}};
std::string pattern(std::size_t size, unsigned seed) {
    std::mt19937 random(seed);
    std::string out(size, '\0');
    for (char& c : out) c = static_cast<char>(random());
    return out;
}
} // namespace

class H2FlowTest : public QObject {
    Q_OBJECT
private slots:
    void carriesLargeBodiesInConstantMemory() {
        Rig rig;
        const std::string up = pattern(40'000'000, 1);
        const std::string down = pattern(60'000'000, 2);
        const auto id = rig.client.request(post(), up);
        rig.pump();
        const auto server = rig.server.fresh.at(0);
        QVERIFY(rig.server.streams[server].body == up);
        rig.server.respond(server, kOk, down);
        rig.pump();
        QVERIFY(rig.client.streams[id].body == down);
        QVERIFY2(rig.mostBuffered <= 1100 * 1024, qPrintable(QString::number(rig.mostBuffered)));
        QCOMPARE(rig.relay.buffered(), std::size_t(0));
    }

    void aSlowReaderHoldsUpNobodyElse() {
        // 99 streams whose client takes nothing, each with more to come than any window holds; one that is read.
        Rig rig;
        Peer slow(true, false);
        std::vector<std::int32_t> ids;
        for (int i = 0; i < 100; ++i) ids.push_back(slow.request(get("/" + std::to_string(i))));
        const auto pass = [&] {
            for (bool moved = true; moved;) {
                moved = false;
                if (const std::string out = slow.output(); !out.empty()) {
                    rig.relay.fromClient({reinterpret_cast<const std::uint8_t*>(out.data()), out.size()});
                    moved = true;
                }
                if (const auto in = rig.relay.toClient(); !in.empty()) {
                    slow.input({reinterpret_cast<const char*>(in.data()), in.size()});
                    rig.relay.sentToClient(in.size());
                    moved = true;
                }
                if (const auto in = rig.relay.toUpstream(); !in.empty()) {
                    rig.server.input({reinterpret_cast<const char*>(in.data()), in.size()});
                    rig.relay.sentToUpstream(in.size());
                    moved = true;
                }
                if (const std::string out = rig.server.output(); !out.empty()) {
                    rig.relay.fromUpstream({reinterpret_cast<const std::uint8_t*>(out.data()), out.size()});
                    moved = true;
                }
            }
        };
        pass();
        QCOMPARE(rig.server.fresh.size(), std::size_t(100));
        for (auto id : rig.server.fresh) rig.server.respond(id, kOk, std::string(1'000'000, 'd'));
        pass();
        // What is held is bounded by the windows, and most of it is still at the server.
        QVERIFY2(rig.relay.buffered() <= 100 * 130 * 1024 + 8 * 1024 * 1024, qPrintable(QString::number(rig.relay.buffered())));
        slow.read(ids[73]);
        pass();
        QCOMPARE(slow.streams[ids[73]].body.size(), std::size_t(1'000'000));
        for (auto id : ids) slow.read(id);
        pass();
        for (auto id : ids) QCOMPARE(slow.streams[id].body.size(), std::size_t(1'000'000));
        QCOMPARE(rig.relay.buffered(), std::size_t(0));
    }

    void anEndlessStreamLeavesRoomForASmallOne() {
        Rig rig;
        rig.client.request(get("/endless"));
        const auto small = rig.client.request(get("/small"));
        rig.pump();
        rig.server.respond(rig.server.fresh.at(0), kOk, std::string(50'000'000, 'e'));
        rig.server.respond(rig.server.fresh.at(1), kOk, "event", false);
        std::size_t before = 0;
        // Step by step, as sockets would: the small one must be there long before the large one is through.
        for (int i = 0; i < 40 && rig.client.streams[small].body.empty(); ++i) {
            const std::string out = rig.server.output();
            rig.relay.fromUpstream({reinterpret_cast<const std::uint8_t*>(out.data()), out.size()});
            const auto in = rig.relay.toClient();
            rig.client.input({reinterpret_cast<const char*>(in.data()), in.size()});
            before += in.size();
            rig.relay.sentToClient(in.size());
        }
        QCOMPARE(rig.client.streams[small].body, std::string("event"));
        QVERIFY(before < 1'000'000);
    }

    void anEventPassesAtOnce() {
        Rig rig;
        const auto id = rig.client.request(get("/events"));
        rig.pump();
        rig.server.respond(rig.server.fresh[0], kOk, "", false);
        std::string want;
        for (int i = 0; i < 20; ++i) {
            const std::string event = "data: " + std::to_string(i) + "\n\n";
            rig.server.give(rig.server.fresh[0], event, false);
            rig.pump();
            want += event;
            QCOMPARE(rig.client.streams[id].body, want);
        }
    }

    void resetsPassWithTheirCodes_data() {
        QTest::addColumn<unsigned>("code");
        for (unsigned code : {0x1U, 0x2U, 0x7U, 0x8U, 0xbU, 0xdU}) QTest::newRow(qPrintable(QString::number(code))) << code;
    }
    void resetsPassWithTheirCodes() {
        QFETCH(unsigned, code);
        Rig rig;
        const auto byClient = rig.client.request(post(), "x", false);
        const auto byServer = rig.client.request(post(), "x", false);
        const auto later = rig.client.request(get());
        rig.pump();
        rig.server.respond(rig.server.fresh.at(2), kOk, "some", false);
        rig.pump();
        rig.client.reset(byClient, code);
        rig.server.reset(rig.server.fresh[1], code);
        rig.server.reset(rig.server.fresh[2], code);
        rig.pump();
        QVERIFY(rig.server.streams[rig.server.fresh[0]].closed);
        QCOMPARE(rig.server.streams[rig.server.fresh[0]].code, code);
        QVERIFY(rig.client.streams[byServer].closed);
        QCOMPARE(rig.client.streams[byServer].code, code);
        QCOMPARE(rig.client.streams[later].code, code);
        QCOMPARE(rig.client.streams[later].body, std::string("some"));
        QCOMPARE(rig.dones[1].failure, std::string("client_reset"));
        QCOMPARE(rig.dones[2].failure, std::string("upstream_reset"));
        QCOMPARE(rig.dones.size(), std::size_t(3));
        QCOMPARE(rig.doubles, 0);
    }

    void anAnswerBeforeTheRequestIsWholeEndsItWithoutError() {
        Rig rig;
        const auto id = rig.client.request(post(), std::string(500'000, 'x'), false);
        rig.pump();
        const auto up = rig.server.fresh.at(0);
        rig.server.respond(up, {{":status", "413"}}, "too much");
        rig.pump();
        rig.server.reset(up, 0);
        rig.pump();
        const Seen& out = rig.client.streams[id];
        QCOMPARE(out.value(":status"), std::string("413"));
        QCOMPARE(out.body, std::string("too much"));
        QVERIFY(out.closed && out.code == 0);
        QCOMPARE(rig.dones[1].failure, std::string());
    }

    void anAnswerOfAServerThatReadsNoMoreEndsTheRequest() {
        Rig rig;
        const auto id = rig.client.request(post(), std::string(500'000, 'x'), false);
        rig.pump();
        const auto up = rig.server.fresh.at(0);
        rig.server.respond(up, {{":status", "401"}}, "who are you?"); // and no reset
        rig.pump();
        const Seen& out = rig.client.streams[id];
        QCOMPARE(out.body, std::string("who are you?"));
        QVERIFY(out.closed && out.code == 0);
        QVERIFY(rig.server.streams[up].closed);
        QCOMPARE(rig.dones[1].failure, std::string());
        QCOMPARE(int(rig.dones[1].status), 401);
        const auto next = rig.client.request(get()); // the connection lives on
        rig.pump();
        rig.server.respond(rig.server.fresh.at(1), {{":status", "200"}}, "ok");
        rig.pump();
        QCOMPARE(rig.client.streams[next].body, std::string("ok"));
    }

    void whatTheServerDidNotTakeIsToBeSentAgain() {
        Rig rig;
        const auto first = rig.client.request(get("/1"));
        const auto second = rig.client.request(get("/2"));
        rig.pump();
        rig.server.goAway(rig.server.fresh[0]);
        rig.pump();
        QVERIFY(rig.client.streams[second].closed);
        QCOMPARE(rig.client.streams[second].code, 7U);
        QCOMPARE(rig.client.goAways, 1);
        QVERIFY(!rig.relay.done());
        rig.server.respond(rig.server.fresh[0], kOk, "still");
        rig.pump();
        QCOMPARE(rig.client.streams[first].body, std::string("still"));
        QVERIFY(rig.relay.done());
        QCOMPARE(rig.relay.failure(), std::string_view());
    }

    void aVerdictAfterTheServerWentAwayAsksForAnotherConnection() {
        Rig rig;
        rig.judgesAtOnce = false;
        const auto id = rig.client.request(get());
        rig.pump();
        rig.server.goAway(0);
        rig.pump();
        rig.allow(1);
        rig.pump();
        QVERIFY(rig.client.streams[id].closed);
        QCOMPARE(rig.client.streams[id].code, 7U);
        QVERIFY(rig.relay.done());
    }

    void aClientThatGoesAwayMayFinish() {
        Rig rig;
        const auto id = rig.client.request(get());
        rig.pump();
        rig.client.goAway(0);
        rig.pump();
        QVERIFY(!rig.relay.done());
        rig.server.respond(rig.server.fresh[0], kOk, "last");
        rig.pump();
        QCOMPARE(rig.client.streams[id].body, std::string("last"));
        QVERIFY(rig.relay.done());
    }

    void aServerThatIsGoneIsToldOnEachStream() {
        Rig rig;
        rig.judgesAtOnce = false;
        const auto sent = rig.client.request(get("/sent"));
        const auto begun = rig.client.request(get("/begun"));
        const auto waits = rig.client.request(get("/waits"));
        rig.pump();
        rig.allow(1);
        rig.allow(2);
        rig.pump();
        rig.server.respond(rig.server.fresh.at(1), kOk, "half", false);
        rig.pump();
        rig.relay.upstreamEnded();
        rig.allow(3);
        rig.pump();
        QCOMPARE(rig.client.streams[sent].value(":status"), std::string("502"));
        QCOMPARE(rig.client.streams[begun].body, std::string("half"));
        QCOMPARE(rig.client.streams[begun].code, 2U);
        QCOMPARE(rig.client.streams[waits].code, 7U); // never sent: may be sent again
        QVERIFY(rig.relay.done());
        QCOMPARE(rig.dones.size(), std::size_t(3));
        QCOMPARE(rig.relay.failure(), std::string_view("upstream_closed"));
    }

    void aClientThatIsGoneEndsAllAtTheServer() {
        Rig rig;
        rig.client.request(get("/1"));
        rig.client.request(post("/2"), "x", false);
        rig.pump();
        rig.relay.clientEnded();
        QVERIFY(rig.relay.done());
        QCOMPARE(rig.dones.size(), std::size_t(2));
        QCOMPARE(rig.dones[1].failure, std::string("client_gone"));
        QCOMPARE(rig.doubles, 0);
    }

    void theEndOfTheRunEndsAllAndSaysSo() {
        Rig rig;
        rig.client.request(get("/1"));
        rig.pump();
        rig.relay.runEnded();
        QCOMPARE(rig.dones[1].failure, std::string("run_ended"));
        rig.pump();
        QVERIFY(rig.relay.done());
        QCOMPARE(rig.client.goAways, 1);
        QCOMPARE(rig.server.goAways, 1);
        rig.allow(1); // late, and for nobody
    }

    void answersPingsOnEachSideByItself() {
        Rig rig;
        rig.pump();
        rig.client.ping();
        rig.pump();
        QCOMPARE(rig.client.pongs, 1);
        rig.server.ping();
        rig.pump();
        QCOMPARE(rig.server.pongs, 1);
    }

    void aStreamThatIsNotReadForLongIsEnded() {
        Rig rig;
        rig.client.request(get());
        rig.pump();
        rig.server.respond(rig.server.fresh[0], kOk, std::string(1'000'000, 'x'));
        rig.clientReads = false;
        rig.pump();
        QVERIFY(rig.relay.buffered() > 0);
        const auto now = std::chrono::steady_clock::now();
        rig.relay.tick(now);
        rig.relay.tick(now);
        rig.relay.tick(now + H2_STALL - std::chrono::seconds(1));
        QVERIFY(rig.relay.exchanges() == 1);
        rig.relay.tick(now + std::chrono::seconds(1));
        rig.relay.tick(now + H2_STALL + std::chrono::seconds(2));
        rig.clientReads = true;
        rig.pump();
        QCOMPARE(rig.dones[1].failure, std::string("client_stalled"));
        QCOMPARE(rig.relay.buffered(), std::size_t(0));
    }

    void cutsDoNotMatter() {
        // The same exchanges, all that passes cut at random places: everybody sees the same.
        const auto play = [](std::mt19937* cuts) {
            Rig rig;
            rig.cuts = cuts;
            rig.redacts = true;
            rig.answer.edits = {{"authorization", "the-credential", false, true}};
            std::string seen;
            for (int i = 0; i < 12; ++i) rig.client.request(i % 2 == 0 ? get("/" + std::to_string(i)) : post(), i % 2 == 0 ? "" : pattern(70'000, 5), true);
            rig.pump();
            for (std::size_t i = 0; i < rig.server.fresh.size(); ++i) {
                rig.server.respond(rig.server.fresh[i], kOk, std::string(i * 9000, 'a') + "the-credential" + std::string(i * 100, 'b'), true, {{"t", "the-credential"}});
            }
            rig.pump();
            for (const auto& [id, s] : rig.server.streams) seen += std::to_string(id) + ":" + std::to_string(std::hash<std::string>{}(s.body)) + "\n";
            for (const auto& [id, s] : rig.client.streams) {
                seen += std::to_string(id) + ":" + s.body + (s.trailers.empty() ? "" : s.trailers[0].second) + std::to_string(s.code) + (s.closed ? "c" : "o") + "\n";
            }
            for (const auto& [id, d] : rig.dones) {
                seen += std::to_string(id) + d.failure + std::to_string(d.bytesIn) + "/" + std::to_string(d.bytesOut) + "/" + std::to_string(d.redacted) + "\n";
            }
            return seen;
        };
        const std::string want = play(nullptr);
        QVERIFY(want.find("the-credential") == std::string::npos);
        QCOMPARE(std::count(want.begin(), want.end(), '\n'), 36);
        for (unsigned seed = 0; seed < 20; ++seed) {
            std::mt19937 random(seed);
            QVERIFY(play(&random) == want);
        }
    }

private:
    static constexpr auto H2_STALL = leadglass::egress::H2Relay::kStall;
};

QTEST_APPLESS_MAIN(H2FlowTest)
#include "h2_flow_test.moc"
