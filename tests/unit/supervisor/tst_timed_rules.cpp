// Rules that hold for a time: they end when they should, whatever the machine and the wall clock do meanwhile.
#include <QtTest>

#include "core/policy/parser.h"
#include "core/session/timed_rules.h"

using namespace leadglass;
using namespace leadglass::session;

namespace {

constexpr Nanos kSecond = 1'000'000'000;

struct Moved final : Clock { // each clock on its own
    Nanos wallNow = 1'700'000'000 * kSecond, awakeNow = 500 * kSecond, bootNow = 900 * kSecond;
    Nanos wall() const override { return wallNow; }
    Nanos awake() const override { return awakeNow; }
    Nanos sinceBoot() const override { return bootNow; }
};

policy::EgressRule rule(const char* flag, const char* id) {
    auto made = policy::parseEgressFlag(flag, "--allow", 1).value();
    made.id = id;
    return made;
}

} // namespace

class TimedRulesTest : public QObject {
    Q_OBJECT
    Moved m_clock;
    std::unique_ptr<policy::Evaluator> m_policy;

    policy::Verdict verdictOf(const std::string& host) const {
        policy::EgressRequest request;
        request.host = host;
        request.port = 443;
        return m_policy->egress(request, {}).verdict;
    }

private slots:
    void init() {
        m_clock = Moved();
        policy::EffectivePolicy made;
        made.merged.egressDefault = policy::Verdict::Ask;
        m_policy = std::make_unique<policy::Evaluator>(std::move(made));
    }

    void anAllowEndsExactlyThen() {
        TimedRules timed(m_clock);
        m_policy->add(rule("a.example", "answer:1"), policy::Verdict::Allow);
        timed.add("answer:1", policy::Verdict::Allow, 900);
        m_clock.bootNow += 900 * kSecond - 1;
        timed.expire(*m_policy);
        QCOMPARE(verdictOf("a.example"), policy::Verdict::Allow);
        m_clock.bootNow += 1;
        timed.expire(*m_policy);
        QCOMPARE(verdictOf("a.example"), policy::Verdict::Ask);
        QVERIFY(m_policy->policy().merged.allow.empty());
    }

    void aDenialEndsToo() {
        TimedRules timed(m_clock);
        m_policy->add(rule("a.example", "answer:1"), policy::Verdict::Deny);
        timed.add("answer:1", policy::Verdict::Deny, 60);
        timed.expire(*m_policy);
        QCOMPARE(verdictOf("a.example"), policy::Verdict::Deny);
        m_clock.bootNow += 60 * kSecond;
        timed.expire(*m_policy);
        QCOMPARE(verdictOf("a.example"), policy::Verdict::Ask);
    }

    void sleepCountsAndTheWallClockDoesNot() {
        TimedRules timed(m_clock);
        m_policy->add(rule("a.example", "answer:1"), policy::Verdict::Allow);
        timed.add("answer:1", policy::Verdict::Allow, 60);
        m_clock.wallNow += 365 * 86400 * kSecond; // set ahead by a year
        timed.expire(*m_policy);
        QCOMPARE(verdictOf("a.example"), policy::Verdict::Allow);
        m_clock.wallNow -= 2 * 365 * 86400 * kSecond;
        m_clock.bootNow += 61 * kSecond; // asleep: the awake clock stood still
        timed.expire(*m_policy);
        QCOMPARE(verdictOf("a.example"), policy::Verdict::Ask);
    }

    void whatElseHoldsStays() {
        TimedRules timed(m_clock);
        m_policy->add(rule("before.example", "flag:1"), policy::Verdict::Allow);
        m_policy->add(rule("a.example", "answer:1"), policy::Verdict::Allow);
        timed.add("answer:1", policy::Verdict::Allow, 60);
        m_policy->add(rule("longer.example", "answer:2"), policy::Verdict::Allow);
        timed.add("answer:2", policy::Verdict::Allow, 120);
        m_policy->add(rule("*.after.example", "answer:3"), policy::Verdict::Allow);
        m_clock.bootNow += 60 * kSecond;
        timed.expire(*m_policy);
        QCOMPARE(verdictOf("a.example"), policy::Verdict::Ask);
        for (const char* host : {"before.example", "longer.example", "x.after.example"}) {
            QCOMPARE(verdictOf(host), policy::Verdict::Allow); // found by the index made anew
        }
        m_clock.bootNow += 60 * kSecond;
        timed.expire(*m_policy);
        QCOMPARE(verdictOf("longer.example"), policy::Verdict::Ask);
        QCOMPARE(verdictOf("before.example"), policy::Verdict::Allow);
    }
};

QTEST_APPLESS_MAIN(TimedRulesTest)
#include "tst_timed_rules.moc"
