// The real program as HTTP relay and as proxy (CONNECT, absolute form, SOCKS5).
#include <QDateTime>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "tests/unit/egress/harness.h"
#include "tests/unit/egress/hello_bytes.h"

using namespace leadglass;
using namespace leadglass::test;
using wire::FlowProtocol;
using wire::Refusal;

class EgressHttpTest : public QObject {
    Q_OBJECT
private slots:
    void checksEachRequestOnAKeptAliveConnection() {
        Egress e;
        QVERIFY(e.next<wire::Ready>());
        UniqueFd c = dial(e.http);
        auto open = e.next<wire::FlowOpen>();
        QVERIFY(open);
        Upstream up;
        e.allow(open->flow, FlowProtocol::Http, "api.test", up);
        QVERIFY(sendText(c.get(),
                         "POST /a HTTP/1.1\r\nHost: api.test\r\nContent-Length: 3\r\n\r\nabc"
                         "GET /b HTTP/1.1\r\nHost: other.test\r\n\r\n"));
        QVERIFY(readUntil(up.server.get(), "abc")
                    .starts_with("POST /a HTTP/1.1\r\nHost: api.test\r\n"));
        QVERIFY(sendText(up.server.get(), "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"));
        const std::string answers = readUntil(c.get(), "");
        QVERIFY(answers.starts_with("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 421 "));
        auto refused = e.next<wire::FlowRefused>();
        QVERIFY(refused);
        QCOMPARE(refused->refusal, Refusal::Inconsistent);
        QCOMPARE(refused->detail, std::string("other.test"));
        QVERIFY(readUntil(up.server.get(), "").empty());
    }

    void answersTheCredentialsEndpointToTheTokenAlone_data() {
        QTest::addColumn<QByteArray>("request");
        QTest::addColumn<bool>("answered");
        const QByteArray path = wire::kCredentialsPath;
        const QByteArray right = "Authorization: token\r\n";
        QTest::newRow("as it should be") << "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:980\r\n" + right << true;
        QTest::newRow("old HTTP") << "GET " + path + " HTTP/1.0\r\n" + right << true;
        QTest::newRow("no token") << "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:980\r\n" << false;
        QTest::newRow("another token") << "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:980\r\nAuthorization: tokem\r\n" << false;
        QTest::newRow("two tokens") << "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:980\r\nAuthorization: x\r\n" + right << false;
        QTest::newRow("another path") << "GET " + path + "/ HTTP/1.1\r\nHost: 127.0.0.1:980\r\n" + right << false;
        QTest::newRow("POST") << "POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1:980\r\nContent-Length: 0\r\n" + right << false;
    }
    void answersTheCredentialsEndpointToTheTokenAlone() {
        QFETCH(QByteArray, request);
        QFETCH(bool, answered);
        Egress e(3, 4096, nullptr, wire::CredentialEndpoint{"token", "ASIAX", "made-up", "session"});
        QVERIFY(e.next<wire::Ready>());
        UniqueFd c = dial(e.proxy);
        QVERIFY(sendText(c.get(), (request + "\r\n").toStdString()));
        const QByteArray answer = QByteArray::fromStdString(readUntil(c.get(), ""));
        QVERIFY2(answer.startsWith(answered ? "HTTP/1.1 200 " : "HTTP/1.1 400 "), answer.constData());
        QCOMPARE(answer.contains("made-up"), answered);
        const auto said = QJsonDocument::fromJson(answer.mid(answer.indexOf("\r\n\r\n") + 4)).object();
        if (answered) {
            QCOMPARE(said["AccessKeyId"].toString(), QString("ASIAX"));
            QCOMPARE(said["Token"].toString(), QString("session"));
            QVERIFY(QDateTime::fromString(said["Expiration"].toString(), Qt::ISODate) > QDateTime::currentDateTimeUtc().addSecs(1800));
        }
    }

    void keepsFramesThatComeWithThe101() {
        Egress e;
        QVERIFY(e.next<wire::Ready>());
        UniqueFd c = dial(e.http);
        auto open = e.next<wire::FlowOpen>();
        QVERIFY(open);
        Upstream up;
        e.allow(open->flow, FlowProtocol::Http, "ws.test", up);
        QVERIFY(sendText(c.get(),
                         "GET /ws HTTP/1.1\r\nHost: ws.test\r\nConnection: Upgrade\r\nUpgrade: "
                         "websocket\r\n\r\nEARLY"));
        QVERIFY(!readUntil(up.server.get(), "\r\n\r\n").empty());
        QVERIFY(
            sendText(up.server.get(),
                     "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n\x81\x01x"));
        QVERIFY(readUntil(c.get(), "\x81\x01x").ends_with("\r\n\r\n\x81\x01x"));
        QCOMPARE(readUntil(up.server.get(), "EARLY"), std::string("EARLY"));
        QVERIFY(sendText(c.get(), "GET / HTTP/1.1\r\nHost: not-http-now\r\n\r\n"));
        QVERIFY(!readUntil(up.server.get(), "not-http-now\r\n\r\n").empty());
    }

    void aServerThatEndsInItsHeadEndsTheClientToo_data() {
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("no HTTP at all") << QByteArray(5000, '-');
        QTest::newRow("half a head") << QByteArray("HTTP/1.1 200 OK\r\nContent-");
        QTest::newRow("nothing") << QByteArray();
    }
    void aServerThatEndsInItsHeadEndsTheClientToo() {
        QFETCH(QByteArray, answer);
        Egress e;
        QVERIFY(e.next<wire::Ready>());
        UniqueFd c = dial(e.http);
        auto open = e.next<wire::FlowOpen>();
        QVERIFY(open);
        Upstream up;
        e.allow(open->flow, FlowProtocol::Http, "cut.test", up);
        QVERIFY(sendText(c.get(), "GET / HTTP/1.1\r\nHost: cut.test\r\n\r\n"));
        QVERIFY(!readUntil(up.server.get(), "\r\n\r\n").empty());
        QVERIFY(answer.isEmpty() || sendText(up.server.get(), answer.toStdString()));
        up.server.reset();
        if (!answer.isEmpty()) {
            QCOMPARE(readUntil(c.get(), answer.toStdString()), answer.toStdString());
        }
        QCOMPARE(endOf(c.get()), 0);
    }

    void passesEventsOnAsTheyCome() {
        Egress e;
        QVERIFY(e.next<wire::Ready>());
        UniqueFd c = dial(e.http);
        auto open = e.next<wire::FlowOpen>();
        QVERIFY(open);
        Upstream up;
        e.allow(open->flow, FlowProtocol::Http, "sse.test", up);
        QVERIFY(sendText(c.get(),
                         "POST /s HTTP/1.1\r\nHost: sse.test\r\nExpect: "
                         "100-continue\r\nContent-Length: 2\r\n\r\n"));
        QVERIFY(!readUntil(up.server.get(), "\r\n\r\n").empty());
        QVERIFY(sendText(up.server.get(), "HTTP/1.1 100 Continue\r\n\r\n"));
        QCOMPARE(readUntil(c.get(), "\r\n\r\n"), std::string("HTTP/1.1 100 Continue\r\n\r\n"));
        QVERIFY(sendText(c.get(), "hi"));
        QCOMPARE(readUntil(up.server.get(), "hi"), std::string("hi"));
        QVERIFY(sendText(up.server.get(), "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"));
        for (int i = 0; i < 5; ++i) {
            QElapsedTimer lag;
            lag.start();
            QVERIFY(sendText(up.server.get(), "8\r\ndata: x\n\r\n"));
            QVERIFY(!readUntil(c.get(), "data: x\n").empty());
            QVERIFY(lag.elapsed() < 2000);
        }
    }

    void connectAnswersAfterTheVerdict() {
        Egress e;
        QVERIFY(e.next<wire::Ready>());
        UniqueFd c = dial(e.proxy);
        QVERIFY(sendText(c.get(), "CONNECT api.test:443 HTTP/1.1\r\nHost: api.test:443\r\n\r\n"));
        auto open = e.next<wire::FlowOpen>();
        QVERIFY(open);
        QCOMPARE(open->entry, wire::Entry::Connect);
        QCOMPARE(open->name, std::string("api.test"));
        QCOMPARE(open->port, 443);
        char byte = 0;
        QCOMPARE(::recv(c.get(), &byte, 1, MSG_DONTWAIT), ssize_t{-1});
        Upstream up;
        e.allow(open->flow, FlowProtocol::Tls, "api.test", up);
        QVERIFY(readUntil(c.get(), "\r\n\r\n").starts_with("HTTP/1.1 200 "));
        // One rule for every entry: the name inside must be the CONNECT name.
        QVERIFY(sendText(c.get(), hello("other.test")));
        QCOMPARE(readUntil(c.get(), "", 7), std::string("\x15\x03\x03\x00\x02\x02\x70", 7));

        UniqueFd d = dial(e.proxy);
        QVERIFY(e.next<wire::FlowRefused>());
        QVERIFY(e.next<wire::FlowClosed>());
        QVERIFY(
            sendText(d.get(), "CONNECT denied.test:443 HTTP/1.1\r\nHost: denied.test:443\r\n\r\n"));
        open = e.next<wire::FlowOpen>();
        QVERIFY(open);
        e.deny(open->flow, Refusal::NotAnswered);
        const std::string answer = readUntil(d.get(), "");
        QVERIFY(answer.starts_with("HTTP/1.1 403 "));
        QVERIFY(answer.find("\"host\":\"denied.test\"") != answer.npos);
    }

    void absoluteFormIsAFlowPerHost() {
        Egress e;
        QVERIFY(e.next<wire::Ready>());
        UniqueFd c = dial(e.proxy);
        QVERIFY(sendText(c.get(),
                         "GET http://one.test/x?y HTTP/1.1\r\nHost: one.test\r\nProxy-Connection: "
                         "keep-alive\r\n\r\n"));
        auto open = e.next<wire::FlowOpen>();
        QVERIFY(open);
        QCOMPARE(open->entry, wire::Entry::HttpProxy);
        QCOMPARE(open->name, std::string("one.test"));
        QCOMPARE(open->port, 80);
        Upstream one;
        e.allow(open->flow, FlowProtocol::Http, "one.test", one);
        QCOMPARE(readUntil(one.server.get(), "\r\n\r\n"),
                 std::string("GET /x?y HTTP/1.1\r\nHost: one.test\r\n\r\n"));
        QVERIFY(sendText(one.server.get(), "HTTP/1.1 204 No Content\r\n\r\n"));
        QVERIFY(readUntil(c.get(), "\r\n\r\n").starts_with("HTTP/1.1 204"));
        QVERIFY(
            sendText(c.get(), "GET http://two.test:8080/ HTTP/1.1\r\nHost: two.test:8080\r\n\r\n"));
        QVERIFY(e.next<wire::FlowClosed>());
        open = e.next<wire::FlowOpen>();
        QVERIFY(open);
        QCOMPARE(open->name, std::string("two.test"));
        QCOMPARE(open->port, 8080);
        e.deny(open->flow, Refusal::PolicyDenied);
        QVERIFY(readUntil(c.get(), "").starts_with("HTTP/1.1 403 "));
    }

    void proxyRefusesWhatItCannotCheck_data() {
        QTest::addColumn<QByteArray>("request");
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("https absolute")
            << QByteArray("GET https://a.test/ HTTP/1.1\r\nHost: a.test\r\n\r\n")
            << QByteArray("HTTP/1.1 403 ");
        QTest::newRow("origin form")
            << QByteArray("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n") << QByteArray("HTTP/1.1 400 ");
        QTest::newRow("host differs")
            << QByteArray("GET http://a.test/ HTTP/1.1\r\nHost: b.test\r\n\r\n")
            << QByteArray("HTTP/1.1 421 ");
        QTest::newRow("connect without port")
            << QByteArray("CONNECT a.test HTTP/1.1\r\nHost: a.test\r\n\r\n")
            << QByteArray("HTTP/1.1 400 ");
        QTest::newRow("socks without no-auth")
            << QByteArray("\x05\x01\x02", 3) << QByteArray("\x05\xff", 2);
        QTest::newRow("socks bind") << QByteArray("\x05\x01\x00\x05\x02\x00\x03\x01x\x00\x50", 11)
                                    << QByteArray("\x05\x00\x05\x07", 4);
        QTest::newRow("socks name with NUL")
            << QByteArray("\x05\x01\x00\x05\x01\x00\x03\x03x\x00y\x00\x50", 13)
            << QByteArray("\x05\x00\x05\x02", 4);
    }

    void proxyRefusesWhatItCannotCheck() {
        QFETCH(QByteArray, request);
        QFETCH(QByteArray, answer);
        Egress e;
        QVERIFY(e.next<wire::Ready>());
        UniqueFd c = dial(e.proxy);
        QVERIFY(sendText(c.get(), request.toStdString()));
        const std::string got = readUntil(c.get(), "");
        QVERIFY2(got.starts_with(answer.toStdString()), got.c_str());
    }

    void socksGoesByName() {
        Egress e;
        QVERIFY(e.next<wire::Ready>());
        UniqueFd c = dial(e.proxy);
        QVERIFY(sendText(c.get(), std::string_view("\x05\x02\x00\x02", 4)));
        QCOMPARE(readUntil(c.get(), "", 2), std::string("\x05\x00", 2));
        QVERIFY(sendText(c.get(), std::string_view("\x05\x01\x00\x03\x08ssh.test\x00\x16", 15)));
        auto open = e.next<wire::FlowOpen>();
        QVERIFY(open);
        QCOMPARE(open->entry, wire::Entry::Socks);
        QCOMPARE(open->name, std::string("ssh.test"));
        QCOMPARE(open->port, 22);
        Upstream up;
        e.allow(open->flow, FlowProtocol::Ssh, "ssh.test", up);
        QCOMPARE(readUntil(c.get(), "", 10),
                 std::string("\x05\x00\x00\x01\x00\x00\x00\x00\x00\x00", 10));
        QVERIFY(sendText(up.server.get(), "SSH-2.0-server\r\n")); // before the client has spoken
        QCOMPARE(readUntil(c.get(), "\r\n"), std::string("SSH-2.0-server\r\n"));
        QVERIFY(sendText(c.get(), "SSH-2"));
        QTest::qSleep(20);
        QVERIFY(sendText(c.get(), ".0-client\r\n"));
        QCOMPARE(readUntil(up.server.get(), "\r\n"), std::string("SSH-2.0-client\r\n"));
    }

    void sshRefusesAnotherProtocol() {
        Egress e;
        QVERIFY(e.next<wire::Ready>());
        UniqueFd c = dial(e.captured);
        auto open = e.next<wire::FlowOpen>();
        QVERIFY(open);
        Upstream up;
        e.allow(open->flow, FlowProtocol::Ssh, "ssh.test", up);
        QVERIFY(sendText(c.get(), "GET / HTTP/1.1\r\n\r\n"));
        auto refused = e.next<wire::FlowRefused>();
        QVERIFY(refused);
        QCOMPARE(refused->refusal, Refusal::BadProtocol);
        QVERIFY(readUntil(up.server.get(), "", 1).empty());
    }

    void aBadRequestIsAnsweredAndReported() {
        Egress e;
        QVERIFY(e.next<wire::Ready>());
        UniqueFd c = dial(e.http);
        auto open = e.next<wire::FlowOpen>();
        QVERIFY(open);
        Upstream up;
        e.allow(open->flow, FlowProtocol::Http, "api.test", up);
        QVERIFY(sendText(c.get(),
                         "POST / HTTP/1.1\r\nHost: api.test\r\nContent-Length: "
                         "4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"));
        QVERIFY(readUntil(c.get(), "").starts_with("HTTP/1.1 400 "));
        auto refused = e.next<wire::FlowRefused>();
        QVERIFY(refused);
        QCOMPARE(refused->refusal, Refusal::BadProtocol);
        QVERIFY(readUntil(up.server.get(), "").empty());
    }
};

// Before QTest starts its watchdog: a process with threads cannot make a user namespace.
int main(int argc, char** argv) {
    enterOwnNetwork();
    EgressHttpTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "egress_http_test.moc"
