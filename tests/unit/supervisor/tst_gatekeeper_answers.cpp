// What an answer means for what waits and for what comes, and that it is on record.
#include <QtTest>

#include "tests/unit/supervisor/gatekeeper_desk.h"

using namespace leadglass;
using namespace leadglass::session;

class GatekeeperAnswersTest : public QObject {
    Q_OBJECT
private slots:
    void anUnansweredQuestionIsARefusalAndIsRecordedAsThat() {
        Desk desk(policy::Verdict::Ask);
        desk.queue->approverCame();
        desk.gatekeeper->onMessage(connectTo(1, "new.test", 443));
        QCOMPARE(desk.queue->pending().size(), std::size_t{1});
        const auto verdict = desk.verdictOf(1);
        QCOMPARE(verdict.refusal, wire::Refusal::NotAnswered);
        QStringList outcomes;
        for (const auto& row : desk.rows()) {
            outcomes << QString::fromStdString(row.event.outcome);
        }
        QVERIFY(outcomes.contains("expired_unanswered"));
    }
    void anAnswerForTheRunCoversTheNextRequest() {
        Desk desk(policy::Verdict::Ask);
        desk.queue->approverCame();
        desk.gatekeeper->onMessage(connectTo(1, "unresolvable.invalid", 443));
        const auto question = desk.queue->pending().at(0);
        QVERIFY(desk.queue->answer({question.id, question.digest, true, Scope::Run, {}}, "test"));
        // It is allowed, and then cannot be resolved: no second question for the next one.
        QCOMPARE(desk.verdictOf(1).refusal, wire::Refusal::Unresolvable);
        desk.gatekeeper->onMessage(connectTo(2, "unresolvable.invalid", 443));
        QVERIFY(desk.queue->pending().empty());
        QVERIFY(desk.kept.empty()); // "run" is kept nowhere
    }
    void aDenialHoldsForAsLongAsItSays_data() {
        QTest::addColumn<int>("scope");
        QTest::addColumn<bool>("kept");
        QTest::newRow("run") << static_cast<int>(Scope::Run) << false;
        QTest::newRow("project") << static_cast<int>(Scope::Project) << true;
        QTest::newRow("always") << static_cast<int>(Scope::Always) << true;
    }
    void aDenialHoldsForAsLongAsItSays() {
        QFETCH(int, scope);
        QFETCH(bool, kept);
        Desk desk(policy::Verdict::Ask);
        desk.queue->approverCame();
        desk.gatekeeper->onMessage(connectTo(1, "unwanted.test", 443));
        const auto question = desk.queue->pending().at(0);
        QVERIFY(desk.queue->answer({question.id, question.digest, false, static_cast<Scope>(scope), {}}, "test"));
        QCOMPARE(desk.verdictOf(1).refusal, wire::Refusal::UserDenied);
        desk.gatekeeper->onMessage(connectTo(2, "unwanted.test", 443));
        QCOMPARE(desk.verdictOf(2).refusal, wire::Refusal::PolicyDenied); // a rule by now
        QVERIFY(desk.queue->pending().empty());
        desk.gatekeeper->onMessage(connectTo(3, "other.test", 443));
        QCOMPARE(desk.queue->pending().size(), std::size_t{1});
        QCOMPARE(desk.kept.size(), std::size_t{kept ? 1U : 0U});
        QVERIFY(!kept || desk.keptAs.at(0) == policy::Verdict::Deny);
    }
    void anAnswerClosesTheOtherQuestionsThatItCovers_data() {
        QTest::addColumn<bool>("allow");
        QTest::newRow("allowed") << true;
        QTest::newRow("denied") << false;
    }
    void anAnswerClosesTheOtherQuestionsThatItCovers() {
        QFETCH(bool, allow);
        Desk desk(policy::Verdict::Ask);
        desk.queue->approverCame();
        desk.gatekeeper->onMessage(connectTo(1, "a.covered.invalid", 443));
        desk.gatekeeper->onMessage(connectTo(2, "b.covered.invalid", 443));
        desk.gatekeeper->onMessage(connectTo(3, "apart.invalid", 443));
        const auto question = desk.queue->pending().at(0);
        QCOMPARE(question.patterns.at(0), std::string("*.covered.invalid"));
        QVERIFY(desk.queue->answer({question.id, question.digest, allow, Scope::Run, question.patterns.at(0)}, "test"));
        QCOMPARE(desk.queue->pending().size(), std::size_t{1});
        QCOMPARE(desk.queue->pending().at(0).host, std::string("apart.invalid"));
        QCOMPARE(desk.verdictOf(2).refusal, allow ? wire::Refusal::Unresolvable : wire::Refusal::PolicyDenied);
        QStringList outcomes;
        for (const auto& row : desk.rows()) {
            outcomes << QString::fromStdString(row.event.outcome);
        }
        QVERIFY(outcomes.contains("superseded_by_rule"));
    }
    void aRegistryIsOfferedForItsHostsOnly() {
        Desk desk(policy::Verdict::Ask);
        desk.queue->approverCame();
        std::vector<std::string> many;
        for (std::size_t i = 0; i <= wire::kMaxRegistryHosts; ++i) {
            many.push_back("h" + std::to_string(i) + ".invalid");
        }
        desk.gatekeeper->setRegistries({{"npm", {"pkg.one.invalid", "pkg.two.invalid:80/http"}}, {"pip", {"wheels.invalid"}}, {"apt", many}});
        int flow = 0;
        const auto offered = [&](const char* host, std::uint16_t port) {
            desk.gatekeeper->onMessage(connectTo(static_cast<std::uint64_t>(++flow), host, port));
            QStringList names;
            const auto question = desk.queue->pending().back();
            for (const auto& registry : question.registries) {
                names << QString::fromStdString(registry.name);
            }
            return names;
        };
        QCOMPARE(offered("pkg.one.invalid", 443), QStringList{"npm"});
        QCOMPARE(offered("pkg.two.invalid", 80), QStringList{"npm"});
        QCOMPARE(offered("pkg.one.invalid", 80), QStringList{});  // another protocol, in clear
        QCOMPARE(offered("pkg.two.invalid", 443), QStringList{});
        QCOMPARE(offered("x.pkg.one.invalid", 443), QStringList{});
        QCOMPARE(offered("h0.invalid", 443), QStringList{}); // a list that nobody reads
        QCOMPARE(desk.queue->pending().size(), std::size_t(flow));
    }
    void anAnswerForARegistryIsItsHostsInThisRunAndItsNameForLater_data() {
        QTest::addColumn<int>("scope");
        QTest::newRow("run") << static_cast<int>(Scope::Run);
        QTest::newRow("minutes") << static_cast<int>(Scope::Minutes);
        QTest::newRow("project") << static_cast<int>(Scope::Project);
        QTest::newRow("always") << static_cast<int>(Scope::Always);
    }
    void anAnswerForARegistryIsItsHostsInThisRunAndItsNameForLater() {
        QFETCH(int, scope);
        const auto wide = static_cast<Scope>(scope);
        Desk desk(policy::Verdict::Ask);
        desk.queue->approverCame();
        desk.gatekeeper->setRegistries({{"npm", {"pkg.one.invalid", "pkg.two.invalid:80/http"}}});
        desk.gatekeeper->onMessage(connectTo(1, "pkg.one.invalid", 443));
        desk.gatekeeper->onMessage(connectTo(2, "pkg.two.invalid", 80));
        desk.gatekeeper->onMessage(connectTo(3, "apart.invalid", 443));
        const auto question = desk.queue->pending().at(0);
        wire::Answer answer{question.id, question.digest, true, Scope::Once, "registry:npm"};
        QVERIFY(!desk.queue->answer(answer, "test")); // never only once
        answer.scope = wide;
        answer.seconds = wide == Scope::Minutes ? 60 : 0;
        answer.pattern = "registry:pip";
        QVERIFY(!desk.queue->answer(answer, "test")); // not what was offered
        answer.pattern = "registry:npm";
        QVERIFY(desk.queue->answer(answer, "test"));
        QCOMPARE(desk.queue->pending().size(), std::size_t{1}); // the other host of it is decided, too
        QCOMPARE(desk.queue->pending().at(0).host, std::string("apart.invalid"));
        QCOMPARE(desk.verdictOf(1).refusal, wire::Refusal::Unresolvable);
        QCOMPARE(desk.verdictOf(2).refusal, wire::Refusal::Unresolvable);
        const bool keeps = wide >= Scope::Project;
        QCOMPARE(desk.kept.size(), std::size_t{keeps ? 1U : 0U});
        if (keeps) {
            QVERIFY(desk.kept.at(0).kind == policy::EgressRule::Kind::Registry && desk.kept.at(0).registry == "npm");
            QVERIFY(desk.kept.at(0).host.name.empty() && desk.kept.at(0).ports.empty());
        }
        bool told = false;
        for (const auto& row : desk.rows()) {
            told = told || (row.event.kind == audit::Kind::Answer && row.event.detail.find("pkg.two.invalid:80/http") != std::string::npos);
        }
        QVERIFY(told); // which hosts it meant
    }
};

QTEST_APPLESS_MAIN(GatekeeperAnswersTest)
#include "tst_gatekeeper_answers.moc"
