// Answers that hold for good: kept safely, never wider than what was meant.
#include "core/policy/evaluator.h"
#include "core/policy/grants.h"
#include "core/policy/parser.h"
#include "tests/unit/policy/policy_fixture.h"

using namespace leadglass;
using namespace leadglass::policy;
using leadglass::policy::test::Person;

namespace {

Grant grantFor(const char* rule, const std::string& project = {}, Verdict verdict = Verdict::Allow) {
    Grant grant;
    grant.profile = "default";
    grant.project = project;
    grant.verdict = verdict;
    grant.rule = *parseEgressFlag(rule, verdict == Verdict::Deny ? "--deny" : "--allow", 1);
    grant.origin = "answer in run \"7f3a\"";
    grant.date = "2026-11-29T16:40:30Z";
    return grant;
}
std::string contentOf(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}
std::size_t kept(const Person& person, const std::string& project = {}) {
    const auto all = loadGrants(person.places, "default", project);
    return all.ok() ? all->size() : 999;
}

} // namespace

class TestGrants : public QObject {
    Q_OBJECT
private slots:
    void holdsForItsProfileAndProjectOnly() {
        const Person person;
        VERIFY_OK(appendGrant(person.places, grantFor("a.example", person.project)));
        VERIFY_OK(appendGrant(person.places, grantFor("git.example:22/ssh")));
        QCOMPARE(kept(person, person.project), std::size_t{2});
        QCOMPARE(kept(person, "/elsewhere"), std::size_t{1});
        QVERIFY(loadGrants(person.places, "claude", person.project)->empty());
        const auto policy = person.load("default");
        VERIFY_OK(policy);
        EgressRequest request;
        request.host = "a.example";
        request.port = 443;
        const Decision decision = evaluateEgress(*policy, request, {});
        QCOMPARE(decision.verdict, Verdict::Allow);
        QVERIFY(decision.origin->layer == Layer::Grant);
        QVERIFY(decision.ruleId.starts_with("grant:"));
        QCOMPARE(evaluateEgress(*person.load("strict"), request, {}).verdict, Verdict::Deny);
    }

    void survivesARoundTrip() {
        const Person person;
        Grant grant = grantFor("*.example.org:8443/tls", "/with \"quotes\" \\ and \x01");
        VERIFY_OK(appendGrant(person.places, grant));
        const auto all = loadGrants(person.places, "default", grant.project);
        VERIFY_OK(all);
        QCOMPARE(all->size(), std::size_t{1});
        QCOMPARE((*all)[0].project, grant.project);
        QCOMPARE((*all)[0].origin, grant.origin);
        QCOMPARE((*all)[0].date, grant.date);
        QVERIFY((*all)[0].rule.host.below);
        QCOMPARE((*all)[0].rule.ports, grant.rule.ports);
        QVERIFY((*all)[0].rule.protocol == Protocol::Tls);
        struct stat s {};
        QCOMPARE(stat((person.places.config + "/grants.toml").c_str(), &s), 0);
        QCOMPARE(static_cast<int>(s.st_mode & 0777), 0600);
    }

    void asksNoSubsetAgain() {
        const Person person;
        VERIFY_OK(appendGrant(person.places, grantFor("*.example.org")));
        VERIFY_OK(appendGrant(person.places, grantFor("a.example.org")));
        VERIFY_OK(appendGrant(person.places, grantFor("*.b.example.org", person.project)));
        QCOMPARE(kept(person, person.project), std::size_t{1});
        VERIFY_OK(appendGrant(person.places, grantFor("example.org"))); // never the apex
        VERIFY_OK(appendGrant(person.places, grantFor("a.example.org:80")));
        QCOMPARE(kept(person, person.project), std::size_t{3});
    }

    void dropsWhatAWiderOneCovers() {
        const Person person;
        VERIFY_OK(appendGrant(person.places, grantFor("a.example.org", person.project)));
        VERIFY_OK(appendGrant(person.places, grantFor("a.example.org", "/other")));
        VERIFY_OK(appendGrant(person.places, grantFor("a.example.org")));
        QCOMPARE(kept(person, person.project), std::size_t{1});
        VERIFY_OK(appendGrant(person.places, grantFor("a.example.org", {}, Verdict::Deny)));
        QCOMPARE(kept(person, person.project), std::size_t{2}); // a denial is no allow
    }

    void refusesWhatMustNotLast_data() {
        QTest::addColumn<QString>("rule");
        QTest::newRow("literal") << "203.0.113.7:443";
        QTest::newRow("range") << "203.0.113.0/24:443";
        QTest::newRow("v6") << "[2001:db8::1]:443";
        QTest::newRow("suffix") << "co.uk";
        QTest::newRow("private suffix") << "github.io";
    }
    void refusesWhatMustNotLast() {
        QFETCH(QString, rule);
        const Person person;
        QVERIFY(!appendGrant(person.places, grantFor(qPrintable(rule))).ok());
        QCOMPARE(kept(person), std::size_t{0});
    }

    void keepsARegistryByItsNameAndNotItsHosts() {
        const Person person;
        VERIFY_OK(appendGrant(person.places, grantFor("registry:npm", person.project)));
        VERIFY_OK(appendGrant(person.places, grantFor("registry:npm", person.project))); // once
        QCOMPARE(kept(person, person.project), std::size_t{1});
        std::ifstream file(person.places.config + "/grants.toml");
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        QVERIFY2(text.find("registry = \"npm\"") != std::string::npos && text.find("host") == std::string::npos, text.c_str());

        // What it means is asked each time.
        EgressRequest request;
        request.port = 443;
        for (const char* host : {"one.example", "two.example"}) {
            LoadRequest load;
            load.profile = "default";
            load.projectDir = person.project;
            const auto policy = loadPolicy(person.places, load, [&](const std::string& name) -> Result<std::vector<std::string>> {
                return name == "npm" ? std::vector<std::string>{host, "third.example:8443/tls"} : std::vector<std::string>{};
            });
            VERIFY_OK(policy);
            request.host = host;
            const Decision decision = evaluateEgress(*policy, request, {});
            QCOMPARE(decision.verdict, Verdict::Allow);
            QVERIFY(decision.origin->layer == Layer::Grant);
            request.host = host == std::string("one.example") ? "two.example" : "one.example";
            QCOMPARE(evaluateEgress(*policy, request, {}).verdict, Verdict::Ask);
            // A use of one of its hosts is a use of the answer.
            for (const auto& rule : policy->merged.allow) {
                if (rule.registry == "npm") {
                    Grant used = grantFor("registry:npm", person.project);
                    used.rule = rule;
                    VERIFY_OK(markGrantsUsed(person.places, {used}, "2026-12-01T00:00:00Z"));
                }
            }
            QCOMPARE((*loadGrants(person.places, "default", person.project))[0].lastUse, std::string("2026-12-01T00:00:00Z"));
        }
        const auto removed = removeGrant(person.places, grantFor("registry:npm", person.project));
        QVERIFY(removed.ok() && *removed);
        QCOMPARE(kept(person, person.project), std::size_t{0});
    }

    void refusesAPortBesideARegistry() {
        const Person person;
        const std::string file = person.write(person.places.config + "/grants.toml",
                                              "schema = 1\n[[grant]]\nprofile = \"default\"\nverdict = \"allow\"\nregistry = \"npm\"\nport = [8443]\nprotocol = \"tls\"\n");
        const auto policy = person.load("default");
        QVERIFY(!policy.ok());
        QVERIFY2(policy.error().text().find("has no port") != std::string::npos, policy.error().text().c_str());
    }

    void refusesAFileThatOthersCanRead() {
        const Person person;
        VERIFY_OK(appendGrant(person.places, grantFor("a.example")));
        chmod((person.places.config + "/grants.toml").c_str(), 0644);
        QVERIFY(!person.load("default").ok());
    }

    void refusesAnEditedFileThatDoesNotParse() {
        const Person person;
        const std::string file = person.write(person.places.config + "/grants.toml",
                                              "schema = 1\n[[grant]]\nprofile = \"default\"\nverdict = \"allow\"\nhost = \"*\"\n");
        const auto policy = person.load("default");
        QVERIFY(!policy.ok());
        QVERIFY2(policy.error().text().starts_with(file + ":2:"), policy.error().text().c_str());
    }

    void whatAPersonWroteStaysByteForByte_data() {
        QTest::addColumn<QString>("end");
        QTest::newRow("unix") << "\n";
        QTest::newRow("windows") << "\r\n";
    }
    void whatAPersonWroteStaysByteForByte() {
        QFETCH(QString, end);
        const Person person;
        const auto lines = [&](std::string text) {
            return end == "\n" ? text : QString::fromStdString(text).replace("\n", end).toStdString();
        };
        const std::string head = "# mine\nschema = 1 # one\n\n";
        const std::string first = "# for the build\n[[grant]] # CI\n  host='a.example' # why: #12\n  profile   = \"default\"\nverdict = \"allow\"\n";
        const std::string second = "\n[[grant]]\nprofile = \"default\"\nverdict = \"deny\"\nhost = \"b.example\"\nlast_use = \"\"   # never\n";
        const std::string tail = "\n# the end, without a line end";
        const std::string file = person.write(person.places.config + "/grants.toml", lines(head + first + second + tail));
        chmod(file.c_str(), 0600);
        QVERIFY(appendGrant(person.places, grantFor("c.example.org")).ok());
        const std::string added = "\n\n[[grant]]\nprofile = \"default\"\nverdict = \"allow\"\nhost = \"c.example.org\"\norigin = \"answer in run \\\"7f3a\\\"\"\n"
                                  "date = \"2026-11-29T16:40:30Z\"\nlast_use = \"\"";
        QVERIFY2(contentOf(file) == lines(head + first + second + tail + added), contentOf(file).c_str());
        VERIFY_OK(markGrantsUsed(person.places, {grantFor("b.example", {}, Verdict::Deny), grantFor("a.example")}, "2026-12-01T00:00:00Z"));
        const std::string usedSecond = QString::fromStdString(second).replace("last_use = \"\"", "last_use = \"2026-12-01T00:00:00Z\"").toStdString();
        QCOMPARE(kept(person), std::size_t{3});
        const std::string now = contentOf(file);
        QVERIFY2(now.find(lines(usedSecond)) != std::string::npos && now.starts_with(lines(head + "# for the build\n[[grant]] # CI\n  host='a.example' # why: #12\n")), now.c_str());
        const auto removed = removeGrant(person.places, grantFor("b.example", {}, Verdict::Deny));
        QVERIFY(removed.ok() && *removed);
        QVERIFY2(contentOf(file).find("# the end, without a line end") != std::string::npos, now.c_str());
        QVERIFY(contentOf(file).find("b.example") == std::string::npos);
        QCOMPARE(kept(person), std::size_t{2});
        VERIFY_OK(removeGrant(person.places, grantFor("a.example")));
        VERIFY_OK(removeGrant(person.places, grantFor("c.example.org")));
        QCOMPARE(kept(person), std::size_t{0});
        QVERIFY2(contentOf(file) == lines("# mine\nschema = 1 # one\n\n# for the build\n" + tail), contentOf(file).c_str());
    }

    void everyOtherSpellingOfTheFileIsChangedOrWrittenAnew() {
        for (const char* text : {"schema = 1\ngrant = []\n", "schema = 1\ngrant = [ # mine\n  { profile = \"default\", verdict = \"allow\", host = \"a.example\" }, # a\n]\n", "# nothing yet\nschema = 1\n", "\xef\xbb\xbfschema = 1"}) {
            const Person person;
            const std::string file = person.write(person.places.config + "/grants.toml", text);
            chmod(file.c_str(), 0600);
            const std::size_t before = kept(person);
            QVERIFY2(before != 999, text);
            VERIFY_OK(appendGrant(person.places, grantFor("c.example.org")));
            QCOMPARE(kept(person), before + 1);
            const std::string added = contentOf(file);
            QVERIFY2(std::string(text).find('#') == std::string::npos || added.find(std::string(text).substr(0, std::string(text).find('\n'))) != std::string::npos, added.c_str());
            VERIFY_OK(markGrantsUsed(person.places, {grantFor("c.example.org")}, "2026-12-01T00:00:00Z"));
            VERIFY_OK(removeGrant(person.places, grantFor("c.example.org")));
            QCOMPARE(kept(person), before);
        }
    }

    void remembersTheLastUse() {
        const Person person;
        VERIFY_OK(appendGrant(person.places, grantFor("a.example")));
        const auto all = loadGrants(person.places, "default", {});
        VERIFY_OK(all);
        VERIFY_OK(markGrantsUsed(person.places, {(*all)[0], grantFor("gone.example")}, "2026-12-01T00:00:00Z"));
        QCOMPARE((*loadGrants(person.places, "default", {}))[0].lastUse, std::string("2026-12-01T00:00:00Z"));
    }
};

QTEST_APPLESS_MAIN(TestGrants)
#include "test_grants.moc"
