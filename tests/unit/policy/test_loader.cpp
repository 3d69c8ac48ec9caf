// Layers: who may say what, from which file, and what no file can do.
#include <unistd.h>

#include "core/policy/evaluator.h"
#include "core/policy/parser.h"
#include "tests/unit/policy/policy_fixture.h"

using namespace leadglass;
using namespace leadglass::policy;
using leadglass::policy::test::Person;

namespace {

Verdict verdictOf(const EffectivePolicy& policy, const char* host, std::uint16_t port = 443) {
    EgressRequest request;
    request.host = host;
    request.port = port;
    return evaluateEgress(policy, request, {}).verdict;
}

} // namespace

#define VERIFY_ERROR(result, part)                                                                  \
    do {                                                                                            \
        QVERIFY(!(result).ok());                                                                    \
        QVERIFY2((result).error().text().find(part) != std::string::npos, (result).error().text().c_str()); \
    } while (false)

class TestLoader : public QObject {
    Q_OBJECT
private slots:
    void putsBaseUnderEveryProfile() {
        const Person person;
        person.profile("mine", "[egress]\nallow = [{ host = \"a.example\" }]\n");
        const auto policy = person.load("mine");
        VERIFY_OK(policy);
        QCOMPARE(policy->sources.size(), std::size_t{2});
        QVERIFY(policy->sources[0].ends_with("/base.toml"));
        QVERIFY(!policy->merged.files.hide.empty());
        QCOMPARE(verdictOf(*policy, "a.example"), Verdict::Allow);
        QCOMPARE(policy->merged.allow[0].id, std::string("profile:4"));
    }

    void letsNobodyShadowBase() {
        const Person person;
        person.profile("base", "[egress]\ndefault = \"deny\"\n");
        const auto policy = person.load("default");
        VERIFY_OK(policy);
        QVERIFY(policy->sources[0].starts_with(person.places.policies));
        QCOMPARE(verdictOf(*policy, "a.example"), Verdict::Ask);
    }

    void prefersThePersonsProfileAndLetsItExtendTheBuiltIn() {
        const Person person;
        person.profile("claude", "extends = \"claude\"\n[agent]\ncommands = [\"claude\"]\n[egress]\nallow = [{ host = \"a.example\" }]\n");
        LoadRequest request;
        request.command = "claude";
        const auto policy = loadPolicy(person.places, request, Person::noRegistries());
        VERIFY_OK(policy);
        QCOMPARE(policy->sources.size(), std::size_t{3});
        QCOMPARE(verdictOf(*policy, "a.example"), Verdict::Allow);
        QCOMPARE(verdictOf(*policy, "api.anthropic.com"), Verdict::Allow);
    }

    void refusesTwoProfilesForOneCommand() {
        const Person person;
        person.profile("one", "[agent]\ncommands = [\"tool\"]\n");
        person.profile("two", "[agent]\ncommands = [\"tool\"]\n");
        LoadRequest request;
        request.command = "tool";
        const auto policy = loadPolicy(person.places, request, Person::noRegistries());
        VERIFY_ERROR(policy, "choose one with --profile");
    }

    void refusesCircles() {
        const Person person;
        const std::string a = person.profile("a", "extends = \"b\"\n");
        const std::string b = person.profile("b", "\nextends = \"a\"\n");
        VERIFY_ERROR(person.load("a"), b + ":4:11: 'extends' goes in a circle: 'a' (" + a + ") extends this profile");
        person.profile("b", "extends = \"nothere\"\n");
        VERIFY_ERROR(person.load("a"), b + ":3:11: 'extends': no profile 'nothere'");
        person.profile("a", "extends = \"a\"\n");
        for (const auto& named : {std::string("a"), a}) {
            VERIFY_ERROR(person.load(named), a + ":3:11: 'extends' names this profile itself, and there is no other 'a'");
            QCOMPARE(person.load(named).error().code, Code::Invalid);
        }
        for (int i = 0; i < 9; ++i) {
            person.profile("p" + std::to_string(i), "extends = \"p" + std::to_string(i + 1) + "\"\n");
        }
        person.profile("p9", "");
        VERIFY_ERROR(person.load("p0"), "more than 8");
    }

    void saysOfACheckedFileWhichNameIsWhich() {
        const Person person;
        const auto notices = [&](const std::string& file) {
            const auto checked = checkPolicyFile(person.places, file, Person::noRegistries());
            return checked ? checked->notices : std::vector<std::string>{checked.error().text()};
        };
        const std::string file = person.write(person.places.config + "/profiles/mine.toml", "schema = 1\nname = \"other\"\n");
        QCOMPARE(notices(file).size(), std::size_t{1});
        QVERIFY(notices("mine").front().starts_with(file + ": its name is 'other'"));
        QVERIFY(notices(person.profile("yours", "")).empty());
    }

    void saysOfACheckedFileWhatAStrongerLineBeats_data() {
        QTest::addColumn<QString>("rules");
        QTest::addColumn<QString>("beaten"); // what and by which line; empty: nothing is
        const auto row = [](const char* name, const char* rules, const char* beaten) { QTest::newRow(name) << rules << beaten; };
        row("the same host", "deny = [{ host = \"a.test\" }]\nallow = [{ host = \"a.test\" }]\n",
            "5: allow a.test: line 4, deny a.test, is stronger");
        row("below", "deny = [{ host = \"*.a.test\" }]\nallow = [{ host = \"*.b.a.test\", port = 80 }]\n",
            "5: allow *.b.a.test:80: line 4, deny *.a.test, is stronger");
        row("each port of several", "deny = [{ host = \"a.test\", port = 80 }, { host = \"a.test\", port = 443 }]\nallow = [{ host = \"a.test\", port = [80, 443] }]\n",
            "5: allow a.test:80,443: line 4, deny a.test:80, is stronger");
        row("a range", "deny = [{ address = \"10.0.0.0/8\" }]\nallow = [{ address = \"10.1.0.0/16\", port = 443 }]\n",
            "5: allow 10.1.0.0/16:443: line 4, deny 10.0.0.0/8, is stronger");
        row("a port of this machine", "deny = [{ loopback = 5432 }]\nask = [{ loopback = 5432 }]\n",
            "5: ask loopback:5432: line 4, deny loopback:5432, is stronger");
        row("ask below allow", "allow = [{ host = \"*.a.test\" }]\nask = [{ host = \"x.a.test\" }]\n",
            "5: ask x.a.test: line 4, allow *.a.test, is stronger");
        row("one port of several", "deny = [{ host = \"a.test\", port = 80 }]\nallow = [{ host = \"a.test\", port = [80, 443] }]\n", "");
        row("one name of many", "deny = [{ host = \"x.a.test\" }]\nallow = [{ host = \"*.a.test\" }]\n", "");
        row("the apex", "deny = [{ host = \"*.a.test\" }]\nallow = [{ host = \"a.test\" }]\n", "");
        row("a part of a range", "deny = [{ address = \"10.1.0.0/16\" }]\nallow = [{ address = \"10.0.0.0/8\", port = 443 }]\n", "");
        row("another port of this machine", "deny = [{ loopback = 5432 }]\nallow = [{ loopback = 5433 }]\n", "");
        row("an ask of a port that the allow leaves", "allow = [{ host = \"a.test\" }]\nask = [{ host = \"a.test\", port = 80 }]\n", "");
    }
    void saysOfACheckedFileWhatAStrongerLineBeats() {
        QFETCH(QString, rules);
        QFETCH(QString, beaten);
        const Person person;
        const std::string file = person.profile("mine", "[egress]\n" + rules.toStdString());
        const auto checked = checkPolicyFile(person.places, file, Person::noRegistries());
        VERIFY_OK(checked);
        QString found;
        for (const Ignored& one : checked->ignored) {
            found += QString::fromStdString(std::to_string(one.origin.line) + ": " + one.what + ": " + one.why);
        }
        QCOMPARE(found, beaten);
    }

    void saysNothingOfAParentsLineThatAChildDenies() {
        const Person person;
        person.profile("parent", "[egress]\nallow = [{ host = \"a.test\" }]\n");
        const std::string file = person.profile("mine", "extends = \"parent\"\n[egress]\ndeny = [{ host = \"a.test\" }]\n");
        const auto checked = checkPolicyFile(person.places, file, Person::noRegistries());
        VERIFY_OK(checked);
        QVERIFY(checked->ignored.empty());
    }

    void namesEveryFaultOfOneFileUpToEight() {
        const Person person;
        std::string text = "[egress]\ndefault = \"allow\"\nallow = [\n{ host = \"https://a.test\" },\n{ host = \"b.test\" },\n{ hots = \"c.test\" },\n]\n"
                           "[limits]\nmemory = \"20\"\n";
        const std::string file = person.profile("mine", text);
        const auto faults = [&] {
            const auto checked = checkPolicyFile(person.places, file, Person::noRegistries());
            return checked ? std::vector<Error>{} : faultsOfPolicyFile(person.places, file, checked.error());
        };
        QStringList lines;
        for (const Error& fault : faults()) {
            QVERIFY2(fault.what.starts_with(file + ":"), fault.what.c_str());
            lines.append(QString::fromStdString(fault.what.substr(file.size() + 1)).section(':', 0, 0));
        }
        lines.removeDuplicates();
        QCOMPARE(lines, (QStringList{"4", "6", "8", "11"}));
        text = "[egress]\nallow = [\n";
        for (int i = 0; i < 20; ++i) {
            text += "{ host = \"https://a.test\" },\n";
        }
        person.profile("mine", text + "]\n");
        QCOMPARE(faults().size(), std::size_t{8});
        // Of a parent only what stopped the loading is told.
        person.profile("parent", "[limits]\nmemory = \"20\"\ndisk = \"20\"\n");
        person.profile("mine", "extends = \"parent\"\n");
        QCOMPARE(faults().size(), std::size_t{1});
    }

    void doesNotLoadWhereAnExampleFails() {
        const Person person;
        const std::string file = person.profile("mine", "[[example]]\negress = \"a.example:443\"\nexpect = \"allow\"\n");
        const auto policy = person.load("mine");
        VERIFY_ERROR(policy, "expects allow, but the policy says ask");
        QVERIFY(policy.error().text().starts_with(file + ":3:"));
        person.profile("mine", "[[example]]\negress = \"a b\"\nexpect = \"deny\"\n");
        QVERIFY(!person.load("mine").ok());
    }

    void refusesFilesThatOthersCanChange() {
        const Person person;
        const std::string file = person.profile("mine", "");
        chmod(file.c_str(), 0666);
        VERIFY_ERROR(person.load("mine"), "can be changed by other users");
        chmod(file.c_str(), 0600);
        chmod((person.places.config + "/profiles").c_str(), 0777);
        VERIFY_ERROR(person.load("mine"), "can be changed by other users");
    }

    void namesAMissingProfile() {
        VERIFY_ERROR(Person().load("nothere"), "no profile 'nothere'");
        VERIFY_ERROR(Person().load("../x"), "");
    }

    void takesFlagsOfThisRun() {
        const Person person;
        LoadRequest request;
        request.profile = "strict";
        request.allow = {*parseEgressFlag("a.example", "--allow", 1), *parseEgressFlag("b.example", "--allow", 2)};
        request.deny = {*parseEgressFlag("b.example", "--deny", 1)};
        request.pass = {"EXTRA"};
        request.limits = {{"memory", "1GiB"}, {"wall_clock", "5m"}};
        const auto policy = loadPolicy(person.places, request, Person::noRegistries());
        VERIFY_OK(policy);
        QCOMPARE(verdictOf(*policy, "a.example"), Verdict::Allow);
        QCOMPARE(verdictOf(*policy, "b.example"), Verdict::Deny);
        QCOMPARE(policy->merged.pass.back().name, std::string("EXTRA"));
        QCOMPARE(*policy->merged.limits.memory, std::uint64_t{1} << 30);
        QCOMPARE(*policy->merged.limits.wallClockSeconds, std::uint64_t{300});
        request.pass = {"A*"};
        VERIFY_ERROR(loadPolicy(person.places, request, Person::noRegistries()), "--pass 'A*'");
        request.pass = {};
        request.limits = {{"memori", "1GiB"}};
        VERIFY_ERROR(loadPolicy(person.places, request, Person::noRegistries()), "unknown limit");
    }

    void letsTheProjectTighten() {
        const Person person;
        person.profile("mine", "[egress]\nallow = [{ host = \"a.example\" }, { host = \"b.example\" }]\n[limits]\nmemory = \"1GiB\"\n[approvals]\nhold = \"30s\"\n");
        const auto before = person.load("mine");
        VERIFY_OK(before);
        person.projectFile("[egress]\n"
                           "ask = [{ host = \"a.example\" }]\n"
                           "deny = [{ host = \"b.example\" }]\n"
                           "allow = [{ host = \"c.example\" }]\n"
                           "[files]\n"
                           "hide = [\"secret/**\"]\n"
                           "[workspace]\n"
                           "protect = [\"Makefile\"]\n"
                           "[limits]\n"
                           "memory = \"100GiB\"\n"
                           "processes = 7\n"
                           "[approvals]\n"
                           "hold = \"10s\"\n");
        const auto after = person.load("mine");
        VERIFY_OK(after);
        QCOMPARE(verdictOf(*after, "a.example"), Verdict::Ask);
        QCOMPARE(verdictOf(*after, "b.example"), Verdict::Deny);
        QCOMPARE(verdictOf(*after, "c.example"), Verdict::Ask); // its allow opens nothing
        QCOMPARE(after->merged.files.hide.back().text, std::string("secret/**"));
        QCOMPARE(after->merged.protect.back().text, std::string("Makefile"));
        QCOMPARE(*after->merged.limits.memory, std::uint64_t{1} << 30); // more is not less
        QCOMPARE(*after->merged.limits.processes, std::uint64_t{7});
        QCOMPARE(*after->merged.holdSeconds, std::uint64_t{10});
        QVERIFY(after->version != before->version);
        // What would loosen is told, with what stays instead; what tightens is not.
        QVERIFY(before->ignored.empty());
        QCOMPARE(after->ignored.size(), std::size_t{2});
        QCOMPARE(after->ignored[0].what, std::string("allow c.example"));
        QCOMPARE(after->ignored[0].why, std::string("ask stays"));
        QCOMPARE(after->ignored[0].origin.line, 5);
        QCOMPARE(after->ignored[1].what, std::string("memory = 100 GiB"));
        QCOMPARE(after->ignored[1].why, std::string("1 GiB stays"));
        QCOMPARE(after->ignored[1].origin.line, 11);
        QCOMPARE(after->notices.size(), before->notices.size() + 1);
        QVERIFY(after->notices.back().find("can only tighten") != std::string::npos);
    }

    void tellsOfAProjectsRuleOnlyWhereItChangesNothing() {
        const Person person;
        person.profile("mine", "[egress]\ndefault = \"ask\"\nallow = [{ host = \"a.example\" }]\ndeny = [{ host = \"d.example\" }]\n");
        const auto ignored = [&](const std::string& rules) {
            person.projectFile("[egress]\n" + rules);
            const auto policy = person.load("mine");
            std::string out;
            for (const Ignored& one : policy ? policy->ignored : std::vector<Ignored>{}) {
                out += one.what + "; ";
            }
            return policy ? out : policy.error().text();
        };
        QCOMPARE(ignored("allow = [{ host = \"a.example\" }]\n"), std::string());    // allowed anyhow
        QCOMPARE(ignored("allow = [{ host = \"d.example\" }]\n"), std::string("allow d.example; "));
        QCOMPARE(ignored("ask = [{ host = \"d.example\" }]\n"), std::string("ask d.example; "));
        QCOMPARE(ignored("ask = [{ host = \"a.example\" }]\n"), std::string());
        QCOMPARE(ignored("allow = [{ host = \"*.example.org\", port = 8443, protocol = \"tls\" }]\n"),
                 std::string("allow *.example.org:8443 tls; "));
        QCOMPARE(ignored("allow = [{ loopback = 5432 }]\n"), std::string("allow loopback:5432; "));
        // An exception from its own default is its right: it turns that deny into the policy's ask.
        QCOMPARE(ignored("default = \"deny\"\nallow = [{ host = \"x.example\" }]\n"), std::string());
        QCOMPARE(ignored("deny = [{ host = \"x.example\" }]\n"), std::string());
    }

    void checksAProfileByItsName() {
        const Person person;
        person.profile("mine", "[egress]\ndefault = \"deny\"\n");
        const auto policy = checkPolicyFile(person.places, "mine", Person::noRegistries());
        VERIFY_OK(policy);
        QCOMPARE(policy->merged.name, std::string("mine"));
        VERIFY_ERROR(checkPolicyFile(person.places, "mime", Person::noRegistries()), "no profile 'mime' (did you mean 'mine'?)");
    }

    void opensTheProjectsFileWithoutFollowing() {
        const Person person;
        const std::string target = person.write(person.places.home + "/elsewhere.toml", "schema = 1\n");
        const std::string link = person.project + "/.leadglass.toml";
        QCOMPARE(symlink(target.c_str(), link.c_str()), 0);
        VERIFY_ERROR(person.load("default"), "not a link");
        QCOMPARE(unlink(link.c_str()), 0);
        QCOMPARE(mkfifo(link.c_str(), 0600), 0);
        VERIFY_ERROR(person.load("default"), "plain file");
        QCOMPARE(unlink(link.c_str()), 0);
        person.projectFile("broken");
        VERIFY_ERROR(person.load("default"), ".leadglass.toml:2:");
    }

    void expandsRegistriesOfThisMachine() {
        const Person person;
        person.profile("mine", "[egress]\nallow = [{ registry = \"npm\" }, { registry = \"pip\" }]\n");
        LoadRequest request;
        request.profile = "mine";
        const auto policy = loadPolicy(person.places, request, [](const std::string& name) -> Result<std::vector<std::string>> {
            if (name == "npm") {
                return std::vector<std::string>{"npm.corp.example", "mirror.corp.example:8443/tls", "localhost:4873/http"};
            }
            return makeError(Code::NotFound, "no host known", "set index-url");
        });
        VERIFY_OK(policy);
        QCOMPARE(verdictOf(*policy, "npm.corp.example"), Verdict::Allow);
        QCOMPARE(verdictOf(*policy, "mirror.corp.example", 8443), Verdict::Allow);
        QCOMPARE(policy->notices.size(), std::size_t{2}); // the loopback mirror, and pip
        QVERIFY(policy->merged.allow[0].id != policy->merged.allow[1].id);
    }

    void checksAFileAndHints() {
        const Person person;
        const std::string file = person.profile("mine", "[egress]\nallow = [{ host = \"*.example.org\" }]\n[[exec]]\n");
        const auto policy = checkPolicyFile(person.places, file, Person::noRegistries());
        VERIFY_OK(policy);
        QVERIFY(policy->notices.at(0).find("does not cover example.org itself") != std::string::npos);
        QCOMPARE(policy->merged.notEnforced.size(), std::size_t{1});
        const auto project = checkPolicyFile(person.places, person.projectFile("[egress]\ndefault = \"deny\"\n"), Person::noRegistries());
        VERIFY_OK(project);
        QCOMPARE(project->restrictions.size(), std::size_t{1});
        VERIFY_ERROR(checkPolicyFile(person.places, person.project + "/none", Person::noRegistries()), "none");
    }

    void versionsEveryFileThatTookPart() {
        const Person person;
        person.profile("mine", "version = \"3\"\n");
        const auto one = person.load("mine");
        VERIFY_OK(one);
        QVERIFY(one->version.starts_with("mine@3+sha256:"));
        QCOMPARE(one->version.size(), std::string("mine@3+sha256:").size() + 12);
        QCOMPARE(person.load("mine")->version, one->version);
        person.profile("mine", "version = \"3\"\n# changed\n");
        QVERIFY(person.load("mine")->version != one->version);
    }

    void listsEachProfileOnce() {
        const Person person;
        person.profile("claude", "extends = \"claude\"\n");
        const auto all = listProfiles(person.places);
        VERIFY_OK(all);
        QCOMPARE(std::count_if(all->begin(), all->end(), [](const auto& p) { return p.name == "claude"; }), 1);
        QVERIFY(all->size() >= 15);
    }
};

QTEST_APPLESS_MAIN(TestLoader)
#include "test_loader.moc"
