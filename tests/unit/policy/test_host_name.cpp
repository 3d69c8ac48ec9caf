// One canonical form of a host name, and patterns that match at label boundaries only.
#include <QTest>
#include <fstream>
#include <sstream>

#include "core/policy/evaluator.h"
#include "core/policy/host_name.h"
#include "core/policy/parser.h"

using namespace leadglass;
using namespace leadglass::policy;

class TestHostName : public QObject {
    Q_OBJECT
private slots:
    void hasOneCanonicalForm_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("canonical");
        QTest::newRow("plain") << QByteArray("example.org") << QByteArray("example.org");
        QTest::newRow("upper case") << QByteArray("EXAMPLE.Org") << QByteArray("example.org");
        QTest::newRow("root dot") << QByteArray("example.org.") << QByteArray("example.org");
        QTest::newRow("umlaut") << QByteArray("b\xC3\xBC" "cher.example") << QByteArray("xn--bcher-kva.example");
        QTest::newRow("umlaut, upper case") << QByteArray("B\xC3\x9C" "CHER.example") << QByteArray("xn--bcher-kva.example");
        QTest::newRow("punycode") << QByteArray("XN--bcher-kva.example") << QByteArray("xn--bcher-kva.example");
        QTest::newRow("sharp s") << QByteArray("fa\xC3\x9F.example") << QByteArray("xn--fa-hia.example");
        QTest::newRow("ideographic dot") << QByteArray("a\xE3\x80\x82" "example") << QByteArray("a.example");
        QTest::newRow("fullwidth dot") << QByteArray("a\xEF\xBC\x8E" "example") << QByteArray("a.example");
        QTest::newRow("halfwidth dot") << QByteArray("a\xEF\xBD\xA1" "example") << QByteArray("a.example");
        QTest::newRow("fullwidth letters") << QByteArray("\xEF\xBD\x81.example") << QByteArray("a.example");
        QTest::newRow("underscore") << QByteArray("_dmarc.example.org") << QByteArray("_dmarc.example.org");
        QTest::newRow("hyphens in place 3 and 4") << QByteArray("r3---sn.example") << QByteArray("r3---sn.example");
    }
    void hasOneCanonicalForm() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, canonical);
        const auto host = canonicalHost(text.toStdString());
        QVERIFY2(host.ok(), host.ok() ? "" : host.error().text().c_str());
        QCOMPARE(QByteArray::fromStdString(*host), canonical);
        QCOMPARE(QByteArray::fromStdString(*canonicalHost(*host)), canonical);
    }

    void refusesWhatHasNone_data() {
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char* name, QByteArray text) { QTest::newRow(name) << text; };
        row("empty", "");
        row("dot", ".");
        row("two root dots", "example.org..");
        row("leading dot", ".example.org");
        row("empty label", "a..b");
        row("NUL", QByteArray("a.example\0.evil.example", 23));
        row("escaped NUL", "example.test%00.evil.test");
        row("userinfo", "user@example.org");
        row("slash", "example.org/x");
        row("backslash", "example.org\\x");
        row("blank", "exa mple.org");
        row("line feed", "example.org\n");
        row("port", "example.org:443");
        row("brackets", "[::1]");
        row("IPv4", "127.0.0.1");
        row("IPv4 with root dot", "127.0.0.1.");
        row("IPv4 in hex", "0x7f000001");
        row("IPv4 in decimal", "2130706433");
        row("IPv4 in octal", "0177.0.0.1");
        row("IPv4 of two parts", "127.1");
        row("IPv4 in fullwidth digits", "\xEF\xBC\x91\xEF\xBC\x92\xEF\xBC\x97.0.0.1");
        row("IPv4 with ideographic dots", "127\xE3\x80\x82" "0\xE3\x80\x82" "0\xE3\x80\x82" "1");
        row("ends in a number", "example.1");
        row("ends in hex", "example.0x1f");
        row("five parts", "1.2.3.4.5");
        row("leading hyphen", "-oProxyCommand.example");
        row("trailing hyphen", "a-.example");
        row("invalid UTF-8", "a\xFF.example");
        row("bad punycode", "xn--\x61\x61\x61\x61-.example");
        row("label of 64", QByteArray(64, 'a') + ".example");
        row("254 bytes", QByteArray("a.").repeated(126) + "bc");
        row("zero width only", "\xE2\x80\x8B.example");
        row("right-to-left override", "a\xE2\x80\xAE" "b.example");
    }
    void refusesWhatHasNone() {
        QFETCH(QByteArray, text);
        QVERIFY(!canonicalHost(text.toStdString()).ok());
    }

    void takes253Bytes() {
        const std::string name = (QByteArray("a.").repeated(126) + "b").toStdString();
        QCOMPARE(name.size(), std::size_t{253});
        QVERIFY(canonicalHost(name).ok());
    }

    void matchesAtLabelBoundariesOnly_data() {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("expected");
        QTest::newRow("exact") << "example.test" << "example.test" << true;
        QTest::newRow("exact is not below") << "example.test" << "www.example.test" << false;
        QTest::newRow("one label") << "*.example.test" << "a.example.test" << true;
        QTest::newRow("two labels") << "*.example.test" << "a.b.example.test" << true;
        QTest::newRow("apex") << "*.example.test" << "example.test" << false;
        QTest::newRow("boundary") << "*.example.test" << "notexample.test" << false;
        QTest::newRow("suffix trick") << "example.test" << "example.test.evil.test" << false;
        QTest::newRow("dot alone") << "*.example.test" << ".example.test" << false;
    }
    void matchesAtLabelBoundariesOnly() {
        QFETCH(QString, pattern);
        QFETCH(QString, name);
        QFETCH(bool, expected);
        const auto parsed = parseHostPattern(pattern.toStdString());
        QVERIFY(parsed.ok());
        QCOMPARE(matches(*parsed, name.toStdString()), expected);
    }

    void refusesPatternsOfUnrelatedOwners_data() {
        QTest::addColumn<QString>("pattern");
        for (const char* text : {"*", "*.", "*.com", "*.co.uk", "*.github.io", "a.*.example.org",
                                 "*example.org", "**.example.org", "example.*", "*.1.2.3.4"}) {
            QTest::newRow(text) << text;
        }
    }
    void refusesPatternsOfUnrelatedOwners() {
        QFETCH(QString, pattern);
        QVERIFY(!parseHostPattern(pattern.toStdString()).ok());
    }

    void splitsHostAndPort_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("host"); // empty: refused
        QTest::addColumn<int>("port");
        QTest::newRow("host") << "a.example" << "a.example" << 0;
        QTest::newRow("port") << "a.example:8443" << "a.example" << 8443;
        QTest::newRow("v6") << "[2001:db8::1]:22" << "2001:db8::1" << 22;
        QTest::newRow("v6 alone") << "[2001:db8::1]" << "2001:db8::1" << 0;
        for (const char* bad : {"", ":443", "a:", "a:0", "a:65536", "a:-1", "a:+1", "a:1x", "a:443:1",
                                "a: 443", "a:0000443", "[::1", "[::1]443", "[a]:1", "::1", "a:99999999999"}) {
            QTest::newRow(bad) << bad << "" << 0;
        }
    }
    void splitsHostAndPort() {
        QFETCH(QString, text);
        QFETCH(QString, host);
        QFETCH(int, port);
        const auto parts = splitHostPort(text.toStdString());
        QCOMPARE(parts.ok(), !host.isEmpty());
        if (parts.ok()) {
            QCOMPARE(QString::fromStdString(parts->host), host);
            QCOMPARE(static_cast<int>(parts->port), port);
        }
    }

    void findsTheRegistrableDomain() {
        QCOMPARE(registrableDomain("a.b.example.co.uk"), std::string("example.co.uk"));
        QCOMPARE(registrableDomain("example.org"), std::string("example.org"));
        QCOMPARE(registrableDomain("co.uk"), std::string());
        QCOMPARE(registrableDomain("user.github.io"), std::string("user.github.io"));
        QCOMPARE(registrableDomain("github.io"), std::string());
    }

    // tests/cases/EM-01: rule, request authority, verdict.
    void agreesWithTheMatrix_data() {
        QTest::addColumn<QString>("rules");
        QTest::addColumn<QString>("authority");
        QTest::addColumn<QString>("expected");
        std::ifstream in(LEADGLASS_TEST_DATA "/../../cases/EM-01/matrix.tsv");
        QVERIFY2(in.good(), "tests/cases/EM-01/matrix.tsv is missing");
        std::string line;
        int row = 0;
        while (std::getline(in, line)) {
            if (line.empty() || line[0] == '#') {
                continue;
            }
            const QStringList parts = QString::fromStdString(line).split('\t');
            QVERIFY(parts.size() >= 3);
            QTest::addRow("%d %s", ++row, qPrintable(parts[1])) << parts[0] << parts[1] << parts[2];
        }
        QVERIFY(row >= 14);
    }
    void agreesWithTheMatrix() {
        QFETCH(QString, rules);
        QFETCH(QString, authority);
        QFETCH(QString, expected);
        EffectivePolicy policy;
        for (const QString& word : rules.split(' ')) {
            const bool deny = word.startsWith("deny:");
            QString target = word.mid(word.indexOf(':') + 1 > 0 && (deny || word.startsWith("allow:")) ? word.indexOf(':') + 1 : 0);
            if (target == "*") {
                target = "*.example.test"; // a rule for everything does not exist here
            }
            const auto rule = parseEgressFlag(target.toStdString(), deny ? "--deny" : "--allow", 1);
            QVERIFY2(rule.ok(), rule.ok() ? "" : rule.error().text().c_str());
            addRule(policy, *rule, deny ? Verdict::Deny : Verdict::Allow);
        }
        const auto parts = splitHostPort(authority.toStdString());
        const auto host = parts.ok() ? canonicalHost(parts->host) : Result<std::string>(parts.error());
        QCOMPARE(host.ok(), expected != "reject");
        if (!host.ok()) {
            return;
        }
        EgressRequest request;
        request.host = *host;
        request.port = parts->port;
        const Decision decision = evaluateEgress(policy, request, {});
        if (expected == "allow-or-deny") {
            QCOMPARE(decision.verdict, Verdict::Allow); // README: names below, at any depth
        } else {
            QCOMPARE(QString(verdictName(decision.verdict)), expected);
        }
    }
};

QTEST_APPLESS_MAIN(TestHostName)
#include "test_host_name.moc"
