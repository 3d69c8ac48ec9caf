// [[secret]] and [output] as they are read, what they need, and what does not go together.
#include <QTest>

#include "core/policy/action.h"
#include "core/policy/evaluator.h"
#include "core/policy/explain.h"
#include "core/policy/needs.h"
#include "core/policy/parser.h"
#include "tests/unit/policy/policy_fixture.h"

using namespace leadglass;
using namespace leadglass::policy;

namespace {

const std::string kGood = "[[secret]]\nname = \"api\"\nsource = [\"keyring:leadglass/api\", \"env:API_KEY\"]\n"
                          "inject = [{ host = \"api.example\", header = \"Authorization\", format = \"Bearer {}\" }]\nenv = \"API_KEY\"\n";

Result<Profile> parse(const std::string& body, Layer layer = Layer::Profile) {
    return parseProfile("schema = 1\nname = \"t\"\n" + body, "t.toml", layer);
}

} // namespace

class TestSecrets : public QObject {
    Q_OBJECT
private slots:
    void readsAll() {
        const auto p = parse(
            "[[secret]]\nname = \"a\"\nsource = \"command:/usr/bin/pass show 'a b'\"\nttl = \"5m\"\nuses = 100\nfile = \"~/.netrc\"\n"
            "shape = { prefix = \"sk-\", length = 51, alphabet = \"base64url\" }\n"
            "inject = [{ host = \"*.api.example\", port = 8443, header = \"Authorization\", basic = \"token\", methods = [\"GET\"], paths = [\"/v1/**\"], rule = \"r\" }]\n"
            "[[secret]]\nname = \"b\"\nsource = \"mint:aws\"\nmint = { role = \"arn\", seconds = 900 }\ninject = [{ host = \"b.example\", header = \"x\" }]\nendpoint = true\n"
            "[output]\nsecrets = \"redact\"\ncanaries = false\nmax_bytes = \"1MiB\"\n");
        VERIFY_OK(p);
        const Secret& a = p->secrets[0];
        QCOMPARE(a.sources[0].argv, (std::vector<std::string>{"/usr/bin/pass", "show", "a b"}));
        QVERIFY(a.ttlSeconds == 300u && a.uses == 100u && a.file == ".netrc" && a.shape->length == 51);
        QVERIFY(a.inject[0].basic && a.inject[0].user == "token" && a.inject[0].header == "authorization" && a.inject[0].host.below && a.inject[0].ports[0] == 8443);
        QCOMPARE(p->secrets[1].mint.at("seconds"), std::string("900"));
        QVERIFY(p->secrets[1].endpoint && !a.endpoint);
        QVERIFY(p->output.secrets == ScanMode::Redact && p->output.maxBytes == 1024u * 1024u);
        QCOMPARE(p->notEnforced.size(), std::size_t{3});
        QVERIFY(p->notEnforced[0].need == Need::Secrets && p->notEnforced[1].need == Need::Minting && p->notEnforced[2].need == Need::Scan);
    }

    void namesWhatIsWrongAndNeverRepeatsAValue_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("word");
        const auto row = [](const char* from, const char* to, const char* word) { QTest::newRow(to) << from << to << word; };
        row("[\"keyring:leadglass/api\", \"env:API_KEY\"]", "\"sk-abcdef\"", "does not stand in a policy");
        row("keyring:leadglass/api", "keyrng:leadglass/api", "keyring:");
        row("keyring:leadglass/api", "keyring:leadglass", "service and an account");
        row("keyring:leadglass/api", "env:A-B", "variable");
        row("keyring:leadglass/api", "file:x/y", "absolute");
        row("keyring:leadglass/api", "file:/a/../b", "absolute");
        row("keyring:leadglass/api", "command:", "source");
        row("keyring:leadglass/api", "command:a 'b", "quote");
        row("keyring:leadglass/api", "mint:x", "aws");
        row("keyring:leadglass/api", "mint:aws", "mint = {");
        row("Bearer {}", "Bearer", "{}");
        row("Bearer {}", "{}{}", "{}");
        row("\"Authorization\"", "\"Host\"", "connection");
        row("\"Authorization\"", "\"a b\"", "header");
        row("\"api.example\"", "\"192.0.2.1\"", "address");
        row("\"api.example\"", "\"*\"", "*");
        row("env = \"API_KEY\"", "env = \"A B\"", "variable");
        row("env = \"API_KEY\"", "file = \"/etc/x\"", "HOME");
        row("env = \"API_KEY\"", "endpoint = true", "mint:aws");
        row("env = \"API_KEY\"", "endpoint = 1", "endpoint");
        row("env = \"API_KEY\"", "ttl = \"5\"", "duration");
        row("env = \"API_KEY\"", "uses = 0", "uses");
        row("env = \"API_KEY\"", "shape = { length = 3 }", "length");
    }
    void namesWhatIsWrongAndNeverRepeatsAValue() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, word);
        QString text = QString::fromStdString(kGood);
        QVERIFY(text.contains(from));
        const auto p = parse(text.replace(from, to).toStdString());
        QVERIFY(!p.ok());
        const QString error = QString::fromStdString(p.error().text());
        QVERIFY2(error.startsWith("t.toml:") && error.contains(word) && !error.contains("sk-abcdef"), qPrintable(error));
    }

    void opensAConnectionThatASecretGoesTo() {
        auto p = parse("[egress]\ndefault = \"deny\"\nallow = [{ host = \"api.example\" }, { host = \"b.example\" }, { host = \"api.example\", port = 80 }]\n" + kGood);
        VERIFY_OK(p);
        EffectivePolicy policy;
        policy.merged = *p;
        const auto at = [&](const char* words) { return *parseActionOrRequest(words); };
        QVERIFY(evaluateEgress(policy, at("api.example").to, {}).inspect && !evaluateEgress(policy, at("b.example").to, {}).inspect);
        const auto bound = [&](const char* words) {
            const Action action = at(words);
            return bindingsFor(policy, action.to, *action.request, evaluateAction(policy, action, {})).size();
        };
        QCOMPARE(bound("GET https://api.example/x"), std::size_t{1});
        QCOMPARE(bound("GET https://b.example/x"), std::size_t{0});
        QCOMPARE(bound("GET http://api.example/x"), std::size_t{0});
        QCOMPARE(bound("GET http://api.example:443/x"), std::size_t{1}); // the connection is TLS, whatever was typed
        QVERIFY(notEnforcedBy(policy, {true, true, false, false}).empty() && !notEnforcedBy(policy, {true, false, false, false}).empty());
        dropSecret(policy, "api");
        QVERIFY(!evaluateEgress(policy, at("api.example").to, {}).inspect && policy.merged.notEnforced.empty() && !needs(policy).inspection);
    }

    void scanningOpensWhatCanBeOpenedAndSaysWhatNot() {
        auto p = parse("[egress]\ndefault = \"deny\"\nallow = [{ host = \"a.example\" }, { host = \"h.example\", port = 80 }, { host = \"pin.example\", inspect = false },"
                       " { host = \"s.example\", port = 22, protocol = \"ssh\" }, { host = \"t.example\", port = 9000, protocol = \"tcp\" },"
                       " { address = \"192.0.2.7\", port = 443 }, { address = \"192.0.2.7\", port = 80, protocol = \"http\" }, { loopback = 5432 }]\n"
                       "[output]\nsecrets = \"flag\"\n");
        VERIFY_OK(p);
        EffectivePolicy policy;
        policy.merged = *p;
        const auto at = [&](const char* words) { return evaluateEgress(policy, parseActionOrRequest(words)->to, {}); };
        for (const char* opened : {"a.example", "h.example:80", "192.0.2.7:80"}) {
            QVERIFY2(at(opened).inspect && at(opened).verdict == Verdict::Allow, opened);
        }
        for (const char* closed : {"pin.example", "s.example:22", "t.example:9000", "192.0.2.7:443", "loopback:5432"}) {
            const auto decision = at(closed);
            QVERIFY2(!decision.inspect && decision.verdict == Verdict::Allow, closed);
            const std::string words = explain(policy, parseActionOrRequest(closed)->to, decision);
            QVERIFY2(words.find("[output] does not look into this connection") != std::string::npos, words.c_str());
        }
        QCOMPARE(unseenByScan(policy).size(), std::size_t{5});
        const std::string page = show(policy, {});
        for (const char* named : {"pin.example", "s.example", "t.example", "inspect = false"}) {
            QVERIFY2(page.find(named) != std::string::npos, page.c_str());
        }
        QVERIFY(notEnforcedBy(policy, {true, false, false, true}).empty());
        policy.merged.output = {};
        QVERIFY(!at("a.example").inspect && unseenByScan(policy).empty());
    }

    void putsASecretInOnlyByItsRule() {
        auto p = parse("[egress]\ndefault = \"ask\"\nallow = [{ host = \"api.example\", name = \"reads\", methods = [\"GET\"] }, { host = \"api.example\", methods = [\"POST\"] }]\n"
                       "[[secret]]\nname = \"s\"\nsource = \"env:K\"\ninject = [{ host = \"api.example\", header = \"x-key\", rule = \"reads\", paths = [\"/v1/**\"] }]\n");
        VERIFY_OK(p);
        EffectivePolicy policy;
        policy.merged = *p;
        policy.merged.allow[0].id = "1";
        policy.merged.allow[1].id = "2";
        const auto bound = [&](const char* words) {
            const Action action = *parseActionOrRequest(words);
            return bindingsFor(policy, action.to, *action.request, evaluateAction(policy, action, {})).size();
        };
        QCOMPARE(bound("GET https://api.example/v1/x"), std::size_t{1});
        QCOMPARE(bound("GET https://api.example/v2/x"), std::size_t{0});
        QCOMPARE(bound("POST https://api.example/v1/x"), std::size_t{0});
        QCOMPARE(bound("PUT https://api.example/v1/x"), std::size_t{0});
    }

    void refusesWhatDoesNotGoTogether_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("word");
        QTest::newRow("exempt and condition") << "[egress]\nallow = [{ host = \"x.a.example\", inspect = false }, { host = \"*.a.example\", methods = [\"GET\"] }]\n" << "exempt";
        QTest::newRow("exempt and wide denial") << "[egress]\nallow = [{ host = \"a.example\", inspect = false }]\ndeny = [{ host = \"a.example\", paths = [\"/x\"] }]\n" << "exempt";
        QTest::newRow("exempt and secret") << "[egress]\nallow = [{ host = \"api.example\", inspect = false }]\n" + QString::fromStdString(kGood) << "api";
        QTest::newRow("both in one") << "[egress]\nallow = [{ host = \"a.example\", inspect = false, methods = [\"GET\"] }]\n" << "inspect = false";
        QTest::newRow("no such rule") << QString::fromStdString(kGood).replace("format", "rule = \"none\", format") << "no rule is named";
        QTest::newRow("passed too") << "[environment]\npass = [\"API_*\"]\n" + QString::fromStdString(kGood) << "handed into the run";
        QTest::newRow("key variable too") << "[agent]\nkey_variables = [\"API_KEY\"]\n" + QString::fromStdString(kGood) << "handed into the run";
        QTest::newRow("one place") << QString::fromStdString(kGood + kGood) << "twice";
        QTest::newRow("ssh") << "[egress]\nallow = [{ host = \"a.example\", port = 22, protocol = \"ssh\", methods = [\"GET\"] }]\n" << "protocol";
        QTest::newRow("address") << "[egress]\nallow = [{ address = \"192.0.2.1\", port = 443, methods = [\"GET\"] }]\n" << "needs a host";
        QTest::newRow("sni") << "[egress]\nallow = [{ host = \"a.example\", sni = \"any\", methods = [\"GET\"] }]\n" << "sni";
        QTest::newRow("force") << "[egress]\nallow = [{ host = \"a.example\", git = { repository = \"a/b\", access = \"push\", force = false } }]\n" << "only the server";
        QTest::newRow("branches of a fetch") << "[egress]\nallow = [{ host = \"a.example\", git = { repository = \"a/b\", branches = [\"x\"] } }]\n" << "about pushing";
        QTest::newRow("whole ref") << "[egress]\nallow = [{ host = \"a.example\", git = { repository = \"a/b\", access = \"push\", branches = [\"refs/heads/x\"] } }]\n" << "write \"x\"";
        QTest::newRow("small method") << "[egress]\nallow = [{ host = \"a.example\", methods = [\"get\"] }]\n" << "write \"GET\"";
    }
    void refusesWhatDoesNotGoTogether() {
        QFETCH(QString, body);
        QFETCH(QString, word);
        const test::Person person;
        person.profile("t", body.toStdString());
        const auto policy = person.load("t");
        QVERIFY(!policy.ok());
        QVERIFY2(QString::fromStdString(policy.error().text()).contains(word), policy.error().text().c_str());
    }

    void aProjectCannotAddASecretNorLoosenTheScan() {
        QVERIFY(!parse(kGood, Layer::Project).ok());
        QVERIFY(!parse("[output]\nsecrets = \"off\"\n", Layer::Project).ok());
        const test::Person person;
        person.profile("t", "[egress]\ndefault = \"ask\"\nallow = [{ host = \"a.example\" }]\n" + kGood);
        person.projectFile("[egress]\ndeny = [{ host = \"a.example\", paths = [\"/private/**\"] }]\n");
        const auto policy = person.load("t");
        VERIFY_OK(policy);
        const auto says = [&](const char* words) { return evaluateAction(*policy, *parseActionOrRequest(words), {}).verdict; };
        QCOMPARE(says("GET https://a.example/x"), Verdict::Allow);
        QCOMPARE(says("GET https://a.example/private/x"), Verdict::Deny);
        const QString shown = QString::fromStdString(show(*policy));
        QVERIFY2(shown.contains("secret api") && shown.contains("into authorization of api.example") && shown.contains("paths /private/**"), qPrintable(shown));
    }

    void aChildReplacesASecretByItsName() {
        const test::Person person;
        person.profile("parent", kGood);
        person.profile("child", "extends = \"parent\"\n" + std::string(kGood).replace(kGood.find("api.example"), 11, "own.example"));
        const auto policy = person.load("child");
        VERIFY_OK(policy);
        QCOMPARE(policy->merged.secrets.size(), std::size_t{1});
        QCOMPARE(policy->merged.secrets[0].inject[0].host.name, std::string("own.example"));
        QCOMPARE(policy->merged.notEnforced.size(), std::size_t{1});
    }

    void passByThePersonTakesTheSecretsPlace() {
        const test::Person person;
        person.profile("t", kGood);
        LoadRequest request;
        request.profile = "t";
        request.pass = {"API_KEY"};
        const auto policy = loadPolicy(person.places, request, test::Person::noRegistries());
        VERIFY_OK(policy);
        QVERIFY(policy->merged.secrets.empty() && policy->merged.notEnforced.empty() && !policy->notices.empty());
    }
};

QTEST_GUILESS_MAIN(TestSecrets)
#include "test_secrets.moc"
