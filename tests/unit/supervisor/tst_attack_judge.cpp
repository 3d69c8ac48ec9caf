// When `doctor --attack` says "contained", and when it must not.
#include <QtTest/QtTest>

#include <set>

#include "core/session/attack_judge.h"

using namespace leadglass;
using session::AttackFacts;
using session::ProbeAnswer;
using Verdict = api::AttackResult::Verdict;

namespace {

constexpr wire::Technique kTechnique{"net-x", "class: x", "a way out", "a wall", wire::Outside::Try, "x.attack.invalid"};

audit::Row row(const char* subject, const char* verdict) {
    audit::Row out;
    out.event.kind = audit::Kind::Egress;
    out.event.subject = subject;
    out.event.verdict = verdict;
    return out;
}

AttackFacts refused() {
    AttackFacts facts;
    facts.inside = ProbeAnswer{false, 3, "EPERM"};
    facts.outside = ProbeAnswer{true, 1, "x"};
    facts.contacts = 0;
    facts.contactsOutside = 1;
    return facts;
}

} // namespace

class AttackJudgeTest : public QObject {
    Q_OBJECT

private slots:
    void isContainedWhereNothingCameThrough() {
        const auto result = session::judge(kTechnique, refused(), {row("x.attack.invalid:80", "deny"), row("other:80", "allow")});
        QCOMPARE(result.verdict, Verdict::Contained);
        QCOMPARE(result.control, api::AttackResult::Control::Worked);
        QCOMPARE(result.inside, std::string("EPERM (3 ways)"));
        QCOMPARE(result.host, std::string("0 contacts (control: 1), 1 refusal in the history"));
    }

    void isOpenWhateverTheProbeSaysIfSomethingArrived() {
        auto facts = refused();
        facts.contacts = 1;
        QCOMPARE(session::judge(kTechnique, facts, {}).verdict, Verdict::Open);
        facts = refused();
        facts.damage = "a file was made";
        QCOMPARE(session::judge(kTechnique, facts, {}).verdict, Verdict::Open);
        facts.inside.reset();
        QCOMPARE(session::judge(kTechnique, facts, {}).verdict, Verdict::Open);
    }

    void isOpenIfThePolicyLetItThrough() {
        QCOMPARE(session::judge(kTechnique, refused(), {row("x.attack.invalid:80", "allow")}).verdict, Verdict::Open);
    }

    void isOpenIfOneWayWorked() {
        auto facts = refused();
        facts.inside->worked = true;
        QCOMPARE(session::judge(kTechnique, facts, {}).verdict, Verdict::Open);
    }

    void isNotTriedWithoutAnAnswer() {
        auto facts = refused();
        facts.inside.reset();
        QCOMPARE(session::judge(kTechnique, facts, {}).verdict, Verdict::NotTried);
        facts.inside = ProbeAnswer{false, 0, ""};
        QCOMPARE(session::judge(kTechnique, facts, {}).verdict, Verdict::NotTried);
    }

    void linesThatAreNoneAreLeftOut_data() {
        QTest::addColumn<QByteArray>("output");
        QTest::newRow("no end") << QByteArray("net-x\trefused\t3\tEPERM");
        QTest::newRow("another state") << QByteArray("net-x\tcontained\t3\tEPERM\n");
        QTest::newRow("no number") << QByteArray("net-x\trefused\tmany\tEPERM\n");
        QTest::newRow("a negative number") << QByteArray("net-x\trefused\t-3\tEPERM\n");
        QTest::newRow("a number too large") << QByteArray("net-x\trefused\t99999999999\tEPERM\n");
        QTest::newRow("one field") << QByteArray("net-x\n");
    }
    void linesThatAreNoneAreLeftOut() {
        QFETCH(QByteArray, output);
        QVERIFY(session::readProbe(output.toStdString()).empty());
    }

    void workedIsNotTakenBack() {
        const auto answers = session::readProbe("net-x\tworked\t1\ta\x1b[2J\nnet-x\trefused\t9\tEPERM\n");
        QVERIFY(answers.at("net-x").worked);
        QVERIFY(answers.at("net-x").text.find('\x1b') == std::string::npos);
    }

    void everyTechniqueHasItsOwnIdAndSaysWhereItComesFrom() {
        std::set<std::string> ids;
        for (const auto& technique : wire::kTechniques) {
            QVERIFY2(ids.insert(technique.id).second, technique.id);
            QVERIFY(technique.source[0] != 0 && technique.title[0] != 0 && technique.wall[0] != 0);
        }
    }
};

QTEST_GUILESS_MAIN(AttackJudgeTest)
#include "tst_attack_judge.moc"
