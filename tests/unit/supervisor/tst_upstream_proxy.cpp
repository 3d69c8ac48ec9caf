// Proxies of the environment: which one, for what, and that nobody is told the credentials.
#include <QtTest>

#include "core/policy/address.h"
#include "core/session/proxy_handshake.h"
#include "core/session/upstream_proxy.h"

using namespace leadglass;
using namespace leadglass::session;
using policy::Protocol;
using Values = std::map<std::string, std::string>;
using State = ProxyHandshake::Step::State;

namespace {

Result<UpstreamProxies> read(const Values& values) {
    return UpstreamProxies::read([&](const char* name) {
        const auto found = values.find(name);
        return found == values.end() ? nullptr : found->second.c_str();
    });
}

std::string chosen(const Values& values, const char* host, std::uint16_t port, Protocol protocol) {
    const auto proxies = read(values);
    const auto* proxy = proxies.ok() ? proxies->forHost(host, port, protocol) : nullptr;
    return proxy != nullptr ? describe(*proxy) : "direct";
}

std::span<const std::uint8_t> bytes(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

} // namespace

class UpstreamProxyTest : public QObject {
    Q_OBJECT
private slots:
    void everyProtocolHasItsVariableAndNothingGoesPastWhatIsSet() {
        const Values all{{"http_proxy", "h.test:1"}, {"https_proxy", "http://s.test:2/"}, {"ALL_PROXY", "SOCKS5H://a.test"}};
        QCOMPARE(chosen(all, "x.test", 80, Protocol::Http), std::string("http://h.test:1"));
        QCOMPARE(chosen(all, "x.test", 443, Protocol::Tls), std::string("http://s.test:2"));
        QCOMPARE(chosen(all, "x.test", 22, Protocol::Ssh), std::string("http://s.test:2"));
        QCOMPARE(chosen({{"all_proxy", "socks5://a.test"}}, "x.test", 22, Protocol::Ssh), std::string("socks5://a.test:1080"));
        QCOMPARE(chosen({{"http_proxy", "http://h.test"}}, "x.test", 22, Protocol::Tcp), std::string("http://h.test:80"));
        QCOMPARE(chosen({{"HTTPS_PROXY", "[2001:db8::1]:8"}}, "x.test", 80, Protocol::Http), std::string("http://[2001:db8::1]:8"));
        QCOMPARE(chosen({{"http_proxy", ""}, {"HTTP_PROXY", "h.test"}}, "x.test", 80, Protocol::Http), std::string("http://h.test:80"));
        QCOMPARE(chosen({{"no_proxy", "y"}}, "x.test", 80, Protocol::Http), std::string("direct"));
    }

    void credentialsAreDecodedAndNeverDescribed() {
        const auto proxies = read({{"http_proxy", "http://u%40d:p%3a@/%25@h.test:3128"}});
        QVERIFY(proxies.ok());
        const auto* proxy = proxies->forHost("x.test", 80, Protocol::Http);
        QVERIFY(proxy != nullptr);
        QCOMPARE(proxy->user, std::string("u@d"));
        QCOMPARE(proxy->password, std::string("p:@/%"));
        QCOMPARE(describe(*proxy), std::string("http://h.test:3128 (with credentials)"));
        QCOMPARE(proxies->lines(), std::vector<std::string>{"http: http://h.test:3128 (with credentials)"});
        ProxyHandshake handshake(*proxy, "x.test", 80);
        QCOMPARE(handshake.begin(), std::string("CONNECT x.test:80 HTTP/1.1\r\nHost: x.test:80\r\n"
                                                "Proxy-Authorization: Basic dUBkOnA6QC8l\r\n\r\n"));
    }

    void whatCannotBeUsedNamesTheVariableAndNotItsValue_data() {
        QTest::addColumn<QString>("value");
        for (const char* value : {"https://secret:secret@h.test:1", "socks4://secret@h.test", "http://secret:secret@", "secret:%zz@h.test",
                                  "http://sec%00ret:x@h.test", "http://secret%0d%0a:x@h.test", "http://:secret@h.test", "secret:secret@h.test:70000",
                                  "http://secret:x@h test", "http://secret%3a:x@h.test", "http://"}) {
            QTest::newRow(value) << value;
        }
    }
    void whatCannotBeUsedNamesTheVariableAndNotItsValue() {
        QFETCH(QString, value);
        const auto proxies = read({{"https_proxy", value.toStdString()}});
        QVERIFY(!proxies.ok());
        const std::string text = proxies.error().text();
        QVERIFY(text.find("https_proxy") != std::string::npos);
        QVERIFY2(text.find("secret") == std::string::npos, text.c_str());
    }

    void exceptionsAreNamesPortsAndRanges_data() {
        QTest::addColumn<QString>("noProxy");
        QTest::addColumn<QString>("host");
        QTest::addColumn<bool>("direct");
        const auto row = [](const char* noProxy, const char* host, bool direct) {
            QTest::addRow("%s %s", noProxy, host) << noProxy << host << direct;
        };
        row("a.test", "a.test", true);
        row("a.test", "b.a.test", true);
        row("a.test", "ba.test", false);
        row(".a.test", "b.a.test", true);
        row("*.A.test.", "b.a.test", true);
        row("x,a.test y", "a.test", true);
        row("a.test:443", "a.test", true);
        row("a.test:80", "a.test", false);
        row("*", "a.test", true);
        row("*a.test", "a.test", false);
        row(",,;,http://a.test", "a.test", false);
    }
    void exceptionsAreNamesPortsAndRanges() {
        QFETCH(QString, noProxy);
        QFETCH(QString, host);
        QFETCH(bool, direct);
        const Values values{{"all_proxy", "p.test"}, {"no_proxy", noProxy.toStdString()}};
        QCOMPARE(chosen(values, host.toUtf8().constData(), 443, Protocol::Tls) == "direct", direct);
    }

    void rangesExceptAddressesOnlyIfTheyCoverAllOfThem() {
        const auto proxies = read({{"all_proxy", "p.test"}, {"no_proxy", "10.0.0.0/8,[2001:db8::1]"}});
        QVERIFY(proxies.ok());
        const auto ten = *policy::parseAddress("10.1.2.3");
        const auto other = *policy::parseAddress("203.0.113.9");
        const auto six = *policy::parseAddress("2001:db8::1");
        QVERIFY(proxies->excepted({ten, six}));
        QVERIFY(!proxies->excepted({ten, other}));
        QVERIFY(proxies->forLiteral(ten, 80, Protocol::Http) == nullptr);
        QVERIFY(proxies->forLiteral(other, 80, Protocol::Http) != nullptr);
    }

    void theServersFirstBytesAreNeverTaken() {
        UpstreamProxy proxy;
        ProxyHandshake http(proxy, "x.test", 22);
        const auto step = http.take(bytes("HTTP/1.0 200 fine\r\n\r\nSSH-2.0-x"));
        QCOMPARE(step.state, State::Done);
        QCOMPARE(step.consumed, std::size_t{21});
        proxy.kind = UpstreamProxy::Kind::Socks5;
        ProxyHandshake socks(proxy, "x.test", 22);
        QCOMPARE(socks.take(bytes(std::string_view("\5\0", 2))).state, State::Send);
        const auto reply = socks.take(bytes(std::string_view("\5\0\0\3\1a\0\1SSH", 11)));
        QCOMPARE(reply.state, State::Done);
        QCOMPARE(reply.consumed, std::size_t{8});
    }
};

QTEST_APPLESS_MAIN(UpstreamProxyTest)
#include "tst_upstream_proxy.moc"
