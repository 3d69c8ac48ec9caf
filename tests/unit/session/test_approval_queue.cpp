#include <QtTest>

#include <set>

#include "core/session/approval_queue.h"

using namespace leadglass;
using namespace leadglass::session;

namespace {

constexpr Nanos kSecond = 1'000'000'000;

class FakeClock final : public Clock {
public:
    Nanos wall() const override { return 1'700'000'000 * kSecond + now; }
    Nanos awake() const override { return now; }
    Nanos sinceBoot() const override { return awake(); }
    Nanos now = 1000 * kSecond;
};

AskRequest about(std::uint64_t flow, const std::string& host, std::uint64_t tree = 7,
                 const std::string& program = "node < sh") {
    AskRequest r;
    r.flow = flow;
    r.host = host;
    r.port = 443;
    r.protocol = "tls";
    r.process = "12 " + program;
    r.program = program;
    r.processTree = tree;
    r.why = "default ask";
    r.scopes = {Scope::Once, Scope::Run};
    r.patterns = {"*.example.com"};
    return r;
}

struct Bench : ApprovalQueue::Listener {
    explicit Bench(ApprovalQueue::Options options = {}) {
        options.run = "r1";
        loop = std::move(EventLoop::create()).value();
        queue = std::make_unique<ApprovalQueue>(*loop, clock, options, [this](const Resolution& r) {
            resolved.push_back(r);
            return failing ? Status(makeError(Code::Io, "disk full")) : Status();
        });
        queue->addListener(this);
    }
    ~Bench() override { queue->removeListener(this); }
    void questionRaised(const Question& q) override { raised.push_back(q); }
    void questionChanged(const Question& q) override { changed.push_back(q); }
    void questionClosed(const Question& q) override { closed.push_back(q); }
    Status answer(const Question& q, bool allow, Scope scope = Scope::Once, std::string pattern = {}) {
        return queue->answer({q.id, q.digest, allow, scope, std::move(pattern)}, "test");
    }
    void pass(Nanos time) {
        clock.now += time;
        queue->tick();
    }
    FakeClock clock;
    std::unique_ptr<EventLoop> loop;
    std::unique_ptr<ApprovalQueue> queue;
    std::vector<Resolution> resolved;
    std::vector<Question> raised, changed, closed;
    bool failing = false;
};

} // namespace

class TestApprovalQueue : public QObject {
    Q_OBJECT
private slots:
    void equalObjectsAreOneQuestionAndOneAnswerReleasesAll() {
        Bench b;
        QVERIFY(!b.queue->ask(about(1, "a.example.com")));
        QVERIFY(!b.queue->ask(about(2, "a.example.com")));
        QVERIFY(!b.queue->ask(about(3, "b.example.com")));
        QCOMPARE(b.raised.size(), std::size_t{2});
        const Question q = b.queue->pending().front();
        QCOMPARE(q.waiting, 2U);
        QCOMPARE(q.object, std::string("a.example.com:443:tls"));
        QVERIFY(b.answer(q, true));
        QCOMPARE(b.resolved.size(), std::size_t{1});
        QCOMPARE(b.resolved[0].flows, (std::vector<std::uint64_t>{1, 2}));
        QVERIFY(b.resolved[0].allow);
        // Used up: the next equal object is asked about again.
        QVERIFY(!b.queue->ask(about(4, "a.example.com")));
        QCOMPARE(b.raised.size(), std::size_t{3});
    }
    // Else what looks on keeps them all: a run asks a thousand things a minute.
    void whoLooksOnIsToldWhatIsForgotten() {
        ApprovalQueue::Options options;
        options.maxKept = 3;
        Bench b(options);
        for (std::uint64_t i = 1; i <= 5; ++i) {
            QVERIFY(!b.queue->ask(about(i, "h" + std::to_string(i) + ".example.com")));
        }
        b.pass(50 * kSecond);
        QCOMPARE(b.queue->all().size(), std::size_t{3});
        std::set<std::string> open;
        for (const auto& q : b.raised) {
            open.insert(q.id);
        }
        for (const auto& q : b.closed) {
            if (q.state == wire::QuestionState::Answered) {
                open.erase(q.id);
            }
        }
        std::set<std::string> kept;
        for (const auto& q : b.queue->all()) {
            kept.insert(q.id);
        }
        QVERIFY(open == kept);
        QCOMPARE(b.resolved.size(), std::size_t{5}); // forgetting decides nothing
    }
    void aBurstOfEqualRequestsIsToldAsOneChangeOfItsCount() {
        Bench b;
        for (std::uint64_t i = 1; i <= 100; ++i) {
            QVERIFY(!b.queue->ask(about(i, "a.example.com")));
        }
        QVERIFY(b.changed.empty());
        b.loop->after(1'000'000'000, [&] { b.loop->stop(); });
        QVERIFY(b.loop->run());
        QCOMPARE(b.raised.size(), std::size_t{1});
        QCOMPARE(b.changed.size(), std::size_t{1});
        QCOMPARE(b.changed[0].waiting, 100U);
        QCOMPARE(b.changed[0].digest, b.raised[0].digest);
    }
    void firstAnswerWins() {
        Bench b;
        b.queue->ask(about(1, "a.example.com"));
        const Question q = b.raised[0];
        QVERIFY(b.answer(q, false));
        const Status second = b.answer(q, true);
        QVERIFY(!second);
        QCOMPARE(second.error().code, Code::Conflict);
        QVERIFY(QString::fromStdString(second.error().text()).contains("closed already: denied"));
        QCOMPARE(b.resolved.size(), std::size_t{1});
    }
    void answerIsForWhatWasShown() {
        Bench b;
        b.queue->ask(about(1, "a.example.com"));
        const Question first = b.raised[0];
        b.queue->ask(about(2, "a.example.com", 8, "curl"));
        QCOMPARE(b.changed.size(), std::size_t{1});
        QVERIFY(b.changed[0].digest != first.digest);
        QCOMPARE(b.changed[0].generation, first.generation + 1);
        const Status stale = b.answer(first, true);
        QVERIFY(!stale);
        QCOMPARE(stale.error().code, Code::Conflict);
        QVERIFY(b.resolved.empty());
        QVERIFY(b.answer(b.changed[0], true));
        Question none = first;
        none.id = "r1.99";
        QCOMPARE(b.answer(none, true).error().code, Code::NotFound);
    }
    void everNewProgramsCannotKeepTheQuestionChanging() {
        Bench b;
        for (std::uint64_t i = 0; i < 100; ++i) {
            b.queue->ask(about(i, "a.example.com", 7, "p" + std::to_string(i)));
        }
        const Question q = b.queue->pending().front();
        QCOMPARE(q.members.size(), std::size_t{8});
        QCOMPARE(q.members.back(), std::string("..."));
        QCOMPARE(b.changed.size(), std::size_t{7});
    }
    void onlyWhatIsOfferedCanBeAnswered() {
        Bench b;
        b.queue->ask(about(1, "a.example.com"));
        const Question q = b.raised[0];
        QCOMPARE(b.answer(q, true, Scope::Always).error().code, Code::Invalid);
        QCOMPARE(b.answer(q, true, Scope::Run, "*.org").error().code, Code::Invalid);
        QCOMPARE(b.answer(q, true, Scope::Once, "*.example.com").error().code, Code::Invalid);
        QVERIFY(b.answer(q, true, Scope::Run, "*.example.com"));
        QCOMPARE(b.resolved[0].pattern, std::string("*.example.com"));
    }
    void silenceIsARefusalForNowAndIsNamed_data() {
        QTest::addColumn<bool>("approver");
        QTest::newRow("nobody could answer") << false;
        QTest::newRow("somebody could") << true;
    }
    void silenceIsARefusalForNowAndIsNamed() {
        QFETCH(bool, approver);
        Bench b;
        b.queue->ask(about(1, "a.example.com"));
        if (approver) {
            b.queue->approverCame();
            b.queue->approverWent();
        }
        b.pass(44 * kSecond);
        QVERIFY(b.resolved.empty());
        b.pass(1 * kSecond);
        QCOMPARE(b.resolved.size(), std::size_t{1});
        QVERIFY(!b.resolved[0].allow);
        QCOMPARE(b.resolved[0].outcome, approver ? Outcome::ExpiredUnanswered : Outcome::NoApprover);
        QCOMPARE(b.queue->all().front().state, wire::QuestionState::Expired);
    }
    void lateAllowIsOneRetryWithinAMinute_data() {
        QTest::addColumn<qint64>("after");
        QTest::addColumn<bool>("passes");
        QTest::newRow("within") << qint64{59} << true;
        QTest::newRow("after") << qint64{61} << false;
    }
    void lateAllowIsOneRetryWithinAMinute() {
        QFETCH(qint64, after);
        QFETCH(bool, passes);
        Bench b;
        b.queue->ask(about(1, "a.example.com"));
        b.pass(45 * kSecond);
        QVERIFY(b.answer(b.queue->all().front(), true));
        QCOMPARE(b.resolved.back().reason, std::string("late_answer"));
        QVERIFY(b.resolved.back().flows.empty());
        b.clock.now += after * kSecond;
        QVERIFY(!b.queue->ask(about(2, "other.example.com")));
        const auto retry = b.queue->ask(about(3, "a.example.com", 99));
        QCOMPARE(retry.has_value(), passes);
        if (passes) {
            QVERIFY(retry->allow);
            QCOMPARE(retry->flows, (std::vector<std::uint64_t>{3}));
            QVERIFY(!b.queue->ask(about(4, "a.example.com", 99)));
        }
    }
    void onceWithoutAWaitingFlowIsForTheSameTreeForSeconds() {
        Bench b;
        b.queue->ask(about(1, "a.example.com", 7));
        b.queue->withdraw(1);
        QVERIFY(b.answer(b.queue->pending().front(), true));
        QVERIFY(!b.queue->ask(about(2, "a.example.com", 8))); // another tree is asked about
        QVERIFY(!b.queue->ask(about(3, "a.example.com", 0))); // unknown matches nothing
        const auto same = b.queue->ask(about(4, "a.example.com", 7));
        QVERIFY(same && same->allow);
    }
    void onceWithoutAWaitingFlowEnds() {
        Bench b;
        b.queue->ask(about(1, "a.example.com", 7));
        b.queue->withdraw(1);
        QVERIFY(b.answer(b.queue->pending().front(), true));
        b.clock.now += 11 * kSecond;
        QVERIFY(!b.queue->ask(about(4, "a.example.com", 7)));
    }
    void denyCoversRetriesForSeconds() {
        Bench b;
        b.queue->ask(about(1, "a.example.com"));
        QVERIFY(b.answer(b.raised[0], false));
        for (std::uint64_t i = 2; i < 6; ++i) {
            const auto retry = b.queue->ask(about(i, "a.example.com"));
            QVERIFY(retry && !retry->allow);
            QCOMPARE(retry->outcome, Outcome::DeniedByUser);
        }
        b.clock.now += 11 * kSecond;
        QVERIFY(!b.queue->ask(about(9, "a.example.com")));
    }
    void allowThatIsNotOnRecordIsARefusal() {
        Bench b;
        b.queue->ask(about(1, "a.example.com"));
        b.queue->withdraw(1);
        b.failing = true;
        const Status s = b.answer(b.queue->pending().front(), true);
        QVERIFY(!s);
        QVERIFY(QString::fromStdString(s.error().text()).contains("disk full"));
        QCOMPARE(b.closed.back().outcome, std::string("denied_by_policy"));
        b.failing = false;
        QVERIFY(!b.queue->ask(about(2, "a.example.com"))); // no grant was left behind
    }
    void floodIsRefusedAndOldQuestionsStay() {
        Bench b;
        for (std::uint64_t i = 0; i < 1000; ++i) {
            QVERIFY(!b.queue->ask(about(i, "h" + std::to_string(i) + ".example.com")));
        }
        const auto flood = b.queue->ask(about(2000, "h2000.example.com"));
        QVERIFY(flood && !flood->allow);
        QCOMPARE(flood->reason, std::string("question_flood"));
        QCOMPARE(b.queue->pending().size(), std::size_t{1000}); // and nothing that waited had to go
        QVERIFY(!b.queue->ask(about(2001, "h0.example.com"))); // joins, no new question
        b.pass(61 * kSecond);
        QVERIFY(!b.queue->ask(about(2002, "h2000.example.com")));
    }
    void anAnswerForATimeHasBounds_data() {
        QTest::addColumn<int>("scope");
        QTest::addColumn<std::uint32_t>("seconds");
        QTest::addColumn<bool>("taken");
        QTest::newRow("none") << static_cast<int>(Scope::Minutes) << 0U << false;
        QTest::newRow("too short") << static_cast<int>(Scope::Minutes) << 59U << false;
        QTest::newRow("shortest") << static_cast<int>(Scope::Minutes) << 60U << true;
        QTest::newRow("longest") << static_cast<int>(Scope::Minutes) << 86400U << true;
        QTest::newRow("too long") << static_cast<int>(Scope::Minutes) << 86401U << false;
        QTest::newRow("a time where none is meant") << static_cast<int>(Scope::Run) << 60U << false;
    }
    void anAnswerForATimeHasBounds() {
        QFETCH(int, scope);
        QFETCH(std::uint32_t, seconds);
        QFETCH(bool, taken);
        Bench b;
        AskRequest request = about(1, "a.example.com");
        request.scopes = {Scope::Once, Scope::Minutes, Scope::Run};
        b.queue->ask(request);
        const Question q = b.raised[0];
        const Status done = b.queue->answer({q.id, q.digest, true, static_cast<Scope>(scope), {}, seconds, "why\x1b"}, "test");
        QCOMPARE(done.ok(), taken);
        QCOMPARE(b.resolved.size(), std::size_t{taken ? 1U : 0U});
        if (taken) {
            QCOMPARE(b.resolved[0].seconds, seconds);
            QVERIFY(b.resolved[0].note.find('\x1b') == std::string::npos);
        } else {
            QCOMPARE(done.error().code, Code::Invalid);
        }
    }
    void fiveHundredHostsInASecondAreOneBurst() {
        Bench b;
        for (std::uint64_t i = 0; i < 500; ++i) {
            QVERIFY(!b.queue->ask(about(i, "h" + std::to_string(i) + ".example.com")));
            b.clock.now += kSecond / 500;
        }
        QCOMPARE(b.raised.size(), std::size_t{500});
        for (const auto& q : b.raised) {
            QCOMPARE(q.group, b.raised[0].id);
            QVERIFY(!q.quiet);
        }
        b.pass(kSecond);
        b.queue->ask(about(900, "later.example.com"));
        QCOMPARE(b.raised.back().group, b.raised.back().id);
    }
    void aSteadyStreamIsNotOneBurstForEver() {
        Bench b;
        std::set<std::string> groups;
        for (std::uint64_t i = 0; i < 100; ++i) {
            b.queue->ask(about(i, "h" + std::to_string(i) + ".example.com"));
            groups.insert(b.raised.back().group);
            b.clock.now += 300'000'000;
        }
        QVERIFY2(groups.size() > 1 && groups.size() < 5, QByteArray::number(static_cast<int>(groups.size())));
    }
    void beyondItsBudgetARunWaitsQuietlyAndCanStillBeAnswered() {
        Bench b;
        for (std::uint64_t i = 0; i < 12; ++i) {
            b.queue->ask(about(i, "h" + std::to_string(i) + ".example.com"));
            QCOMPARE(b.raised.back().quiet, i >= 8);
            b.clock.now += 2 * kSecond;
        }
        QCOMPARE(b.raised[11].group, b.raised[8].id); // all that is quiet is one burst
        QVERIFY(b.answer(b.raised[11], true));
        QVERIFY(b.resolved[0].allow);
        b.pass(45 * kSecond); // and what nobody answers is refused as ever
        QCOMPARE(b.queue->pending().size(), std::size_t{0});
        b.clock.now += 600 * kSecond;
        b.queue->ask(about(99, "later.example.com"));
        QVERIFY(!b.raised.back().quiet);
    }
    void theNumberOfAQuestionIsReadFromItsId() {
        QCOMPARE(questionNumber("r1.17"), std::uint64_t{17});
        for (const char* none : {"", "r1", "r1.", "r1.x", "r1.1x", ".99999999999999999999999"}) {
            QCOMPARE(questionNumber(none), std::uint64_t{0});
        }
    }
    void aNewRuleClosesWhatItCovers() {
        Bench b;
        b.queue->ask(about(1, "a.example.com"));
        b.queue->ask(about(2, "b.example.org"));
        b.queue->reevaluate([](const Question& q, const auto&) -> std::optional<bool> {
            return q.host.ends_with(".com") ? std::optional(true) : std::nullopt;
        });
        QCOMPARE(b.resolved.size(), std::size_t{1});
        QCOMPARE(b.resolved[0].outcome, Outcome::SupersededByRule);
        QVERIFY(b.resolved[0].allow);
        QCOMPARE(b.queue->pending().size(), std::size_t{1});
    }
    void theEndOfTheRunRefusesAll() {
        Bench b;
        b.queue->ask(about(1, "a.example.com"));
        b.queue->endRun();
        QCOMPARE(b.resolved[0].outcome, Outcome::RunEnded);
        const auto after = b.queue->ask(about(2, "b.example.com"));
        QVERIFY(after && after->outcome == Outcome::RunEnded && !after->allow);
        QVERIFY(!b.answer(b.raised[0], true));
    }
    void askNobodyRefusesAtOnce() {
        ApprovalQueue::Options options;
        options.askNobody = true;
        Bench b(options);
        const auto now = b.queue->ask(about(1, "a.example.com"));
        QVERIFY(now && !now->allow);
        QCOMPARE(now->outcome, Outcome::NoApprover);
    }
    void anExpiredCardComesBackWithItsId() {
        Bench b;
        b.queue->ask(about(1, "a.example.com"));
        b.pass(45 * kSecond);
        QVERIFY(!b.queue->ask(about(2, "a.example.com")));
        QCOMPARE(b.queue->pending().size(), std::size_t{1});
        QCOMPARE(b.queue->pending().front().id, b.raised[0].id);
        QCOMPARE(b.queue->pending().front().attempts, 2U);
    }
};

QTEST_APPLESS_MAIN(TestApprovalQueue)
#include "test_approval_queue.moc"
