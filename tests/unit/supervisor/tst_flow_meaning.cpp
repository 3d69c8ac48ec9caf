// What a flow means: names, book addresses, literals in every spelling, the host's loopback.
#include <QtTest>

#include "core/policy/address.h"
#include "core/session/gatekeeper.h"

using namespace leadglass;
using session::meaningOf;

namespace {
wire::FlowOpen byName(const char* name, std::uint16_t port) {
    wire::FlowOpen open;
    open.entry = wire::Entry::Connect;
    open.name = name;
    open.port = port;
    return open;
}
wire::FlowOpen byAddress(const policy::Address& a, std::uint16_t port) {
    wire::FlowOpen open;
    open.entry = wire::Entry::Captured;
    open.target.v6 = a.v6;
    open.target.bytes = a.bytes;
    open.target.port = port;
    return open;
}
} // namespace

class FlowMeaningTest : public QObject {
    Q_OBJECT
private slots:
    void aBookAddressMeansItsName() {
        session::NameBook book(systemClock());
        const auto a = book.addressesOf("api.test").value();
        const policy::EffectivePolicy none;
        const auto m = meaningOf(byAddress(a.v6, 443), book, none);
        QCOMPARE(m.request.host, std::string("api.test"));
        QVERIFY(!m.request.literal);
        QCOMPARE(m.object, std::string("api.test:443"));
        // Also where a proxy client was handed the address of the book.
        const auto viaProxy = meaningOf(byName(policy::toText(a.v4).c_str(), 443), book, none);
        QCOMPARE(viaProxy.request.host, std::string("api.test"));
    }
    void aNumberIsNeverAName_data() {
        QTest::addColumn<QString>("spelling");
        for (const char* s : {"169.254.169.254", "0xa9fea9fe", "2852039166", "0251.0376.0251.0376",
                              "[::ffff:169.254.169.254]", "::ffff:a9fe:a9fe"}) {
            QTest::newRow(s) << QString(s);
        }
    }
    void aNumberIsNeverAName() {
        QFETCH(QString, spelling);
        session::NameBook book(systemClock());
        const auto m = meaningOf(byName(qPrintable(spelling), 80), book, {});
        QVERIFY(m.request.literal.has_value());
        QVERIFY(m.request.host.empty());
    }
    void aNameWithoutCanonicalFormIsRefused_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("empty label") << QByteArray("a..b");
        QTest::newRow("userinfo") << QByteArray("user@host.test");
        QTest::newRow("percent") << QByteArray("a%2eb.test");
        QTest::newRow("slash") << QByteArray("a/b.test");
        QTest::newRow("blank") << QByteArray("a b.test");
    }
    void aNameWithoutCanonicalFormIsRefused() {
        QFETCH(QByteArray, name);
        session::NameBook book(systemClock());
        const auto m = meaningOf(byName(name.constData(), 443), book, {});
        QCOMPARE(m.bad, std::string("bad_name"));
    }
    void spellingsOfANameAreOne() {
        session::NameBook book(systemClock());
        QCOMPARE(meaningOf(byName("API.Test.", 443), book, {}).request.host, std::string("api.test"));
    }
    void loopbackIsReachedOnlyByAGrantOfItsPort() {
        session::NameBook book(systemClock());
        policy::EffectivePolicy policy;
        const auto without = meaningOf(byName("localhost", 3002), book, policy);
        QCOMPARE(without.request.loopbackPort, std::uint16_t{0});
        policy::EgressRule rule;
        rule.kind = policy::EgressRule::Kind::Loopback;
        rule.loopbackPort = 3002;
        policy.merged.allow.push_back(rule);
        QCOMPARE(meaningOf(byName("localhost", 3002), book, policy).request.loopbackPort,
                 std::uint16_t{3002});
        QCOMPARE(meaningOf(byName("127.0.0.1", 3002), book, policy).request.loopbackPort,
                 std::uint16_t{3002});
        QCOMPARE(meaningOf(byName("localhost", 3003), book, policy).request.loopbackPort,
                 std::uint16_t{0});
    }
};

QTEST_APPLESS_MAIN(FlowMeaningTest)
#include "tst_flow_meaning.moc"
