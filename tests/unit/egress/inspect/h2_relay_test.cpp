// The HTTP/2 relay: what passes, what is judged first, what is answered here, and who is told what.
#include <QtTest>

#include <string>

#include "tests/unit/egress/inspect/h2_rig.h"

using namespace h2test;

namespace {
const Fields kOk{{":status", "200"}, {"content-type", "text/plain"}};
std::string value(const leadglass::wire::RequestOpen& open, const std::string& name) {
    for (const auto& h : open.headers) {
        if (h.name == name) return h.value;
    }
    return {};
}
} // namespace

class H2RelayTest : public QObject {
    Q_OBJECT
private slots:
    void passesRequestAndResponseWithTheirTrailers() {
        Rig rig;
        const auto id = rig.client.request({{":method", "POST"}, {":scheme", "https"}, {":authority", "API.test"}, {":path", "/pkg.Svc/Call?x=1"}, {"te", "trailers"},
                                            {"content-type", "application/grpc"}, {"cookie", "a=1"}, {"cookie", "b=2"}},
                                           "request body", true, {{"x-checksum", "1"}});
        rig.pump();
        QCOMPARE(rig.server.fresh.size(), std::size_t(1));
        const auto up = rig.server.fresh[0];
        const Seen& in = rig.server.streams[up];
        QCOMPARE(in.value(":path"), std::string("/pkg.Svc/Call?x=1"));
        QCOMPARE(in.value("te"), std::string("trailers"));
        QCOMPARE(in.value("cookie"), std::string("a=1; b=2"));
        QCOMPARE(in.body, std::string("request body"));
        QCOMPARE(in.trailers, (Fields{{"x-checksum", "1"}}));
        rig.server.respond(up, kOk, "answer", true, {{"grpc-status", "0"}, {"grpc-message", "fine"}});
        rig.pump();
        const Seen& out = rig.client.streams[id];
        QCOMPARE(out.value(":status"), std::string("200"));
        QCOMPARE(out.body, std::string("answer"));
        QCOMPARE(out.trailers, (Fields{{"grpc-status", "0"}, {"grpc-message", "fine"}}));
        QVERIFY(out.closed && out.code == 0);
        QCOMPARE(rig.opens[1].method, std::string("POST"));
        QCOMPARE(rig.opens[1].version, std::uint8_t(20));
        QCOMPARE(value(rig.opens[1], "cookie"), std::string("a=1; b=2"));
        QCOMPARE(rig.dones[1].status, std::uint16_t(200));
        QCOMPARE(rig.dones[1].bytesOut, std::uint64_t(12));
        QCOMPARE(rig.dones[1].bytesIn, std::uint64_t(6));
        QCOMPARE(rig.dones[1].failure, std::string());
        QCOMPARE(rig.doubles, 0);
    }

    void passesAnAnswerOfTrailersOnlyAndOneToHead() {
        Rig rig;
        const auto rpc = rig.client.request(post("/s"), "x");
        auto head = get();
        head[0].second = "HEAD";
        const auto headId = rig.client.request(head);
        rig.pump();
        rig.server.respond(rig.server.fresh[0], {{":status", "200"}, {"grpc-status", "12"}});
        rig.server.respond(rig.server.fresh[1], {{":status", "200"}, {"content-length", "5000"}});
        rig.pump();
        QCOMPARE(rig.client.streams[rpc].value("grpc-status"), std::string("12"));
        QVERIFY(rig.client.streams[rpc].ended);
        QCOMPARE(rig.client.streams[headId].value("content-length"), std::string("5000"));
        QVERIFY(rig.client.streams[headId].closed && rig.client.streams[headId].code == 0);
    }

    void sendsNothingUpstreamBeforeTheVerdict() {
        Rig rig;
        rig.judgesAtOnce = false;
        rig.client.request(post("/upload"), std::string(300'000, 'x'));
        rig.pump();
        QCOMPARE(rig.opens.size(), std::size_t(1));
        QVERIFY(rig.server.fresh.empty());
        QVERIFY(rig.relay.buffered() < 70'000); // a window of it waits here, the rest at the client
        rig.allow(1);
        rig.pump();
        QCOMPARE(rig.server.streams[rig.server.fresh.at(0)].body.size(), std::size_t(300'000));
    }

    void deniesOneStreamAndLeavesTheOthers() {
        Rig rig;
        rig.judgesAtOnce = false;
        const auto denied = rig.client.request(post("/denied"), std::string(200'000, 'x'));
        const auto allowed = rig.client.request(get("/allowed"));
        rig.pump();
        rig.deny(1);
        rig.allow(2);
        rig.pump();
        const Seen& no = rig.client.streams[denied];
        QCOMPARE(no.value(":status"), std::string("403"));
        QCOMPARE(no.value("leadglass-decision"), std::string("d-17"));
        QVERIFY(no.body.find("\"error\":\"refused by Leadglass\"") != std::string::npos);
        QVERIFY(no.ended && no.closed);
        QCOMPARE(no.code, 0U); // the rest of the request is not wanted, which is no error
        QCOMPARE(rig.server.fresh.size(), std::size_t(1));
        rig.server.respond(rig.server.fresh[0], kOk, "yes");
        rig.pump();
        QCOMPARE(rig.client.streams[allowed].body, std::string("yes"));
        QCOMPARE(rig.dones[1].status, std::uint16_t(403));
        QVERIFY(!rig.relay.done());
    }

    void refusesEveryOtherName_data() {
        QTest::addColumn<QString>("authority");
        QTest::addColumn<QString>("host");
        QTest::addColumn<int>("port");
        QTest::addColumn<QString>("status");
        const auto row = [](const char* n, const char* a, const char* h, int port, const char* s) { QTest::newRow(n) << a << h << port << s; };
        row("right", "api.test", "", 443, "200");
        row("right, port named", "api.test:443", "", 443, "200");
        row("right, host alone", "", "api.test", 443, "200");
        row("right, both", "api.test", "API.test", 443, "200");
        row("right, other port", "api.test:8443", "", 8443, "200");
        row("other name", "evil.test", "", 443, "421");
        row("below", "x.api.test", "", 443, "421");
        row("other in host", "api.test", "evil.test", 443, "421");
        row("other in authority", "evil.test", "api.test", 443, "421");
        row("host alone, other", "", "evil.test", 443, "421");
        row("both right, in two spellings", "api.test", "api.test:443", 443, "421");
        row("port missing", "api.test", "", 8443, "421");
        row("other port", "api.test:444", "", 443, "421");
        row("user before it", "api.test@evil.test", "", 443, "421");
        row("address", "127.0.0.1", "", 443, "421");
    }
    void refusesEveryOtherName() {
        QFETCH(QString, authority);
        QFETCH(QString, host);
        QFETCH(int, port);
        QFETCH(QString, status);
        Rig rig(static_cast<std::uint16_t>(port));
        Fields head{{":method", "GET"}, {":scheme", "https"}};
        if (!authority.isEmpty()) head.emplace_back(":authority", authority.toStdString());
        head.emplace_back(":path", "/");
        if (!host.isEmpty()) head.emplace_back("host", host.toStdString());
        const auto id = rig.client.request(head);
        rig.pump();
        if (status == "200") {
            QCOMPARE(rig.server.fresh.size(), std::size_t(1));
            rig.server.respond(rig.server.fresh[0], kOk);
            rig.pump();
        } else {
            QVERIFY(rig.server.fresh.empty());
            QVERIFY(rig.opens.empty());
            QCOMPARE(rig.refusals, std::vector<std::string>{"421 name_inconsistent"});
        }
        QCOMPARE(QString::fromStdString(rig.client.streams[id].value(":status")), status);
        // The connection lives on.
        const auto again = rig.client.request(get("/", port == 443 ? "api.test" : "api.test:8443"));
        rig.pump();
        rig.server.respond(rig.server.fresh.back(), kOk);
        rig.pump();
        QCOMPARE(rig.client.streams[again].value(":status"), std::string("200"));
    }

    void refusesConnectAndPlainHttp() {
        Rig rig;
        const auto connect = rig.client.request({{":method", "CONNECT"}, {":authority", "api.test"}});
        auto plain = get();
        plain[1].second = "http";
        const auto http = rig.client.request(plain);
        rig.pump();
        QCOMPARE(rig.client.streams[connect].value(":status"), std::string("501"));
        QCOMPARE(rig.client.streams[http].value(":status"), std::string("400"));
        QVERIFY(rig.server.fresh.empty());
        QCOMPARE(rig.client.settings[8], 0U); // no extended CONNECT
    }

    void setsAndRemovesFieldsAndHidesACredentialThatComesBack() {
        Rig rig;
        rig.redacts = true;
        rig.answer.edits = {{"authorization", "Bearer real-credential", false, true}, {"x-gone", "", true, false}};
        auto head = get();
        head.insert(head.end(), {{"authorization", "Bearer placeholder"}, {"x-gone", "1"}, {"accept-encoding", "gzip, br"}, {"proxy-authorization", "x"}});
        const auto id = rig.client.request(head);
        rig.pump();
        const Seen& in = rig.server.streams[rig.server.fresh.at(0)];
        QCOMPARE(in.value("authorization"), std::string("Bearer real-credential"));
        QCOMPARE(in.value("x-gone"), std::string());
        QCOMPARE(in.value("proxy-authorization"), std::string());
        QCOMPARE(in.value("accept-encoding"), std::string("identity"));
        rig.server.respond(rig.server.fresh[0], {{":status", "200"}, {"x-echo", "Bearer real-credential"}}, "you sent Bearer real-credential.", true, {{"x-last", "Bearer real-credential"}});
        rig.pump();
        const Seen& out = rig.client.streams[id];
        QCOMPARE(out.value("x-echo"), std::string(22, '*'));
        QCOMPARE(out.body, "you sent " + std::string(22, '*') + ".");
        QCOMPARE(out.trailers, (Fields{{"x-last", std::string(22, '*')}}));
        QCOMPARE(rig.dones[1].redacted, 3U);
    }

    void refusesAnEncodedAnswerThatCouldHideACredential() {
        Rig rig;
        rig.answer.edits = {{"authorization", "real", false, true}};
        const auto id = rig.client.request(get());
        const auto empty = rig.client.request(get("/empty"));
        rig.pump();
        rig.server.respond(rig.server.fresh[0], {{":status", "200"}, {"content-encoding", "gzip"}}, "\x1f\x8b...");
        rig.server.respond(rig.server.fresh[1], {{":status", "304"}, {"content-encoding", "gzip"}});
        rig.pump();
        QCOMPARE(rig.client.streams[id].value(":status"), std::string("502"));
        QCOMPARE(rig.dones[1].failure, std::string("encoded_response"));
        QCOMPARE(rig.client.streams[empty].value(":status"), std::string("304"));
    }

    void refusesAnEditThatCannotBeMade_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::newRow("pseudo") << ":path" << "/other";
        QTest::newRow("host") << "host" << "evil.test";
        QTest::newRow("connection") << "transfer-encoding" << "chunked";
        QTest::newRow("line end") << "authorization" << "a\r\nx: y";
        QTest::newRow("upper case") << "Authorization" << "a";
    }
    void refusesAnEditThatCannotBeMade() {
        QFETCH(QString, name);
        QFETCH(QString, value);
        Rig rig;
        rig.answer.edits = {{name.toStdString(), value.toStdString(), false, false}};
        const auto id = rig.client.request(get());
        rig.pump();
        QVERIFY(rig.server.fresh.empty());
        QCOMPARE(rig.client.streams[id].value(":status"), std::string("502"));
        QCOMPARE(rig.dones[1].failure, std::string("bad_edit"));
    }

    void passesContinueAndEarlyHints() {
        Rig rig;
        auto head = post();
        head.emplace_back("expect", "100-continue");
        const auto id = rig.client.request(head, "", false);
        rig.pump();
        const auto up = rig.server.fresh.at(0);
        QCOMPARE(rig.server.streams[up].value("expect"), std::string("100-continue"));
        rig.server.interim(up, {{":status", "100"}});
        rig.server.interim(up, {{":status", "103"}, {"link", "</a>; rel=preload"}});
        rig.pump();
        rig.client.give(id, "late body", true);
        rig.pump();
        QCOMPARE(rig.server.streams[up].body, std::string("late body"));
        rig.server.respond(up, kOk, "done");
        rig.pump();
        const Seen& out = rig.client.streams[id];
        QCOMPARE(out.interims.size(), std::size_t(2));
        QCOMPARE(out.interims[1][0].second, std::string("103"));
        QCOMPARE(out.value(":status"), std::string("200"));
        QCOMPARE(out.body, std::string("done"));
    }

    void stopsABodyThatMustNotLeave() {
        Rig rig;
        rig.blocked = "CANARY";
        const auto id = rig.client.request(post(), "", false);
        rig.pump();
        rig.client.give(id, "first part", false);
        rig.pump();
        rig.client.give(id, "CANARY", false);
        rig.pump();
        QCOMPARE(rig.client.streams[id].value(":status"), std::string("403"));
        QCOMPARE(rig.dones[1].failure, std::string("body_blocked"));
        const Seen& in = rig.server.streams[rig.server.fresh.at(0)];
        QCOMPARE(in.body, std::string("first part"));
        QVERIFY(in.closed && in.code == 8);
    }

    void readsAPushBeforeItAsks() {
        Rig rig;
        rig.judgesAtOnce = false;
        auto head = post("/org/repo.git/git-receive-pack");
        head.emplace_back("expect", "100-continue");
        const auto id = rig.client.request(head, "", false);
        rig.pump();
        QCOMPARE(rig.client.streams[id].head.at(0).second, std::string("100")); // else it would wait for us, and we for it
        rig.client.give(id, "refs/heads/main\n00", false);
        rig.pump();
        QVERIFY(rig.opens.empty());
        rig.client.give(id, "00PACK" + std::string(200'000, 'p'), true);
        rig.pump();
        QVERIFY(rig.opens[1].pushed);
        QCOMPARE(rig.opens[1].refs.at(0).ref, std::string("refs/heads/main"));
        QCOMPARE(value(rig.opens[1], "expect"), std::string());
        rig.allow(1);
        rig.pump();
        QCOMPARE(rig.server.streams[rig.server.fresh.at(0)].body.size(), std::size_t(200'024));
    }

    void refusesAPushThatCannotBeRead_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("coding");
        QTest::newRow("bad") << "/r/git-receive-pack" << "!" << "";
        QTest::newRow("ends too early") << "/r/git-receive-pack" << "refs" << "";
        QTest::newRow("no body") << "/r/git-receive-pack" << "" << "";
        QTest::newRow("no end") << "/r/git-receive-pack" << QString(100'000, 'x') << "";
        QTest::newRow("encoded") << "/r/git-receive-pack" << "a\n0000" << "gzip";
        QTest::newRow("percent") << "/r/git%2Dreceive-pack" << "!" << "";
        QTest::newRow("slash after") << "/r/git-receive-pack/" << "!" << "";
        QTest::newRow("dots") << "/r/git-receive-pack/x/%2e%2E/." << "!" << "";
        QTest::newRow("encoded slash") << "/r%2fgit-receive-pack" << "!" << "";
        QTest::newRow("query") << "/r/git-receive-pack?x=/fine" << "!" << "";
    }
    void refusesAPushThatCannotBeRead() {
        QFETCH(QString, path);
        QFETCH(QString, body);
        QFETCH(QString, coding);
        Rig rig;
        auto head = post(path.toStdString());
        if (!coding.isEmpty()) head.emplace_back("content-encoding", coding.toStdString());
        const auto id = rig.client.request(head, body.toStdString());
        rig.pump();
        QVERIFY(rig.server.fresh.empty());
        QCOMPARE(rig.client.streams[id].value(":status"), std::string("403"));
        QCOMPARE(rig.refusals, std::vector<std::string>{"403 push_unreadable"});
    }
};

QTEST_APPLESS_MAIN(H2RelayTest)
#include "h2_relay_test.moc"
