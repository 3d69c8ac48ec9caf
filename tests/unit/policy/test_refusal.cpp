// Every reason for a refusal has words, a place and a way out, and the way out that is told is one.
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include "core/policy/action.h"
#include "core/policy/describe.h"
#include "core/policy/evaluator.h"
#include "core/policy/explain.h"
#include "core/policy/parser.h"
#include "core/policy/refusal.h"

using namespace leadglass;
using namespace leadglass::policy;

namespace {

EgressRequest requestOf(const char* text) {
    const auto request = parseAction(text);
    return request ? *request : EgressRequest{};
}

EffectivePolicy policyOf(const char* body) {
    EffectivePolicy policy;
    auto profile = parseProfile(std::string("schema = 1\nname = \"t\"\n") + body, "/c/t.toml", Layer::Profile);
    if (!profile) {
        qFatal("%s", profile.error().text().c_str());
    }
    policy.merged = *profile;
    policy.version = "t@1";
    return policy;
}

} // namespace

class TestRefusal : public QObject {
    Q_OBJECT
private slots:
    // But for the end of the run, and for what nobody may let out.
    void everyReasonHasWordsAndAWayOut() {
        for (const std::string& code : refusalReasons()) {
            const QString words = QString::fromStdString(refusalWords(code));
            QVERIFY2(!words.isEmpty() && !words.contains('_') && words != QString::fromStdString(code), code.c_str());
            for (const char* target : {"a.example.org:443", "a.example.org:8443", "192.0.2.7:22", "[2001:db8::1]:443", "loopback:5432"}) {
                const std::string way = wayOut(requestOf(target), code, "/c/t.toml:4");
                QVERIFY2(way.empty() == (code == "run_ended" || code == "canary"), code.c_str());
                QVERIFY2(way.find('\n') == std::string::npos, way.c_str());
            }
            // What has no name, or none that can be read, gets no rule put into words.
            QVERIFY2(wayOut({}, code, "").find("\"\"") == std::string::npos, code.c_str());
        }
        QCOMPARE(refusalWords("a_new_reason"), std::string("a new reason"));
        QCOMPARE(wayOut(requestOf("a.example.org"), "hard_denial:new_thing", ""), std::string("no file and no answer can allow this"));
    }

    // Codes as they stand where connections are judged.
    void everyReasonOfTheSourceIsInTheTable() {
        const QStringList patterns = {
            R"re(decide\(Verdict::Deny, "([a-z_:]+)")re", R"re(return "([a-z]+_[a-z_]+)";)re", R"re(refuse\(\w+, "([a-z_]+)")re",
            R"re(refuse\(Outcome::\w+, "([a-z_]+)")re", R"re("(hard_denial:[a-z_]+)")re",
            R"re((?:decision\.reason|m\.bad|r\.reason) = "([a-z_]+)")re", R"re(kReason = "([a-z_]+)")re",
            R"re(\? "([a-z_]+)" : "(?:hold|not_recorded|bad_protocol|answer)")re", R"re(: "(hold|not_recorded|bad_protocol|answer)")re"};
        QSet<QString> known;
        for (const std::string& code : refusalReasons()) {
            known.insert(QString::fromStdString(code));
        }
        QSet<QString> found;
        const QDir core(QString(LEADGLASS_TEST_DATA) + "/../../../core");
        for (const char* name : {"policy/evaluator.cpp", "session/gatekeeper.cpp", "session/gatekeeper_answers.cpp",
                                 "session/gatekeeper_notes.cpp", "session/flow_meaning.cpp", "session/approval_queue.cpp"}) {
            QFile file(core.filePath(name));
            QVERIFY2(file.open(QIODevice::ReadOnly), name);
            const QString text = QString::fromUtf8(file.readAll());
            for (const QString& pattern : patterns) {
                auto matches = QRegularExpression(pattern).globalMatch(text);
                while (matches.hasNext()) {
                    found.insert(matches.next().captured(1));
                }
            }
        }
        QFile table(core.filePath("policy/address.cpp"));
        QVERIFY(table.open(QIODevice::ReadOnly));
        auto denials = QRegularExpression(R"re(HardDenied, "([a-z_]+)")re").globalMatch(QString::fromUtf8(table.readAll()));
        while (denials.hasNext()) {
            found.insert("hard_denial:" + denials.next().captured(1));
        }
        QVERIFY2(found.size() > 18, qPrintable(QString("only %1 were found").arg(found.size())));
        for (const QString& code : found) {
            QVERIFY2(known.contains(code) || code.endsWith(':'), qPrintable(code + " has no row in core/policy/refusal.cpp"));
        }
    }

    void whatIsToldAllowsIt_data() {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* policy, const char* target, const char* reason) {
            QTest::addRow("%s %s", target, reason) << policy << target << reason;
        };
        const char* deny = "[egress]\ndefault = \"deny\"\n";
        row(deny, "a.example.org:443", "default");
        row(deny, "a.example.org:80", "default");
        row(deny, "a.example.org:22", "default");
        row(deny, "a.example.org:8443", "default");
        row("[egress]\ndefault = \"ask\"\n", "a.example.org:8443", "no_protocol");
        row(deny, "203.0.113.7:443", "literal_needs_rule");
        row(deny, "203.0.113.7:8443", "literal_needs_rule");
        row(deny, "[2001:db8::1]:443", "literal_needs_rule");
        row(deny, "10.0.0.5:443", "private_needs_rule");
        row(deny, "loopback:5432", "hard_denial:own_address");
        row(deny, "loopback:8123", "hard_denial:own_address"); // often a proxy: no flag takes it
    }
    void whatIsToldAllowsIt() {
        QFETCH(QString, policy);
        QFETCH(QString, target);
        QFETCH(QString, reason);
        EffectivePolicy effective = policyOf(policy.toUtf8());
        const EgressRequest request = requestOf(target.toUtf8());
        const Decision before = evaluateEgress(effective, request, {});
        QCOMPARE(QString::fromStdString(before.reason), reason);
        QVERIFY(before.verdict == Verdict::Deny);
        const QString way = QString::fromStdString(wayOut(request, before.reason, "/c/t.toml:4"));
        // As a rule of a file ...
        const auto rule = QRegularExpression(R"(\{[^}]*\})").match(way);
        QVERIFY2(rule.hasMatch(), qPrintable(way));
        const auto asFile = parseProfile("schema = 1\nname = \"t\"\n[egress]\nallow = [" + rule.captured(0).toStdString() + "]\n", "f.toml",
                                         Layer::Profile);
        QVERIFY2(asFile.ok(), asFile.ok() ? "" : asFile.error().text().c_str());
        EffectivePolicy withRule = effective;
        addRule(withRule, asFile->allow.front(), Verdict::Allow);
        QVERIFY2(evaluateEgress(withRule, request, {}).verdict == Verdict::Allow, qPrintable(way));
        // ... and as a flag.
        const auto flag = QRegularExpression("--allow (\\S+)").match(way);
        QCOMPARE(allowFlagFor(request, "default").empty(), !flag.hasMatch());
        if (asFile->allow.front().unsafe) {
            QVERIFY2(!flag.hasMatch(), qPrintable(way));
            return;
        }
        QVERIFY2(flag.hasMatch(), qPrintable(way));
        const auto asFlag = parseEgressFlag(flag.captured(1).toStdString(), "--allow", 1);
        QVERIFY2(asFlag.ok(), asFlag.ok() ? "" : asFlag.error().text().c_str());
        addRule(effective, *asFlag, Verdict::Allow);
        QVERIFY2(evaluateEgress(effective, request, {}).verdict == Verdict::Allow, qPrintable(way));
    }

    void aRuleThatDeniesIsNamedWithItsLineAndLayer() {
        EffectivePolicy policy = policyOf("[egress]\ndefault = \"ask\"\ndeny = [{ host = \"d.example.org\" }]\n");
        const EgressRequest request = requestOf("d.example.org:443");
        const Decision decision = evaluateEgress(policy, request, {});
        const QString place = QString::fromStdString(placeInWords(decision.origin, decision.ruleId));
        QCOMPARE(place, QString("/c/t.toml:5, layer profile"));
        QCOMPARE(placeInWords(decision.origin, "profile:5"), place.toStdString() + ", rule profile:5");
        const QString text = QString::fromStdString(explain(policy, request, decision));
        QVERIFY2(text.contains(place) && text.contains("to allow it: take back the line at /c/t.toml:5"), qPrintable(text));
        auto project = parseProfile("schema = 1\n[egress]\ndeny = [{ host = \"p.example.org\" }]\n", "/p/.leadglass.toml", Layer::Project);
        policy.restrictions.push_back(*project);
        const EgressRequest restricted = requestOf("p.example.org:443");
        const QString told = QString::fromStdString(explain(policy, restricted, evaluateEgress(policy, restricted, {})));
        QVERIFY2(told.contains("/p/.leadglass.toml:3, layer project") && told.contains("take back the line at /p/.leadglass.toml:3"),
                 qPrintable(told));
    }

    void aPrivateAnswerOfANameNeedsTheWordThatNoFlagHas() {
        const std::string way = wayOut(requestOf("a.example.org:443"), "private_needs_rule", "");
        QVERIFY2(way.find("private = true") != std::string::npos && way.find("--allow") == std::string::npos, way.c_str());
    }
};

QTEST_APPLESS_MAIN(TestRefusal)
#include "test_refusal.moc"
