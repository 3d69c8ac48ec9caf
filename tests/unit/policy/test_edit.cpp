// Edits of a policy file: what was meant and nothing else, and every other byte as it was.
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QElapsedTimer>
#include <atomic>
#include <fstream>
#include <set>
#include <thread>

#include "core/base/digest.h"
#include "core/policy/describe.h"
#include "core/policy/policy_edit.h"
#include "core/policy/policy_file.h"
#include "tests/unit/policy/policy_fixture.h"

using namespace leadglass;
using namespace leadglass::policy;
using leadglass::policy::test::Person;

namespace {

using Kind = PolicyEdit::Kind;
const std::string kHead = "schema = 1\nname = \"x\"\n";

RuleWords host(const std::string& name, std::vector<std::uint16_t> ports = {}, const std::string& protocol = {}) {
    RuleWords out;
    out.host = name;
    out.ports = std::move(ports);
    out.protocol = protocol;
    return out;
}
PolicyEdit edit(Kind kind, const std::string& key, std::size_t index = 0) {
    PolicyEdit out;
    out.kind = kind;
    out.key = key;
    out.index = index;
    return out;
}
PolicyEdit addRule(const std::string& key, const RuleWords& rule, const std::string& comment = {}) {
    PolicyEdit out = edit(Kind::Add, key);
    out.rule = rule;
    out.comment = comment;
    return out;
}
PolicyEdit changeRule(const std::string& key, std::size_t index, const RuleWords& rule) {
    PolicyEdit out = edit(Kind::Change, key, index);
    out.rule = rule;
    return out;
}
PolicyEdit text(Kind kind, const std::string& key, const std::string& value, std::size_t index = 0) {
    PolicyEdit out = edit(kind, key, index);
    out.text = value;
    return out;
}
Result<std::string> made(const std::string& before, const std::vector<PolicyEdit>& edits, Layer layer = Layer::Profile) {
    return editPolicy(before, "x.toml", layer, edits);
}
std::string made1(const std::string& before, const std::vector<PolicyEdit>& edits) {
    const auto out = made(before, edits);
    return out ? *out : out.error().text();
}
std::size_t countOf(const std::string& content, const std::string& key) {
    const auto items = policyItems(content, "x.toml", Layer::Profile);
    return items ? static_cast<std::size_t>(std::count_if(items->begin(), items->end(), [&](const PolicyItem& item) { return item.key == key; })) : 999;
}
std::string readAll(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

// Files as people write them.
std::vector<std::string> oddFiles() {
    const std::string rule = "{ host = \"a.example\" }";
    return {kHead,
            kHead + "[egress]\nallow = []\n",
            kHead + "[egress]\nallow = [ ]\n",
            kHead + "[egress]\nallow = [\n]\n",
            kHead + "[egress]\nallow = [ # none yet\n  # really\n]\n",
            kHead + "[egress]\nallow = [" + rule + "]\n",
            kHead + "[egress]\nallow = [ " + rule + ", ] # all\n",
            kHead + "[egress]\nallow = [\n  " + rule + ", # the model\n  # more to come\n\n]\n\n# the end",
            kHead + "[egress]\nallow = [\n\t" + rule + " # no comma\n]",
            kHead + "[egress]\nallow = [" + rule + ",\n         { host = 'b.example', port = 8443, protocol = \"tls\" }]\n",
            kHead + "[egress]\nallow = [" + rule + "\n  , { host = \"b.example\" }\n]\n",
            kHead + "[egress]\nallow = [" + rule + ", " + rule + ", " + rule + "]\n",
            "schema = 1\r\nname = \"x\"\r\n[egress] # CRLF\r\nallow = [\r\n  " + rule + ", # eins\r\n]\r\ndefault = \"ask\"\r\n",
            kHead + "egress.default = \"deny\" # dotted\negress.allow = [" + rule + "]\n[files]\nhide = [\"a\"]\n",
            kHead + "egress = { default = \"ask\", allow = [" + rule + "] }\n",
            kHead + "[[egress.allow]]\nhost = \"a.example\" # here\n\n[[egress.allow]]\nhost = \"b.example\"\nport = [443, 8443]\nprotocol = \"tls\"\n\n[[example]]\negress = "
                    "\"a.example\"\nexpect = \"allow\"\n",
            kHead + "[ \"egress\" ]\n\"allow\" = [ { \"host\" = \"a.example\" } ]\n",
            "# \xc3\xa4\xc3\xb6\xc3\xbc \xe4\xb8\xad\xe6\x96\x87 [egress] allow = [\n" + kHead + "[egress]\nallow = [{ host = \"b\xc3\xbc"
            "cher.example\" }] # \xf0\x9f\x90\x9f\n",
            "\xef\xbb\xbf" + kHead + "[egress]\nallow = [" + rule + "]",
            kHead + "[files]\nhide = [\n  \"a\", \"b\",\n  'c', # \"x\", ]\n  \"\"\"d\"\"\",\n]\n[limits]\nmemory = \"8GiB\" # enough\ncpu = 2.5\n"};
}
std::vector<std::string> shippedFiles() {
    std::vector<std::string> out;
    for (const auto& entry : std::filesystem::directory_iterator(Person().places.policies)) {
        if (entry.path().extension() == ".toml") {
            out.push_back(readAll(entry.path()));
        }
    }
    return out;
}
std::vector<std::string> allFiles() {
    auto out = shippedFiles();
    const auto odd = oddFiles();
    out.insert(out.end(), odd.begin(), odd.end());
    return out;
}

// Every line of `before` that is not in `gone` is there in the same order.
bool keepsLines(const std::string& before, const std::string& after) {
    std::size_t at = 0;
    int lost = 0;
    for (std::size_t from = 0; from < before.size();) {
        const std::size_t end = std::min(before.find('\n', from), before.size());
        const std::size_t found = after.find(before.substr(from, end - from), at);
        lost += found == std::string::npos ? 1 : 0;
        at = found == std::string::npos ? at : found;
        from = end + 1;
    }
    return lost <= 1; // the one that must change
}

} // namespace

class TestEdit : public QObject {
    Q_OBJECT
private slots:
    void everyFileHasItsItems() {
        for (const auto& content : allFiles()) {
            const auto items = policyItems(content, "x.toml", Layer::Profile);
            VERIFY_OK(items);
            for (const auto& item : *items) {
                QVERIFY(item.line > 0);
                QVERIFY(content.find(item.written) != std::string::npos);
            }
        }
        const auto items = policyItems(oddFiles()[7], "x.toml", Layer::Profile);
        QCOMPARE((*items)[0].comment, std::string("the model"));
        QCOMPARE((*items)[0].line, 5);
        QCOMPARE((*items)[0].rule->host, std::string("a.example"));
    }

    void addingKeepsEveryLineOfEveryFile() {
        for (const auto& content : allFiles()) {
            const auto out = made(content, {addRule("egress.allow", host("new.example", {8443}, "tls"))});
            VERIFY_OK(out);
            QVERIFY2(keepsLines(content, *out), out->c_str());
            QCOMPARE(countOf(*out, "egress.allow"), countOf(content, "egress.allow") + 1);
            QCOMPARE(out->find("\r\n") != std::string::npos, content.find("\r\n") != std::string::npos);
            QCOMPARE(std::count(out->begin(), out->end(), '\r') == std::count(out->begin(), out->end(), '\n'),
                     content.find('\r') != std::string::npos);
        }
    }

    void addAndRemoveGiveTheSameBytes() {
        for (const auto& content : allFiles()) {
            for (const char* key : {"egress.allow", "egress.deny", "files.hide", "workspace.protect"}) {
                const std::size_t before = countOf(content, key);
                const bool there = before > 0 || content.find("allow = [") != std::string::npos;
                if (!there || (before == 0 && std::string(key) != "egress.allow")) {
                    continue; // a list that was not there stays as an empty one
                }
                const bool rules = std::string(key).starts_with("egress");
                const auto with = made(content, {rules ? addRule(key, host("new.example")) : text(Kind::Add, key, "new/**")});
                VERIFY_OK(with);
                const auto without = made(*with, {edit(Kind::Remove, key, before)});
                VERIFY_OK(without);
                QCOMPARE(*without, content);
            }
        }
    }

    void everyItemCanBeRemovedAloneAndNothingElseGoes() {
        for (const auto& content : allFiles()) {
            const auto items = policyItems(content, "x.toml", Layer::Profile);
            VERIFY_OK(items);
            for (const auto& item : *items) {
                const bool value = item.key.find("limits") == 0 || item.key == "egress.default" || item.key == "workspace.mode" || item.key == "approvals.hold";
                const auto out = made(content, {edit(value ? Kind::Unset : Kind::Remove, item.key, item.index)});
                VERIFY_OK(out);
                const auto left = policyItems(*out, "x.toml", Layer::Profile);
                VERIFY_OK(left);
                QCOMPARE(left->size(), items->size() - 1);
                std::size_t at = 0;
                for (const auto& other : *items) { // the others, as they were and where they were
                    if (other.key == item.key && other.index == item.index) {
                        continue;
                    }
                    QCOMPARE((*left)[at].written, other.written);
                    QCOMPARE((*left)[at++].key, other.key);
                    QVERIFY2(other.line == item.line || out->find(other.comment) != std::string::npos, out->c_str());
                }
            }
        }
    }

    void changeAndChangeBackGiveTheSameBytes() {
        for (const auto& content : allFiles()) {
            const auto items = policyItems(content, "x.toml", Layer::Profile);
            for (const auto& item : *items) {
                if (!item.rule || item.rule->host.empty() || item.narrowed) {
                    continue;
                }
                auto other = *item.rule;
                other.host = "other.example";
                other.protocol = other.protocol.empty() ? "tcp" : other.protocol;
                const auto out = made(content, {changeRule(item.key, item.index, other)});
                VERIFY_OK(out);
                QVERIFY(out->find("other.example") != std::string::npos);
                const auto back = made(*out, {changeRule(item.key, item.index, *item.rule)});
                VERIFY_OK(back);
                // 'x' comes back as "x": all else is the same byte.
                const bool otherQuotes = item.written.find('\'') != std::string::npos;
                QCOMPARE(otherQuotes ? back->size() : 0, otherQuotes ? content.size() : 0);
                if (!otherQuotes) {
                    QCOMPARE(*back, content);
                }
            }
        }
    }

    void setAndUnsetGiveTheSameBytes() {
        for (const auto& content : allFiles()) {
            const auto items = policyItems(content, "x.toml", Layer::Profile);
            for (const auto& item : *items) {
                if (item.key != "limits.memory") {
                    continue;
                }
                const auto more = made(content, {text(Kind::Set, "limits.memory", "31GiB")});
                VERIFY_OK(more);
                const auto back = made(*more, {text(Kind::Set, "limits.memory", item.text)});
                QCOMPARE(*back, content);
                const auto added = made(content, {text(Kind::Set, "limits.tmp", "3GiB")});
                if (countOf(content, "limits.tmp") == 0) {
                    VERIFY_OK(added);
                    QCOMPARE(*made(*added, {edit(Kind::Unset, "limits.tmp")}), content);
                }
            }
        }
        QCOMPARE(*made(kHead, {text(Kind::Set, "limits.cpu", "1.5")}), kHead + "\n[limits]\ncpu = 1.5\n");
        QCOMPARE(*made(kHead + "limits = { cpu = 1 }", {text(Kind::Set, "limits.memory", "1GiB")}), kHead + "limits = { cpu = 1, memory = \"1GiB\" }");
        QCOMPARE(*made(kHead + "limits.cpu = 1\n", {text(Kind::Set, "limits.memory", "1GiB")}), kHead + "limits.cpu = 1\nlimits.memory = \"1GiB\"\n");
    }

    void aCommentGoesWithItsRuleAndOthersStay() {
        const std::string before = kHead + "[egress]\n# what the build needs\nallow = [\n  { host = \"a.example\" }, # the model\n  { host = \"b.example\" }, # files\n]\n";
        QCOMPARE(*made(before, {edit(Kind::Remove, "egress.allow", 1)}), kHead + "[egress]\n# what the build needs\nallow = [\n  { host = \"a.example\" }, # the model\n]\n");
        PolicyEdit move = edit(Kind::Move, "egress.allow", 0);
        move.to = "egress.deny";
        QCOMPARE(*made(before, {move}), kHead + "[egress]\n# what the build needs\nallow = [\n  { host = \"b.example\" }, # files\n]\ndeny = [\n  { host = \"a.example\" }, # the model\n]\n");
        QCOMPARE(*made(before, {addRule("egress.allow", host("c.example", {80}), "old mirror")}),
                 kHead + "[egress]\n# what the build needs\nallow = [\n  { host = \"a.example\" }, # the model\n  { host = \"b.example\" }, # files\n  { host = \"c.example\", port = 80 }, # old mirror\n]\n");
    }

    void rulesInSectionsOfTheirOwnAreEditedAlike() {
        const std::string a = "[[egress.allow]] # first\nhost = \"a.example\" # here\n";
        const std::string b = "\n[[egress.allow]]\nhost = \"b.example\"\nport = [443, 8443]\nprotocol = \"tls\"\n";
        const std::string before = kHead + a + b;
        QCOMPARE(*made(before, {addRule("egress.allow", host("c.example", {80}), "old")}), before + "\n[[egress.allow]] # old\nhost = \"c.example\"\nport = 80\n");
        QCOMPARE(*made(before, {edit(Kind::Remove, "egress.allow", 1)}), kHead + a);
        QCOMPARE(*made(before, {edit(Kind::Remove, "egress.allow", 0)}), kHead + b);
        QCOMPARE(*made(before, {changeRule("egress.allow", 1, host("b.example", {443}))}), kHead + a + "\n[[egress.allow]]\nhost = \"b.example\"\nport = 443\n");
        QCOMPARE(*made(before, {changeRule("egress.allow", 0, host("d.example", {8443}, "tcp"))}),
                 kHead + "[[egress.allow]] # first\nhost = \"d.example\" # here\nport = 8443\nprotocol = \"tcp\"\n" + b);
        PolicyEdit move = edit(Kind::Move, "egress.allow", 1);
        move.to = "egress.deny";
        QCOMPARE(*made(before, {move}), kHead + a + "\n[[egress.deny]]\nhost = \"b.example\"\nport = [443, 8443]\nprotocol = \"tls\"\n");
    }

    void aSpellingThatCannotBeEditedIsRefusedWhole() {
        PolicyEdit move = edit(Kind::Move, "egress.allow", 0);
        move.to = "egress.deny";
        // The first of several sections would come after the others in no list.
        const auto out = made(kHead + "[[egress.allow]]\nhost = \"a.example\"\n[[egress.deny]]\nhost = \"b.example\"\n", {move});
        QVERIFY(!out.ok());
        QCOMPARE(out.error().code, Code::Unsupported);
        QVERIFY(out.error().fix.find("the file itself") != std::string::npos);
    }

    void aRuleThatIsNarrowedKeepsWhatNarrowsIt() {
        const std::string before = kHead + "[egress]\nallow = [{ host = \"a.example\", methods = [\"GET\"], paths = [\"/x/**\"] }]\n";
        QVERIFY((*policyItems(before, "x", Layer::Profile))[0].narrowed);
        QCOMPARE(*made(before, {changeRule("egress.allow", 0, host("b.example"))}), kHead + "[egress]\nallow = [{ host = \"b.example\", methods = [\"GET\"], paths = [\"/x/**\"] }]\n");
    }

    void whatNarrowsARuleIsShownAndChanged() {
        const std::string before = kHead + "[egress]\nallow = [{ methods = [ 'GET' ], host = \"a.example\", paths = [\"/x/**\"] }] # mine\n";
        RuleWords rule = *(*policyItems(before, "x", Layer::Profile))[0].rule;
        QVERIFY((rule.methods == std::vector<std::string>{"GET"} && rule.paths == std::vector<std::string>{"/x/**"}));
        rule.methods = {"GET", "HEAD"};
        QCOMPARE(*made(before, {changeRule("egress.allow", 0, rule)}), kHead + "[egress]\nallow = [{ methods = [\"GET\", \"HEAD\"], host = \"a.example\", paths = [\"/x/**\"] }] # mine\n");
        rule.methods = {"GET"};
        rule.paths = std::vector<std::string>();
        QCOMPARE(*made(before, {changeRule("egress.allow", 0, rule)}), kHead + "[egress]\nallow = [{ methods = [ 'GET' ], host = \"a.example\" }] # mine\n");
        RuleWords added = host("b.example");
        added.methods = {"PUT"};
        QCOMPARE(*made(kHead + "[egress]\nallow = []\n", {addRule("egress.allow", added)}), kHead + "[egress]\nallow = [{ host = \"b.example\", methods = [\"PUT\"] }]\n");
        added.paths = {"a\nb"};
        QVERIFY(!made(before, {addRule("egress.allow", added)}).ok());
    }

    void variablesAreChangedHoweverTheyAreSpelled_data() {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("added");
        QTest::addColumn<QString>("changed"); // of the one before the addition
        QTest::addColumn<QString>("removed");
        QTest::newRow("section") << "[environment.set] # s\nA = 'x' # why\n\n[limits]\ncpu = 2\n" << "[environment.set] # s\nA = 'x' # why\nB = \"y=z\"\n\n[limits]\ncpu = 2\n"
                                 << "[environment.set] # s\nC = \"w\" # why\n\n[limits]\ncpu = 2\n" << "[environment.set] # s\n\n[limits]\ncpu = 2\n";
        QTest::newRow("braces") << "[environment]\nset = { A = \"x\" } # why\npass = [\"LANG\"]\n" << "[environment]\nset = { A = \"x\", B = \"y=z\" } # why\npass = [\"LANG\"]\n"
                                << "[environment]\nset = { C = \"w\" } # why\npass = [\"LANG\"]\n" << "[environment]\nset = { } # why\npass = [\"LANG\"]\n";
        QTest::newRow("dotted") << "[environment]\n  set.A = \"x\"\n" << "[environment]\n  set.A = \"x\"\n  set.B = \"y=z\"\n" << "[environment]\n  set.C = \"w\"\n" << "[environment]\n";
        QTest::newRow("nested braces") << "[limits]\n" << "[limits]\n\n[environment.set]\nB = \"y=z\"\n" << "" << "";
    }
    void variablesAreChangedHoweverTheyAreSpelled() {
        QFETCH(QString, before);
        QFETCH(QString, added);
        QFETCH(QString, changed);
        QFETCH(QString, removed);
        const std::string text1 = kHead + before.toStdString();
        const auto plus = made(text1, {text(Kind::Add, "environment.set", "B=y=z")});
        QVERIFY2(plus.ok(), plus.ok() ? "" : plus.error().text().c_str());
        QCOMPARE(*plus, kHead + added.toStdString());
        if (!changed.isEmpty()) {
            const auto items = policyItems(text1, "x", Layer::Profile);
            VERIFY_OK(items);
            const auto item = std::find_if(items->begin(), items->end(), [](const PolicyItem& one) { return one.key == "environment.set"; });
            QVERIFY(item != items->end());
            QCOMPARE(item->text, std::string("A=x"));
            PolicyEdit change = text(Kind::Change, "environment.set", "C=w");
            change.index = item->index;
            QCOMPARE(*made(text1, {change}), kHead + changed.toStdString());
            const auto less = made(text1, {edit(Kind::Remove, "environment.set", item->index)});
            if (!removed.isEmpty()) {
                QVERIFY2(less.ok(), less.ok() ? "" : less.error().text().c_str());
                QCOMPARE(*less, kHead + removed.toStdString());
            }
            QVERIFY(!made(text1, {text(Kind::Add, "environment.set", "A=again")}).ok());
            PolicyEdit told = text(Kind::Add, "environment.set", "B=y");
            told.comment = "why";
            const auto commented = made(text1, {told}); // is there, or it is said that it cannot be
            QVERIFY(commented ? commented->find("B = \"y\" # why\n") != std::string::npos : commented.error().what.find("in braces") != std::string::npos);
        }
        for (const char* wrong : {"B", "=x", "B C=x", "B.C=x", "1B=x", "B=x\ny", "\"B\"=x"}) {
            QVERIFY2(!made(text1, {text(Kind::Add, "environment.set", wrong)}).ok(), wrong);
        }
    }

    void examplesAndStateAreChangedAndRun() {
        const std::string before = kHead + "# first\n[[example]] # one\negress = 'a.example:443'\nexpect = \"ask\"   # now\n\n[limits]\ncpu = 2\n";
        const auto items = policyItems(before, "x", Layer::Profile);
        VERIFY_OK(items);
        QCOMPARE(items->back().key, std::string("example"));
        QCOMPARE(items->back().text, std::string("a.example:443 ask"));
        PolicyEdit change = text(Kind::Change, "example", "a.example:443 deny");
        QCOMPARE(made1(before, {change}), kHead + "# first\n[[example]] # one\negress = 'a.example:443'\nexpect = \"deny\"   # now\n\n[limits]\ncpu = 2\n");
        QCOMPARE(made1(before, {text(Kind::Add, "example", "b.example:80 deny")}),
                 kHead + "# first\n[[example]] # one\negress = 'a.example:443'\nexpect = \"ask\"   # now\n\n[[example]]\negress = \"b.example:80\"\nexpect = \"deny\"\n\n[limits]\ncpu = 2\n");
        QCOMPARE(made1(before, {edit(Kind::Remove, "example", 0)}), kHead + "# first\n\n[limits]\ncpu = 2\n");
        QCOMPARE(made1(kHead, {text(Kind::Add, "example", "b.example:80 deny")}), kHead + "\n[[example]]\negress = \"b.example:80\"\nexpect = \"deny\"\n");
        QVERIFY(!made(before, {text(Kind::Add, "example", "b.example:80")}).ok());
        QVERIFY(!made(before, {text(Kind::Add, "example", "b.example:80 maybe")}).ok());
        QCOMPARE(made1(kHead + "[files]\nstate = [\".a/\"] # mine\n", {text(Kind::Add, "files.state", ".b/")}), kHead + "[files]\nstate = [\".a/\", \".b/\"] # mine\n");
        QVERIFY(!made(kHead, {text(Kind::Add, "files.state", "/etc")}).ok());
    }

    void onlyTheFieldsThatChangeAreTouched() {
        const std::string before = kHead + "[egress]\nallow = [ { port=[ 443 , 8443 ],  host = 'a.example',protocol = \"tls\" } ]\n";
        QCOMPARE(*made(before, {changeRule("egress.allow", 0, host("b.example", {443, 8443}, "tls"))}),
                 kHead + "[egress]\nallow = [ { port=[ 443 , 8443 ],  host = \"b.example\",protocol = \"tls\" } ]\n");
        QCOMPARE(*made(before, {changeRule("egress.allow", 0, host("a.example", {443}, "tls"))}),
                 kHead + "[egress]\nallow = [ { port=443,  host = 'a.example',protocol = \"tls\" } ]\n");
        QCOMPARE(*made(before, {changeRule("egress.allow", 0, host("a.example"))}), kHead + "[egress]\nallow = [ { host = 'a.example' } ]\n");
        RuleWords address;
        address.address = "192.0.2.0/24";
        address.ports = {443, 8443};
        address.protocol = "tls";
        QCOMPARE(*made(before, {changeRule("egress.allow", 0, address)}),
                 kHead + "[egress]\nallow = [ { port=[ 443 , 8443 ],  address = \"192.0.2.0/24\",protocol = \"tls\" } ]\n");
    }

    void whatWouldNotLoadIsNotWritten() {
        const std::string before = kHead + "[egress]\nallow = [{ host = \"a.example\" }]\n";
        const std::vector<PolicyEdit> wrong{
            addRule("egress.allow", host("*")), addRule("egress.allow", host("*.com")), addRule("egress.allow", host("a.example", {8443})),
            addRule("egress.allow", host("169.254.169.254")), addRule("egress.allow", host("x\" } ]\n[files]\nread = [\"/")), addRule("egress.allow", {}),
            addRule("egress.allow", host("b.example"), "two\nlines"), text(Kind::Add, "files.hide", "**"), text(Kind::Add, "files.read", "/"),
            text(Kind::Set, "limits.memory", "much"), text(Kind::Set, "limits.processes", "1.5"), text(Kind::Set, "egress.default", "allow"),
            text(Kind::Set, "limits.cpu", "nan"), edit(Kind::Remove, "egress.allow", 1), edit(Kind::Unset, "limits.memory"), text(Kind::Set, "name", "y"),
            text(Kind::Add, "agent.commands", "sh"), changeRule("egress.allow", 0, host("a.example"))};
        for (const auto& one : wrong) {
            const auto out = made(before, {one});
            QVERIFY2(!out.ok(), out.ok() ? out->c_str() : "");
            QVERIFY(!out.error().what.empty());
        }
        QVERIFY(!made("schema = 1\nname = \n", {addRule("egress.allow", host("a.example"))}).ok());
        const auto project = made("schema = 1\n", {text(Kind::Add, "files.read", "/opt")}, Layer::Project);
        QVERIFY(!project.ok());
        QVERIFY2(project.error().what.find("may only tighten") != std::string::npos, project.error().what.c_str());
        VERIFY_OK(made("schema = 1\n", {text(Kind::Add, "files.hide", "secret/**")}, Layer::Project));
    }

    void anItemOfHostileTextStaysText() {
        const auto out = made(kHead, {text(Kind::Add, "files.hide", "a\"]\\#[x")});
        VERIFY_OK(out);
        QCOMPARE((*policyItems(*out, "x", Layer::Profile))[0].text, std::string("a\"]\\#[x"));
    }

    void severalEditsAreOneChangeOrNone() {
        const std::string before = kHead + "[egress]\nallow = []\n";
        const auto both = made(before, {addRule("egress.allow", host("a.example")), addRule("egress.deny", host("t.example"))});
        VERIFY_OK(both);
        QCOMPARE(countOf(*both, "egress.deny"), std::size_t{1});
        QVERIFY(!made(before, {addRule("egress.allow", host("a.example")), addRule("egress.deny", host("*"))}).ok());
    }

    void aMebibyteIsEditedInTime() {
        std::string before = kHead + "[egress]\nallow = [\n";
        for (int i = 0; i < 4000; ++i) {
            before += "  { host = \"h" + std::to_string(i) + ".example\" }, # " + std::string(180, 'x') + "\n";
        }
        before += "]\n";
        before += "# " + std::string(1024 * 1024 - before.size() - 100, 'y') + "\n";
        QElapsedTimer timer;
        timer.start();
        const auto out = made(before, {addRule("egress.allow", host("new.example"))});
        VERIFY_OK(out);
        QCOMPARE(*made(*out, {edit(Kind::Remove, "egress.allow", 4000)}), before);
        QCOMPARE(countOf(before, "egress.allow"), std::size_t{4000});
        QVERIFY2(timer.elapsed() < 30'000, "slower than linear?");
        QVERIFY(!made(before + std::string(200, '#'), {addRule("egress.allow", host("new.example"))}).ok());
    }

    // ---- on disk

    void writesOnceAndKeepsModeAndLink() {
        const Person person;
        const std::string real = person.write(person.places.home + "/dots/mine.toml", kHead + "extends = \"base\"\n");
        chmod(real.c_str(), 0640);
        const std::string link = person.places.config + "/profiles/x.toml";
        std::filesystem::create_symlink(real, link);
        const auto file = readPolicyFile(person.places, "x");
        VERIFY_OK(file);
        QVERIFY(!file->locked);
        QCOMPARE(file->real, std::filesystem::canonical(real).string());
        const auto out = made(file->content, {addRule("egress.allow", host("a.example"))});
        VERIFY_OK(checkPolicyText(person.places, *file, *out, Person::noRegistries()));
        VERIFY_OK(writePolicyFile(*file, *out));
        QCOMPARE(readAll(real), *out);
        QVERIFY(std::filesystem::is_symlink(link));
        struct stat s {};
        QCOMPARE(::stat(real.c_str(), &s), 0);
        QCOMPARE(s.st_mode & 07777, static_cast<mode_t>(0640));
        const auto again = writePolicyFile(*file, *out);
        QVERIFY(!again.ok());
        QCOMPARE(again.error().code, Code::Conflict);
        QCOMPARE(std::distance(std::filesystem::directory_iterator(person.places.home + "/dots"), {}), std::ptrdiff_t{1}); // nothing is left behind
    }

    void whatAKilledWriterLeftIsRemovedByTheNextOne() {
        const Person person;
        const std::string mine = person.profile("mine", "extends = \"base\"\n");
        const pid_t gone = ::fork();
        if (gone == 0) {
            ::_exit(0);
        }
        QCOMPARE(::waitpid(gone, nullptr, 0), gone);
        const std::string folder = std::filesystem::path(mine).parent_path().string(), start = folder + "/.mine.toml.new.";
        const std::string left = start + std::to_string(gone), live = start + std::to_string(::getppid());
        const std::vector<std::string> others{live, start + std::to_string(gone) + "x", start, folder + "/.other.toml.new." + std::to_string(gone)};
        std::filesystem::create_symlink(mine, start + "1" + std::to_string(gone));
        for (const auto& file : others) {
            std::ofstream(file) << "text";
        }
        std::ofstream(left) << "text";
        const auto file = readPolicyFile(person.places, "mine");
        VERIFY_OK(file);
        VERIFY_OK(writePolicyFile(*file, file->content + "# more\n"));
        QVERIFY(!std::filesystem::exists(left));
        for (const auto& other : others) {
            QVERIFY2(std::filesystem::exists(other), other.c_str());
        }
        QVERIFY(std::filesystem::is_symlink(start + "1" + std::to_string(gone)));
        std::ofstream(folder + "/.new.toml.new." + std::to_string(gone)) << "text";
        VERIFY_OK(makeOwnProfile(person.places, "new", "base"));
        QVERIFY(!std::filesystem::exists(folder + "/.new.toml.new." + std::to_string(gone)));
    }

    void whatIsNotThePersonsOwnIsLeftAlone() {
        const Person person;
        const auto builtIn = readPolicyFile(person.places, "claude");
        VERIFY_OK(builtIn);
        QVERIFY(builtIn->builtIn && builtIn->locked);
        QVERIFY(builtIn->locked->fix.find("extends it") != std::string::npos);
        QVERIFY(!writePolicyFile(*builtIn, builtIn->content + "#").ok());
        const std::string mine = person.profile("mine", "extends = \"base\"\n");
        std::filesystem::create_hard_link(mine, person.places.home + "/second");
        QVERIFY(readPolicyFile(person.places, "mine")->locked);
        std::filesystem::remove(person.places.home + "/second");
        const auto file = readPolicyFile(person.places, "mine");
        QVERIFY(!file->locked);
        chmod(mine.c_str(), 0666);
        QVERIFY(!writePolicyFile(*file, file->content + "#").ok());
        QCOMPARE(readAll(mine), file->content);
    }

    void aProfileOfOnesOwnTakesThePlaceOfTheBuiltInOne() {
        const Person person;
        const auto path = makeOwnProfile(person.places, "claude", "claude");
        VERIFY_OK(path);
        const auto file = readPolicyFile(person.places, "claude");
        QCOMPARE(file->path, *path);
        QVERIFY(!file->locked);
        const auto policy = person.load("claude");
        VERIFY_OK(policy);
        QCOMPARE(policy->merged.file, *path);
        QVERIFY(!policy->merged.agent.commands.empty());
        QCOMPARE(makeOwnProfile(person.places, "claude", "claude").error().code, Code::Conflict);
        for (const char* bad : {"base", "../x", "A", ""}) {
            QVERIFY(!makeOwnProfile(person.places, bad, "claude").ok());
        }
        QVERIFY(!makeOwnProfile(person.places, "other", "no-such-profile").ok());
        QVERIFY(!std::filesystem::exists(person.places.config + "/profiles/other.toml"));
    }

    void aProjectsFileIsMadeOnceAndLoads() {
        const Person person;
        const auto path = makeProjectFile(person.project);
        VERIFY_OK(path);
        VERIFY_OK(person.load("default"));
        const std::string before = readAll(*path);
        QCOMPARE(makeProjectFile(person.project).error().code, Code::Conflict);
        QCOMPARE(readAll(*path), before);
        const auto file = readPolicyFile(person.places, *path);
        VERIFY_OK(file);
        QVERIFY(file->layer == Layer::Project && !file->locked);
        std::filesystem::remove(*path);
        std::filesystem::create_symlink("/etc/passwd", *path);
        QCOMPARE(makeProjectFile(person.project).error().code, Code::Conflict);
        QCOMPARE(readPolicyFile(person.places, *path).error().code, Code::Refused);
    }

    // An agent that works in the project itself, while somebody looks at its file.
    void noLinkThatIsPutThereMeanwhileIsEverRead() {
        const Person person;
        const auto path = makeProjectFile(person.project);
        VERIFY_OK(path);
        const std::string secret = person.profile("mine", "extends = \"base\"\n");
        std::filesystem::create_symlink(secret, person.project + "/link");
        std::atomic<bool> stop = false;
        std::thread swaps([&] {
            const std::string link = person.project + "/link";
            while (!stop) {
                ::syscall(SYS_renameat2, AT_FDCWD, link.c_str(), AT_FDCWD, path->c_str(), 2 /* RENAME_EXCHANGE */);
            }
        });
        QElapsedTimer timer;
        timer.start();
        int read = 0;
        bool escaped = false;
        while (timer.elapsed() < 1500 && !escaped) {
            if (const auto file = readPolicyFile(person.places, *path)) {
                ++read;
                escaped = file->real != *path || file->content.find("extends") != std::string::npos;
            }
        }
        stop = true;
        swaps.join();
        QVERIFY(!escaped);
        QVERIFY(read > 0);
    }

    void everyFieldThatLoosensARuleIsTold() {
        EgressRule plain;
        plain.host.name = "a.example";
        const auto with = [&](auto&& change) {
            EgressRule rule = plain;
            change(rule);
            return describeRule(rule);
        };
        const std::set<std::string> told{describeRule(plain), with([](EgressRule& r) { r.host.below = true; }), with([](EgressRule& r) { r.ports = {8443}; }),
                                         with([](EgressRule& r) { r.protocol = Protocol::Tcp; }), with([](EgressRule& r) { r.sni = SniMode::Any; }),
                                         with([](EgressRule& r) { r.allowPrivate = true; }), with([](EgressRule& r) { r.viaProxy = true; })};
        QCOMPARE(told.size(), std::size_t{7});
    }

    void aLinkedProfileOfABuiltInsNameIsJudgedOnce() {
        const Person person;
        const std::string real = person.write(person.places.home + "/dots/claude.toml",
                                              "schema = 1\nname = \"claude\"\nextends = \"claude\"\n[egress]\nallow = [{ host = \"mine.example\" }]\n");
        const std::string link = person.places.config + "/profiles/claude.toml";
        std::filesystem::create_symlink(real, link);
        for (const std::string& name : {std::string("claude"), link}) {
            const auto file = readPolicyFile(person.places, name);
            VERIFY_OK(file);
            const auto policy = checkPolicyText(person.places, *file, *made(file->content, {edit(Kind::Remove, "egress.allow", 0)}), Person::noRegistries());
            VERIFY_OK(policy);
            QVERIFY(std::none_of(policy->merged.allow.begin(), policy->merged.allow.end(), [](const EgressRule& rule) { return rule.host.name == "mine.example"; }));
        }
    }

    void anExampleThatFailsKeepsTheFile() {
        const Person person;
        person.profile("mine", "extends = \"base\"\n[egress]\nallow = [{ host = \"a.example\" }]\n[[example]]\negress = \"a.example\"\nexpect = \"allow\"\n");
        const auto file = readPolicyFile(person.places, "mine");
        const auto out = made(file->content, {edit(Kind::Remove, "egress.allow", 0)});
        VERIFY_OK(out);
        QVERIFY(!checkPolicyText(person.places, *file, *out, Person::noRegistries()).ok());
    }
};

QTEST_GUILESS_MAIN(TestEdit)
#include "test_edit.moc"
