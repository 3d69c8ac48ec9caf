// Addresses that no policy can allow, in every spelling that a client or resolver could use.
#include <QTest>
#include <fstream>

#include "core/policy/action.h"
#include "core/policy/address.h"
#include "core/policy/evaluator.h"
#include "core/policy/host_name.h"
#include "core/policy/parser.h"

using namespace leadglass;
using namespace leadglass::policy;

namespace {

// A policy that allows as much as rules can: what is still refused is refused always.
EffectivePolicy widest() {
    EffectivePolicy policy;
    EgressRule any;
    any.kind = EgressRule::Kind::Address;
    any.range.prefix = 0;
    any.ports = {80, 443};
    any.allowPrivate = true;
    addRule(policy, any, Verdict::Allow);
    any.range.base.v6 = true;
    addRule(policy, any, Verdict::Allow);
    EgressRule host;
    host.allowPrivate = true;
    host.ports = {80, 443};
    for (const char* name : {"metadata.google.internal", "instance-data", "metadata", "localhost"}) {
        host.host = {name, false};
        addRule(policy, host, Verdict::Allow);
    }
    return policy;
}

} // namespace

class TestAddress : public QObject {
    Q_OBJECT
private slots:
    // tests/cases/MD-01 and the spellings of design notes: 80 is asked for, as clients do.
    void deniesMetadataInEverySpelling_data() {
        QTest::addColumn<QString>("target");
        std::ifstream in(LEADGLASS_TEST_DATA "/../../cases/MD-01/targets.txt");
        QVERIFY2(in.good(), "tests/cases/MD-01/targets.txt is missing");
        std::string line;
        int rows = 0;
        while (std::getline(in, line)) {
            if (!line.empty()) {
                QTest::newRow(line.c_str()) << QString::fromStdString(line);
                ++rows;
            }
        }
        QVERIFY(rows >= 10);
        for (const char* more :
             {"0xa9fea9fe", "0xA9.0xFE.0xA9.0xFE", "2852039166", "0251.0376.0251.0376", "169.254.43518",
              "169.16689662", "025177524776", "169.254.169.254.", "[::169.254.169.254]",
              "[::ffff:0:169.254.169.254]", "[64:ff9b::169.254.169.254]", "[64:ff9b::a9fe:a9fe]",
              "[64:ff9b:1::169.254.169.254]", "[64:ff9b:1:a9fe:a9:fe00::]", "[2002:a9fe:a9fe::1]",
              "[2001:0:4136:e378:8000:63bf:5601:5601]", "[2001:0:a9fe:a9fe::1]",
              "[2001:db8::5efe:169.254.169.254]", "[2001:db8::200:5efe:169.254.169.254]",
              "[0:0:0:0:0:FFFF:A9FE:A9FE]", "[::ffff:168.63.129.16]", "METADATA.google.INTERNAL.",
              "metadata.google.internal.", "x.metadata.google.internal", "metadata"}) {
            QTest::newRow(more) << more;
        }
    }
    void deniesMetadataInEverySpelling() {
        QFETCH(QString, target);
        const auto request = parseAction((target + ":80").toStdString());
        QVERIFY2(request.ok(), request.ok() ? "" : request.error().text().c_str());
        const Decision decision = evaluateEgress(widest(), *request, {});
        QCOMPARE(decision.verdict, Verdict::Deny);
        QCOMPARE(QString::fromStdString(decision.reason), "hard_denial:metadata");
    }

    // The same addresses as answers of a resolver, under the loosest decision there is.
    void deniesAnswersThatRebind_data() {
        QTest::addColumn<QString>("answer");
        QTest::addColumn<QString>("reason");
        QTest::newRow("metadata") << "169.254.169.254" << "hard_denial:metadata";
        QTest::newRow("mapped metadata") << "::ffff:169.254.169.254" << "hard_denial:metadata";
        QTest::newRow("loopback") << "127.0.0.53" << "hard_denial:loopback";
        QTest::newRow("v6 loopback") << "::1" << "hard_denial:loopback";
        QTest::newRow("unspecified") << "0.0.0.0" << "hard_denial:unspecified";
        QTest::newRow("v6 unspecified") << "::" << "hard_denial:unspecified";
        QTest::newRow("link local") << "169.254.7.7" << "hard_denial:link_local";
        QTest::newRow("v6 link local") << "fe80::1" << "hard_denial:link_local";
        QTest::newRow("multicast") << "224.0.0.251" << "hard_denial:multicast";
        QTest::newRow("v6 multicast") << "ff02::fb" << "hard_denial:multicast";
        QTest::newRow("broadcast") << "255.255.255.255" << "hard_denial:reserved";
        QTest::newRow("book") << "198.18.0.7" << "hard_denial:book_range";
        QTest::newRow("v6 book") << "fd4c:6561:6467::7" << "hard_denial:book_range";
        QTest::newRow("own") << "203.0.113.9" << "hard_denial:own_address";
        QTest::newRow("own, mapped") << "::ffff:203.0.113.9" << "hard_denial:own_address";
        QTest::newRow("own, NAT64") << "64:ff9b::203.0.113.9" << "hard_denial:own_address";
        QTest::newRow("own v6") << "2001:db8::9" << "hard_denial:own_address";
        QTest::newRow("own private") << "10.0.0.9" << "hard_denial:own_address";
        QTest::newRow("public") << "203.0.113.10" << "";
        QTest::newRow("public v6") << "2001:db8::10" << "";
        QTest::newRow("private, allowed") << "10.1.2.3" << "";
    }
    void deniesAnswersThatRebind() {
        QFETCH(QString, answer);
        QFETCH(QString, reason);
        Decision decision;
        decision.verdict = Verdict::Allow;
        decision.allowPrivate = true;
        const std::vector<Address> own{*parseAddress("203.0.113.9"), *parseAddress("2001:db8::9"),
                                       *parseAddress("10.0.0.9")};
        const auto address = parseAddress(answer.toStdString());
        QVERIFY(address.has_value());
        QCOMPARE(QString::fromStdString(checkResolved(decision, *address, own)), reason);
    }

    void needsARuleForPrivateAnswers_data() {
        QTest::addColumn<QString>("answer");
        for (const char* text : {"10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1",
                                 "100.127.255.255", "fd12::1", "fc00::1", "fec0::1", "::ffff:10.0.0.1",
                                 "64:ff9b::192.168.1.1", "2002:0a00:0001::1", "64:ff9b:1::8.8.8.8"}) {
            QTest::newRow(text) << text;
        }
    }
    void needsARuleForPrivateAnswers() {
        QFETCH(QString, answer);
        Decision decision;
        decision.verdict = Verdict::Allow;
        const auto address = *parseAddress(answer.toStdString());
        QCOMPARE(checkResolved(decision, address, {}), std::string("private_needs_rule"));
        decision.allowPrivate = true;
        QCOMPARE(checkResolved(decision, address, {}), std::string());
    }

    void leavesNeighboursOfRangesPublic_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"9.255.255.255", "11.0.0.0", "172.15.255.255", "172.32.0.0", "192.167.1.1",
                                 "192.169.0.0", "100.63.255.255", "100.128.0.0", "169.253.1.1", "169.255.1.1",
                                 "198.17.255.255", "198.20.0.0", "126.255.255.255", "128.0.0.0",
                                 "223.255.255.255", "1.0.0.0", "2606:4700::1111", "64:ff9b::8.8.8.8"}) {
            QTest::newRow(text) << text;
        }
    }
    void leavesNeighboursOfRangesPublic() {
        QFETCH(QString, text);
        QCOMPARE(classify(*parseAddress(text.toStdString()), {}).kind, AddressClass::Public);
    }

    void parsesStrictTextOnly_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", "1", "1.2.3", "01.2.3.4", "1.2.3.4.5", "256.1.1.1", "1.2.3.4 ", "[1.2.3.4]",
                                 "fe80::1%eth0", "::1]", "[::1", ":::", "1.2.3.4/8", "0x1.2.3.4"}) {
            QTest::newRow(text) << text;
        }
    }
    void parsesStrictTextOnly() {
        QFETCH(QString, text);
        QVERIFY(!parseAddress(text.toStdString()).has_value());
    }

    void readsRangesExactly() {
        const auto range = parseRange("10.1.0.0/16");
        QVERIFY(range.ok());
        QVERIFY(inRange(*parseAddress("10.1.255.255"), *range));
        QVERIFY(!inRange(*parseAddress("10.2.0.0"), *range));
        QVERIFY(!inRange(*parseAddress("::ffff:10.1.0.1"), *range));
        const auto odd = parseRange("2001:db8:8000::/33");
        QVERIFY(odd.ok());
        QVERIFY(inRange(*parseAddress("2001:db8:ffff::1"), *odd));
        QVERIFY(!inRange(*parseAddress("2001:db8:7fff::1"), *odd));
        for (const char* bad : {"10.1.0.1/16", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/8x", "x/8", "/8"}) {
            QVERIFY2(!parseRange(bad).ok(), bad);
        }
    }

    void findsOwnAddresses() {
        const auto own = ownAddresses();
        QVERIFY(own.ok());
        QVERIFY(std::find(own->begin(), own->end(), *parseAddress("127.0.0.1")) != own->end());
    }
};

QTEST_APPLESS_MAIN(TestAddress)
#include "test_address.moc"
