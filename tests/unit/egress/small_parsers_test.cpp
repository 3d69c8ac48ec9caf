// SOCKS5, ClientHello, DNS and the name check.
#include <QJsonDocument>
#include <QtTest>

#include "core/egress/client_hello.h"
#include "core/egress/dns_message.h"
#include "core/egress/name_check.h"
#include "core/egress/refusal.h"
#include "core/egress/socks.h"
#include "core/policy/address.h"
#include "tests/unit/egress/hello_bytes.h"

using namespace leadglass;
using namespace leadglass::egress;
using namespace leadglass::test;

namespace {
std::span<const std::uint8_t> bytesOf(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}
QByteArray q(const std::string& text) {
    return {text.data(), static_cast<qsizetype>(text.size())};
}
const std::string kDnsHead("\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00", 12);
} // namespace

class SmallParsersTest : public QObject {
    Q_OBJECT
private slots:
    void readsSocksRequests_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("state");
        QTest::addColumn<int>("reply");
        const auto row = [](const char* name, const std::string& bytes, SocksState state,
                            int reply = 1) {
            QTest::newRow(name) << q(bytes) << int(state) << reply;
        };
        row("v4", std::string("\x05\x01\x00\x01\x01\x02\x03\x04\x00\x50", 10), SocksState::Done);
        row("v6",
            std::string("\x05\x01\x00\x04", 4) + std::string(16, '\x20') +
                std::string("\x00\x50", 2),
            SocksState::Done);
        row("name", std::string("\x05\x01\x00\x03\x01x\x00\x50", 8), SocksState::Done);
        row("cut", std::string("\x05\x01\x00\x03\x05x\x00\x50", 8), SocksState::NeedMore);
        row("version 4", std::string("\x04\x01\x00\x50\x01\x02\x03\x04\x00", 9), SocksState::Bad);
        row("udp associate", std::string("\x05\x03\x00\x01\x01\x02\x03\x04\x00\x50", 10),
            SocksState::Bad, 7);
        row("type 2", std::string("\x05\x01\x00\x02\x01\x02\x03\x04\x00\x50", 10), SocksState::Bad,
            8);
        row("reserved", std::string("\x05\x01\x01\x01\x01\x02\x03\x04\x00\x50", 10),
            SocksState::Bad);
        row("empty name", std::string("\x05\x01\x00\x03\x00\x00\x50", 7), SocksState::Bad);
        row("NUL hides a suffix",
            std::string("\x05\x01\x00\x03\x05"
                        "a\0b.c\x00\x50",
                        12),
            SocksState::Bad, 2);
        row("newline",
            std::string("\x05\x01\x00\x03\x03"
                        "a\nb\x00\x50",
                        10),
            SocksState::Bad, 2);
    }
    void readsSocksRequests() {
        QFETCH(QByteArray, bytes);
        QFETCH(int, state);
        QFETCH(int, reply);
        const std::string text = bytes.toStdString();
        const SocksRequest r = parseSocksRequest(bytesOf(text));
        QCOMPARE(int(r.state), state);
        QCOMPARE(int(r.reply), reply);
        if (r.state == SocksState::Done) {
            QCOMPARE(r.size, text.size());
            QCOMPARE(r.target.port, 80);
            for (std::size_t n = 0; n < text.size(); ++n) {
                QCOMPARE(parseSocksRequest(bytesOf(text).first(n)).state, SocksState::NeedMore);
            }
        }
    }

    void readsTheServerName_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("state");
        QTest::addColumn<QByteArray>("name");
        using S = ClientHelloReader::State;
        const auto row = [](const char* what, const std::string& bytes, S state,
                            const char* name = "") {
            QTest::newRow(what) << q(bytes) << int(state) << QByteArray(name);
        };
        const std::string other = extension(10, std::string("\x00\x02\x00\x1d", 4));
        row("plain", hello("a.test"), S::Done, "a.test");
        row("none", hello(""), S::Done);
        row("small records", hello("a.test", 3), S::Done, "a.test");
        row("with ech, outer name",
            records(handshake(extension(0xfe0d, "x") + serverName("outer.test"))), S::Done,
            "outer.test");
        row("bytes after it", hello("a.test") + "\x14\x03\x03", S::Done, "a.test");
        row("two server names", records(handshake(serverName("a.test") + serverName("b.test"))),
            S::Malformed);
        row("two names in the list",
            records(handshake(extension(
                0,
                vec(std::string(1, '\0') + vec("a", 2) + std::string(1, '\0') + vec("b", 2), 2)))),
            S::Malformed);
        row("name type 1", records(handshake(serverName("a.test", 1))), S::Malformed);
        row("empty name", records(handshake(serverName(""))), S::Malformed);
        row("NUL in name", records(handshake(serverName(std::string("a\0b", 3)))), S::Malformed);
        row("name over 255", records(handshake(serverName(std::string(256, 'a')))), S::Malformed);
        row("list length wrong",
            records(handshake(extension(0, std::string("\x00\xff\x00\x00\x01", 5) + "a"))),
            S::Malformed);
        row("server hello", records("\x02" + std::string("\x00\x00\x01", 3) + "x"), S::Malformed);
        row("record type changes",
            hello("a.test", 20).substr(0, 25) + std::string("\x17\x03\x03\x00\x01x", 6),
            S::Malformed);
        row("empty record", std::string("\x16\x03\x01\x00\x00", 5), S::Malformed);
        row("record too large", std::string("\x16\x03\x01\x40\x01", 5), S::Malformed);
        row("handshake too large", records("\x01" + std::string("\x02\x00\x00", 3)), S::Malformed);
        row("http", "GET / HTTP/1.1\r\n\r\n", S::NotTls);
        row("ssl 2", std::string("\x80\x2e\x01\x03\x01", 5), S::NotTls);
        row("cut", hello("a.test").substr(0, 60), S::NeedMore);
        row("trailing byte in body",
            records("\x01" +
                    vec("\x03\x03" + std::string(32, 'r') + vec("", 1) + vec("\x13\x01", 2) +
                            vec(std::string(1, '\0'), 1) + vec(other, 2) + "z",
                        3)),
            S::Malformed);
    }
    void readsTheServerName() {
        QFETCH(QByteArray, bytes);
        QFETCH(int, state);
        QFETCH(QByteArray, name);
        const std::string text = bytes.toStdString();
        for (std::size_t step : {text.size(), std::size_t{1}, std::size_t{7}}) {
            ClientHelloReader r;
            for (std::size_t i = 0; i < text.size(); i += step) {
                r.feed(bytesOf(std::string_view(text).substr(i, step)));
            }
            QCOMPARE(int(r.state()), state);
            QCOMPARE(r.serverName().value_or(""), name.toStdString());
        }
    }

    void dropsBadDnsPackets_data() {
        QTest::addColumn<QByteArray>("packet");
        const std::string name("\x01x\x00", 3);
        const std::string a("\x00\x01\x00\x01", 4);
        const auto head = [](char flags, char qd, char an, char ar) {
            std::string h = kDnsHead;
            h[2] = flags;
            h[5] = qd;
            h[7] = an;
            h[11] = ar;
            return h;
        };
        QTest::newRow("short") << q(kDnsHead.substr(0, 11));
        QTest::newRow("response") << q(head('\x81', 1, 0, 0) + name + a);
        QTest::newRow("update") << q(head('\x28', 1, 0, 0) + name + a);
        QTest::newRow("no question") << q(head(1, 0, 0, 0));
        QTest::newRow("two questions") << q(head(1, 2, 0, 0) + name + a + name + a);
        QTest::newRow("an answer") << q(head(1, 1, 1, 0) + name + a);
        QTest::newRow("class chaos") << q(kDnsHead + name + std::string("\x00\x01\x00\x03", 4));
        QTest::newRow("pointer to itself") << q(kDnsHead + std::string("\xc0\x0c", 2) + a);
        QTest::newRow("label of 64")
            << q(kDnsHead + std::string(1, 64) + std::string(64, 'a') + std::string(1, '\0') + a);
        QTest::newRow("name over 255") << q(kDnsHead + [] {
            std::string n;
            for (int i = 0; i < 5; ++i)
                n += "\x3f" + std::string(63, 'a');
            return n;
        }() + std::string(1, '\0') + a);
        QTest::newRow("cut in name") << q(kDnsHead +
                                          "\x05"
                                          "ab");
        QTest::newRow("cut after name") << q(kDnsHead + name + "\x01");
        QTest::newRow("extra not OPT")
            << q(head(1, 1, 0, 1) + name + a + name + a + std::string(6, '\0'));
        QTest::newRow("OPT cut") << q(
            head(1, 1, 0, 1) + name + a +
            std::string("\x00\x00\x29\x10\x00\x00\x00\x00\x00\x00\x05", 11));
    }
    void dropsBadDnsPackets() {
        QFETCH(QByteArray, packet);
        QVERIFY(!parseDnsQuery(bytesOf(packet.toStdString())).has_value());
    }

    void answersDnsWithEchoAndTtl() {
        std::string head = kDnsHead;
        head[11] = 1;
        const std::string question(
            "\x03"
            "aPi\x04test\x00\x00\x01\x00\x01",
            14);
        const std::string packet =
            head + question + std::string("\x00\x00\x29\x10\x00\x00\x00\x00\x00\x00\x00", 11);
        const auto parsed = parseDnsQuery(bytesOf(packet));
        QVERIFY(parsed);
        QCOMPARE(parsed->name, std::string("api.test"));
        QVERIFY(parsed->edns && parsed->hostLike);
        const std::array<std::uint8_t, 4> address{198, 18, 0, 1};
        const auto out = buildDnsResponse(*parsed, DnsCode::NoError, address);
        const std::string text(out.begin(), out.end());
        QCOMPARE(text.substr(0, 12),
                 std::string("\x12\x34\x81\x80\x00\x01\x00\x01\x00\x00\x00\x01", 12));
        QCOMPARE(text.substr(12, 14), question); // spelling echoed (0x20)
        QCOMPARE(
            text.substr(26, 16),
            std::string("\xc0\x0c\x00\x01\x00\x01\x00\x00\x00\x3c\x00\x04\xc6\x12\x00\x01", 16));
        QCOMPARE(text.size(), std::size_t{26 + 16 + 11});
    }

    void namesWithOddBytesAreNoHostNames() {
        const auto parsed = parseDnsQuery(bytesOf(kDnsHead + std::string("\x03"
                                                                         "a.b\x00\x00\x01\x00\x01",
                                                                         9)));
        QVERIFY(parsed);
        QVERIFY(!parsed->hostLike);
    }

    void namesHoldOnlyForTheirTarget_data() {
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<bool>("holds");
        const auto row = [](const char* name, const std::string& line, const std::string& host,
                            bool holds) {
            QTest::newRow(name) << q(line + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n") << holds;
        };
        row("equal", "GET /", "api.test", true);
        row("case, dot, port", "GET /", "API.Test.:8080", true);
        row("other port", "GET /", "api.test:22", false);
        row("other", "GET /", "other.test", false);
        row("below", "GET /", "x.api.test", false);
        row("suffix", "GET /", "evilapi.test", false);
        row("userinfo", "GET /", "api.test@evil.test", false);
        row("list", "GET /", "api.test, evil.test", false);
        row("address", "GET /", "169.254.169.254", false);
        row("integer address", "GET /", "2852039166", false);
        row("empty", "GET /", "", false);
        row("absolute, equal", "GET http://api.test:8080/x", "api.test", true);
        row("absolute, other", "GET http://evil.test/x", "api.test", false);
        row("absolute https", "GET https://api.test/x", "api.test", false);
        row("connect through the origin", "CONNECT evil.test:443", "api.test", false);
        row("options", "OPTIONS *", "api.test", true);
        row("get star", "GET *", "api.test", false);
        row("no slash", "GET x", "api.test", false);
    }
    void namesHoldOnlyForTheirTarget() {
        QFETCH(QByteArray, head);
        QFETCH(bool, holds);
        const ParsedRequest p = parseRequestHead(bytesOf(head.toStdString()));
        QVERIFY(p.ok);
        QCOMPARE(requestHolds(Target{"api.test", {}, false, 8080}, p.head), holds);
    }

    void literalsAndLoopbackHaveTheirOwnNames() {
        const Target literal{"", policy::parseAddress("10.0.0.1"), false, 443};
        QVERIFY(serverNameHolds(literal, std::nullopt));
        QVERIFY(!serverNameHolds(literal, "evil.test"));
        QVERIFY(authorityHolds(literal, "10.0.0.1"));
        QVERIFY(!authorityHolds(literal, "10.0.0.2"));
        const Target loopback{"", {}, true, 3000};
        QVERIFY(authorityHolds(loopback, "localhost:3000"));
        QVERIFY(!authorityHolds(loopback, "evil.test:3000"));
        QVERIFY(!authorityHolds(Target{}, "anything"));
        for (const char* back : {"/success?a=b", "http://localhost:3000/", "http://127.0.0.1:3000/x", "HTTP://[::1]:3000/"}) {
            QVERIFY2(leadsBack(loopback, back), back);
        }
        for (const char* away : {"", "success", "//evil.test/", "//localhost:3000/", "http://localhost/", "http://localhost:3001/", "https://localhost:3000/",
                                 "http://evil.test:3000/", "http://localhost:13000/", "http://me@localhost:3000/", "javascript:x"}) {
            QVERIFY2(!leadsBack(loopback, away), away);
        }
        QVERIFY(!serverNameHolds(Target{"a.test", {}, false, 443}, std::nullopt));
    }

    void hostileHostCannotBreakTheAnswer() {
        const std::string answer = refusalResponse(403, "a\"}\r\nSet-Cookie: x\xff",
                                                   wire::Refusal::PolicyDenied, "d\r\nX: y");
        const std::size_t end = answer.find("\r\n\r\n");
        QVERIFY(end != answer.npos);
        QCOMPARE(answer.find("Set-Cookie: x\xff"), std::string::npos);
        QVERIFY(answer.substr(0, end).find("Leadglass-Decision: d??X:?y") != answer.npos);
        const QJsonDocument body =
            QJsonDocument::fromJson(QByteArray::fromStdString(answer.substr(end + 4)));
        QVERIFY(body.isObject());
        QVERIFY(body["host"].toString().startsWith("a\"}\r\nSet-Cookie"));
    }
};

QTEST_APPLESS_MAIN(SmallParsersTest)
#include "small_parsers_test.moc"
