// HTTP heads and bodies: what two parsers could read in two ways is refused.
#include <QtTest>

#include "core/egress/http_body.h"
#include "core/egress/http_head.h"

using namespace leadglass::egress;

namespace {
std::span<const std::uint8_t> bytesOf(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}
QByteArray q(std::string_view text) {
    return {text.data(), static_cast<qsizetype>(text.size())};
}
} // namespace

class HttpHeadTest : public QObject {
    Q_OBJECT
private slots:
    void refusesWhatCanBeReadInTwoWays_data() {
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<int>("status");
        const auto row = [](const char* name, std::string_view head, int status = 400) {
            QTest::newRow(name) << q(head) << status;
        };
        row("two hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n");
        row("two equal hosts", "GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n");
        row("no host", "GET / HTTP/1.1\r\n\r\n");
        row("length and chunked",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: "
            "chunked\r\n\r\n");
        row("two lengths",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n");
        row("length list", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\n");
        row("length with sign", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\n");
        row("length in hex", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x1\r\n\r\n");
        row("length too long",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 18446744073709551617\r\n\r\n");
        row("encoding twice",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: "
            "chunked\r\n\r\n");
        row("encoding gzip",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501);
        row("encoding xchunked",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n", 501);
        row("chunked in 1.0", "POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
        row("obs-fold", "GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n 2\r\n\r\n");
        row("fold first", "GET / HTTP/1.1\r\n Host: a\r\n\r\n");
        row("blank before colon", "GET / HTTP/1.1\r\nHost : a\r\n\r\n");
        row("bare LF", "GET / HTTP/1.1\nHost: a\n\n");
        row("bare LF in the middle", "GET / HTTP/1.1\r\nX: 1\nHost: b\r\nHost: a\r\n\r\n");
        row("bare CR", "GET / HTTP/1.1\r\nX: 1\rHost: b\r\nHost: a\r\n\r\n");
        row("NUL in value", std::string_view("GET / HTTP/1.1\r\nHost: a\0b\r\n\r\n", 30));
        row("NUL in name", std::string_view("GET / HTTP/1.1\r\nHo\0st: a\r\n\r\n", 29));
        row("no colon", "GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n");
        row("empty name", "GET / HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n");
        row("blank in target", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n");
        row("two blanks", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n");
        row("tab for blank", "GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n");
        row("version 2", "PRI * HTTP/2.0\r\n\r\n");
        row("version 1.2", "GET / HTTP/1.2\r\nHost: a\r\n\r\n");
        row("lower case version", "GET / http/1.1\r\nHost: a\r\n\r\n");
        row("version 0.9", "GET /\r\n\r\n");
        row("empty line first", "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n");
        row("more than the head", "GET / HTTP/1.1\r\nHost: a\r\n\r\nX");
    }
    void refusesWhatCanBeReadInTwoWays() {
        QFETCH(QByteArray, head);
        QFETCH(int, status);
        const ParsedRequest p = parseRequestHead(bytesOf(head.toStdString()));
        QVERIFY(!p.ok);
        QCOMPARE(p.status, status);
        QVERIFY(!p.why.empty());
    }

    void boundsSizeAndCount() {
        std::string many = "GET / HTTP/1.1\r\nHost: a\r\n";
        for (int i = 0; i < 199; ++i) {
            many += "X: y\r\n";
        }
        QVERIFY(parseRequestHead(bytesOf(many + "\r\n")).ok);
        QCOMPARE(parseRequestHead(bytesOf(many + "X: y\r\n\r\n")).status, 431);
        const std::string large =
            "GET / HTTP/1.1\r\nHost: a\r\nX: " + std::string(kMaxHead, 'x') + "\r\n\r\n";
        QCOMPARE(parseRequestHead(bytesOf(large)).status, 431);
    }

    void readsAHeadAndWritesItAnew() {
        const std::string text =
            "POST http://a.test/x HTTP/1.1\r\nHost: \t a.test \r\nProxy-Authorization: Basic x\r\n"
            "HTTP2-Settings: y\r\nUpgrade: websocket, H2C\r\nContent-Length: 5\r\nX-\xc3\xa4: "
            "no\r\n\r\n";
        QVERIFY(!parseRequestHead(bytesOf(text)).ok); // a name must be a token
        const std::string right =
            "POST http://a.test/x HTTP/1.1\r\nHost: \t a.test \r\nProxy-Authorization: Basic x\r\n"
            "HTTP2-Settings: y\r\nUpgrade: websocket, H2C\r\nContent-Length: 5\r\nX: "
            "\xc3\xa4\r\n\r\n";
        const ParsedRequest p = parseRequestHead(bytesOf(right));
        QVERIFY(p.ok);
        QCOMPARE(p.head.body.kind, BodyKind::Length);
        QCOMPARE(p.head.body.length, 5U);
        QVERIFY(!asksForUpgrade(p.head));
        QCOMPARE(
            writeRequestHead(p.head, "/x"),
            std::string(
                "POST /x HTTP/1.1\r\nHost: a.test\r\nContent-Length: 5\r\nX: \xc3\xa4\r\n\r\n"));
    }

    void asksForNoOtherFormOfHttp_data() {
        QTest::addColumn<QByteArray>("upgrade");
        QTest::addColumn<bool>("goes");
        QTest::newRow("websocket") << QByteArray("websocket") << true;
        QTest::newRow("spdy of kubectl") << QByteArray("SPDY/3.1") << true;
        QTest::newRow("tcp of docker") << QByteArray("tcp") << true;
        for (const char* upgrade : {"h2c", "websocket, H2C", "TLS/1.0", "tls/1.2, HTTP/1.1", "websocket,HTTP/2.0", "h2"}) {
            QTest::newRow(upgrade) << QByteArray(upgrade) << false;
        }
    }
    void asksForNoOtherFormOfHttp() {
        QFETCH(QByteArray, upgrade);
        QFETCH(bool, goes);
        const std::string field = "Upgrade: " + upgrade.toStdString() + "\r\n";
        const ParsedRequest p = parseRequestHead(bytesOf("GET / HTTP/1.1\r\nHost: a\r\n" + field + "\r\n"));
        QVERIFY(p.ok);
        QCOMPARE(asksForUpgrade(p.head), goes);
        QCOMPARE(writeRequestHead(p.head, "/").find(field) != std::string::npos, goes);
    }

    void letsNoProxyBehindTakeOutWhatWasJudged_data() {
        QTest::addColumn<QByteArray>("sent");
        QTest::addColumn<QByteArray>("goes");
        QTest::newRow("usual") << QByteArray("Connection: keep-alive, Upgrade\r\n") << QByteArray("Connection: keep-alive, Upgrade\r\n");
        QTest::newRow("te") << QByteArray("Connection: TE, close\r\n") << QByteArray("Connection: TE, close\r\n");
        QTest::newRow("a field among them") << QByteArray("Connection: close, X-Scope\r\n") << QByteArray("Connection: close\r\n");
        QTest::newRow("a field alone") << QByteArray("connection:x-scope\r\n") << QByteArray();
        QTest::newRow("framing") << QByteArray("Connection: Transfer-Encoding ,\tHost\r\n") << QByteArray();
    }
    void letsNoProxyBehindTakeOutWhatWasJudged() {
        QFETCH(QByteArray, sent);
        QFETCH(QByteArray, goes);
        const ParsedRequest p = parseRequestHead(bytesOf("GET / HTTP/1.1\r\nHost: a\r\n" + sent.toStdString() + "X-Scope: read\r\n\r\n"));
        QVERIFY(p.ok);
        QCOMPARE(writeRequestHead(p.head, "/"), "GET / HTTP/1.1\r\nHost: a\r\n" + goes.toStdString() + "X-Scope: read\r\n\r\n");
    }

    void findsTheEndInPiecesOfAnySize() {
        const std::string text = "GET / HTTP/1.1\r\nHost: a\r\n\r\nrest";
        for (std::size_t seen = 0; seen <= text.size(); ++seen) {
            QCOMPARE(findHeadEnd(bytesOf(text), std::min<std::size_t>(seen, 26)), std::size_t{27});
            if (seen < 27) {
                QCOMPARE(findHeadEnd(bytesOf(text).first(seen), 0), std::size_t{0});
            }
        }
    }

    void splitsAbsoluteTargets() {
        AbsoluteTarget t;
        QVERIFY(parseAbsoluteTarget("HTTP://a.test:81/p?q", t));
        QCOMPARE(t.scheme, std::string("http"));
        QCOMPARE(t.authority, std::string("a.test:81"));
        QCOMPARE(t.path, std::string("/p?q"));
        QVERIFY(parseAbsoluteTarget("http://a.test?q", t));
        QCOMPARE(t.path, std::string("/?q"));
        for (const char* bad : {"/x", "http://", "http:///x", "http://u@a.test/",
                                "http://a.test\\@b/", "a.test:443", "/http://a/"}) {
            QVERIFY2(!parseAbsoluteTarget(bad, t), bad);
        }
    }

    void framesResponses_data() {
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<int>("kind");
        QTest::newRow("length") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n")
                                << QByteArray("GET") << int(BodyKind::Length);
        QTest::newRow("head") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n")
                              << QByteArray("HEAD") << int(BodyKind::None);
        QTest::newRow("304") << QByteArray("HTTP/1.1 304 X\r\nContent-Length: 4\r\n\r\n")
                             << QByteArray("GET") << int(BodyKind::None);
        QTest::newRow("chunked") << QByteArray("HTTP/1.1 200\r\nTransfer-Encoding: Chunked\r\n\r\n")
                                 << QByteArray("GET") << int(BodyKind::Chunked);
        QTest::newRow("both")
            << QByteArray(
                   "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n")
            << QByteArray("GET") << int(BodyKind::UntilClose);
        QTest::newRow("neither") << QByteArray("HTTP/1.1 200 OK\r\n\r\n") << QByteArray("GET")
                                 << int(BodyKind::UntilClose);
        QTest::newRow("not http") << QByteArray("hello there, nobody\r\n\r\n") << QByteArray("GET")
                                  << int(BodyKind::UntilClose);
    }
    void framesResponses() {
        QFETCH(QByteArray, head);
        QFETCH(QByteArray, method);
        QFETCH(int, kind);
        QCOMPARE(
            int(parseResponseHead(bytesOf(head.toStdString()), method.toStdString()).body.kind),
            kind);
    }

    void endsChunkedBodiesExactly_data() {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("used"); // -1: bad
        QTest::newRow("plain") << QByteArray("3\r\nabc\r\n0\r\n\r\nGET") << 13;
        QTest::newRow("extension, upper hex")
            << QByteArray("A;x=\"y\"\r\n0123456789\r\n0\r\n\r\n") << 26;
        QTest::newRow("trailer") << QByteArray("0\r\nX: y\r\n\r\nGET") << 11;
        QTest::newRow("bare LF") << QByteArray("3\nabc\r\n0\r\n\r\n") << -1;
        QTest::newRow("bare LF after data") << QByteArray("3\r\nabc\n0\r\n\r\n") << -1;
        QTest::newRow("no digits") << QByteArray("\r\nabc") << -1;
        QTest::newRow("sign") << QByteArray("+3\r\nabc\r\n") << -1;
        QTest::newRow("prefix") << QByteArray("0x3\r\nabc\r\n") << -1;
        QTest::newRow("blank") << QByteArray("3 \r\nabc\r\n") << -1;
        QTest::newRow("too many digits") << QByteArray("0000000000000003\r\nabc\r\n") << -1;
        QTest::newRow("data too long") << QByteArray("3\r\nabcd\r\n0\r\n\r\n") << -1;
        QTest::newRow("LF in extension") << QByteArray("3;a\nb\r\nabc\r\n0\r\n\r\n") << -1;
        QTest::newRow("endless extension")
            << QByteArray("3;" + QByteArray(300, 'x') + "\r\n") << -1;
        QTest::newRow("endless trailer")
            << QByteArray("0\r\nX: " + QByteArray(9000, 'x') + "\r\n") << -1;
        QTest::newRow("trailers") << QByteArray("0\r\nX-Hash: y:z\r\nHostess: a\r\nA-Trailer-Of-Great-Length: b\r\n\r\nGET") << 60;
        for (const char* line : {"Host: evil.test", "hOST:evil.test", "Content-Length: 3", "Transfer-Encoding: chunked",
                                 "Connection: Host", "Host : evil.test", " Host: evil.test", "X: y\r\n\tHost: evil.test",
                                 "X: y\r\nHost: evil.test", ": y", "no colon", "H\xf6st: x"}) {
            QTest::newRow(line) << QByteArray("0\r\n" + QByteArray(line) + "\r\n\r\n") << -1;
        }
    }
    void endsChunkedBodiesExactly() {
        QFETCH(QByteArray, body);
        QFETCH(int, used);
        const std::string text = body.toStdString();
        for (std::size_t step : {text.size(), std::size_t{1}, std::size_t{3}}) {
            BodyFramer framer({BodyKind::Chunked, 0});
            std::size_t total = 0;
            for (std::size_t i = 0; i < text.size() && framer.state() == BodyFramer::State::More;
                 i += step) {
                total += framer.consume(bytesOf(std::string_view(text).substr(i, step)));
            }
            QCOMPARE(framer.state(), used < 0 ? BodyFramer::State::Bad : BodyFramer::State::Done);
            if (used >= 0) {
                QCOMPARE(total, static_cast<std::size_t>(used));
            }
        }
    }
};

QTEST_APPLESS_MAIN(HttpHeadTest)
#include "http_head_test.moc"
