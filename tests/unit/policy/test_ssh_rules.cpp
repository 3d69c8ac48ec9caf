// [[ssh]]: what it takes, where each fault is named, and that a project's own file cannot have one.
#include <QTest>

#include "core/policy/merge.h"
#include "core/policy/parser.h"

using namespace leadglass;
using namespace leadglass::policy;

namespace {
Result<Profile> parse(const QString& body, Layer layer = Layer::Profile) {
    const std::string head = layer == Layer::Project ? "schema = 1\n" : "schema = 1\nname = \"t\"\n";
    return parseProfile(head + body.toStdString(), "t.toml", layer);
}
constexpr const char* kKey = "SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
} // namespace

class TestSshRules : public QObject {
    Q_OBJECT
private slots:
    void readsARule() {
        const auto p = parse(QString("[[ssh]]\nhost = \"GIT.Example.com.\"\nport = 2222\nuser = \"git\"\nkey = \"%1\"\napprove = \"run\"\nsign = [\"git\"]\n").arg(kKey));
        QVERIFY2(p, p ? "" : p.error().what.c_str());
        QCOMPARE(p->ssh.size(), std::size_t{1});
        const SshRule& rule = p->ssh.front();
        QCOMPARE(rule.host, std::string("git.example.com"));
        QCOMPARE(rule.port, std::uint16_t{2222});
        QCOMPARE(rule.user, std::string("git"));
        QCOMPARE(rule.key, std::string(kKey));
        QVERIFY(rule.approve == SshApprove::Run);
        QCOMPARE(rule.origin, std::string("t.toml:3"));
    }

    void asksAboutEachWhereNothingIsSaid() {
        const auto p = parse("[[ssh]]\nhost = \"git.example.com\"\nkey = \"~/.ssh/id.pub\"\n");
        QVERIFY(p);
        QVERIFY(p->ssh.front().approve == SshApprove::Each);
        QCOMPARE(p->ssh.front().port, std::uint16_t{22});
        QVERIFY(p->ssh.front().sign.empty());
    }

    void namesThePlaceOfEachFault_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* body, const char* says) { QTest::newRow(says) << QString("[[ssh]]\n") + body << QString(says); };
        row("host = \"git.example.com\"\n", "needs a key");
        row("key = \"mine\"\n", "needs a host, or 'sign'");
        row("key = \"mine\"\nsign = [\"git\"]\nuser = \"git\"\n", "neither user nor port");
        row("host = \"*.example.com\"\nkey = \"mine\"\n", "'ssh.host'");
        row("host = \"git.example.com\"\nkey = \"SHA256:short\"\n", "no SHA256 fingerprint");
        row("host = \"git.example.com\"\nkey = \"~other/key.pub\"\n", "begin with \"~/\"");
        row("host = \"git.example.com\"\nkey = \"a\\u001bb\"\n", "printable");
        row("host = \"git.example.com\"\nkey = \"mine\"\napprove = \"always\"\n", "'ssh.approve' must be");
        row("host = \"git.example.com\"\nkey = \"mine\"\nport = 0\n", "'ssh.port' must be");
        row("host = \"git.example.com\"\nkey = \"mine\"\nsign = [\"file\"]\n", "'ssh.sign' knows");
        row("host = \"git.example.com\"\nkey = \"mine\"\nforward = true\n", "forward");
    }
    void namesThePlaceOfEachFault() {
        QFETCH(QString, body);
        QFETCH(QString, says);
        const auto p = parse(body);
        QVERIFY(!p);
        QVERIFY2(p.error().what.starts_with("t.toml:") && p.error().what.find(says.toStdString()) != std::string::npos, p.error().what.c_str());
    }

    void noProjectCanHaveOne() {
        const auto p = parse("[[ssh]]\nhost = \"git.example.com\"\nkey = \"mine\"\n", Layer::Project);
        QVERIFY(!p);
        QVERIFY2(p.error().what.find("may only tighten") != std::string::npos, p.error().what.c_str());
    }

    void aProfileKeepsThoseOfTheOneItExtends() {
        const auto weaker = parse("[[ssh]]\nhost = \"a.example.com\"\nkey = \"mine\"\n");
        const auto stronger = parse("[[ssh]]\nhost = \"b.example.com\"\nkey = \"mine\"\n");
        QVERIFY(weaker && stronger);
        QCOMPARE(unite(*weaker, *stronger).ssh.size(), std::size_t{2});
    }
};

QTEST_GUILESS_MAIN(TestSshRules)
#include "test_ssh_rules.moc"
