// Decisions, their rows, and what happens when a row cannot be written.
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include "core/audit/reader.h"
#include "core/policy/address.h"
#include "core/policy/parser.h"
#include "core/session/gatekeeper.h"

using namespace leadglass;
using namespace leadglass::session;

namespace {

constexpr Nanos kSecond = 1'000'000'000;

struct Listening {
    UniqueFd fd;
    std::uint16_t port = 0;
    Listening() {
        fd.reset(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        if (::bind(fd.get(), reinterpret_cast<sockaddr*>(&address), size) == 0 &&
            ::listen(fd.get(), 8) == 0 &&
            ::getsockname(fd.get(), reinterpret_cast<sockaddr*>(&address), &size) == 0) {
            port = ntohs(address.sin_port);
        }
    }
};

// A run's deciding half, whole and real; only the egress process is played by the test.
struct Desk {
    QTemporaryDir dir;
    std::unique_ptr<EventLoop> loop = EventLoop::create().value();
    std::unique_ptr<policy::Evaluator> policy;
    NameBook book{systemClock()};
    Dialler dialler{*loop, LEADGLASS_BIN_DIR "/leadglass-resolve"};
    Attribution attribution;
    std::unique_ptr<AuditTrail> trail;
    std::unique_ptr<ApprovalQueue> queue;
    std::unique_ptr<Gatekeeper> gatekeeper;
    std::vector<wire::ToEgress> sent;
    std::vector<int> passed; // duplicated, closed by the test's end
    std::vector<policy::EgressRule> kept;
    std::vector<policy::Verdict> keptAs;

    std::string path() { return dir.path().toStdString() + "/audit.db"; }

    explicit Desk(policy::Verdict otherwise = policy::Verdict::Deny) {
        policy::EffectivePolicy made;
        made.merged.egressDefault = otherwise;
        made.version = "test@1";
        policy = std::make_unique<policy::Evaluator>(std::move(made));
        auto writer = audit::Writer::open(path(), std::chrono::milliseconds(100)).value();
        trail = std::make_unique<AuditTrail>(*loop, std::move(writer), "run1");
        gatekeeper = std::make_unique<Gatekeeper>(
            *loop, Gatekeeper::Parts{*policy, book, dialler, *trail, attribution},
            [this](const wire::ToEgress& message, int fd) {
                sent.push_back(message);
                if (fd >= 0) passed.push_back(::dup(fd));
            },
            [this](const policy::EgressRule& rule, policy::Verdict verdict, Scope) {
                kept.push_back(rule);
                keptAs.push_back(verdict);
                return Status();
            });
        ApprovalQueue::Options options;
        options.run = "run1";
        options.hold = 2 * kSecond;
        queue = std::make_unique<ApprovalQueue>(
            *loop, systemClock(), options,
            [this](const Resolution& r) { return gatekeeper->onResolved(r); });
        gatekeeper->setQueue(*queue);
    }
    ~Desk() {
        for (const int fd : passed) ::close(fd);
    }
    void allow(const std::string& flag) {
        policy->add(policy::parseEgressFlag(flag, "--allow", 1).value(), policy::Verdict::Allow);
    }
    void turnUntil(const std::function<bool()>& done) {
        const Nanos end = systemClock().awake() + 5 * kSecond;
        while (!done() && systemClock().awake() < end) {
            QVERIFY(loop->turn(50'000'000));
        }
    }
    wire::FlowVerdict verdictOf(std::uint64_t flow) {
        const auto find = [&]() -> const wire::FlowVerdict* {
            for (const auto& m : sent) {
                const auto* v = std::get_if<wire::FlowVerdict>(&m);
                if (v != nullptr && v->flow == flow) return v;
            }
            return nullptr;
        };
        turnUntil([&] { return find() != nullptr; });
        return find() != nullptr ? *find() : wire::FlowVerdict{};
    }
    void turnFor(Nanos time) {
        const Nanos end = systemClock().awake() + time;
        while (systemClock().awake() < end) {
            QVERIFY(loop->turn(20'000'000));
        }
    }
    int countRows(audit::Kind kind, const char* reason) {
        int count = 0;
        for (const auto& row : rows()) {
            count += row.event.kind == kind && row.event.reason == reason ? 1 : 0;
        }
        return count;
    }
    std::vector<audit::Row> rows() {
        (void)trail->flush();
        auto reader = audit::Reader::open(path(), std::chrono::milliseconds(1000)).value();
        audit::Query query;
        query.limit = 1'000'000;
        auto found = reader->query(query).value();
        std::reverse(found.begin(), found.end()); // oldest first
        return found;
    }
};

wire::FlowOpen connectTo(std::uint64_t flow, const char* name, std::uint16_t port) {
    wire::FlowOpen open;
    open.flow = flow;
    open.entry = wire::Entry::Connect;
    open.name = name;
    open.port = port;
    return open;
}

wire::FlowOpen loopbackTo(std::uint64_t flow, std::uint16_t port) {
    wire::FlowOpen open;
    open.flow = flow;
    open.entry = wire::Entry::Loopback;
    open.port = port;
    return open;
}

} // namespace

class GatekeeperTest : public QObject {
    Q_OBJECT
private slots:
    void deniesWhatNoRuleNamesAndTellsTheRow() {
        Desk desk;
        desk.gatekeeper->onMessage(connectTo(1, "nowhere.test", 443));
        const auto verdict = desk.verdictOf(1);
        QVERIFY(!verdict.allow);
        QCOMPARE(verdict.refusal, wire::Refusal::PolicyDenied);
        const auto rows = desk.rows();
        QCOMPARE(rows.size(), std::size_t{1});
        QCOMPARE(rows[0].event.subject, std::string("nowhere.test:443"));
        QCOMPARE(rows[0].event.verdict, std::string("deny"));
        QCOMPARE(verdict.decisionId, std::to_string(rows[0].id));
        QCOMPARE(desk.gatekeeper->refused().size(), std::size_t{1});
    }
    void anAllowIsDialledAfterItsRowAndEndsWithOne() {
        Desk desk;
        Listening server;
        desk.allow("loopback:" + std::to_string(server.port));
        wire::FlowOpen open;
        open.flow = 1;
        open.entry = wire::Entry::Loopback;
        open.port = server.port;
        desk.gatekeeper->onMessage(open);
        const auto verdict = desk.verdictOf(1);
        QVERIFY(verdict.allow);
        QCOMPARE(desk.passed.size(), std::size_t{1});
        desk.gatekeeper->onMessage(wire::FlowClosed{1, 10, 20});
        const auto rows = desk.rows();
        QCOMPARE(rows.size(), std::size_t{2});
        QCOMPARE(rows[0].event.verdict, std::string("allow"));
        QCOMPARE(rows[1].event.kind, audit::Kind::EgressEnd);
        QVERIFY(rows[1].event.detail.find("\"bytes_in\":20") != std::string::npos);
    }
    void withoutARowNothingIsAllowed() {
        Desk desk;
        Listening server;
        desk.allow("loopback:" + std::to_string(server.port));
        // Somebody else holds the write lock for good: the row cannot be committed.
        const QString lockScript = QString::fromStdString(desk.path());
        QProcess holder;
        holder.start("python3", {"-c",
                                 "import sqlite3,sys,time\n"
                                 "c=sqlite3.connect(sys.argv[1],isolation_level=None)\n"
                                 "c.execute('BEGIN IMMEDIATE')\n"
                                 "print('held',flush=True)\ntime.sleep(30)",
                                 lockScript});
        QVERIFY(holder.waitForReadyRead(10000));
        wire::FlowOpen open;
        open.flow = 1;
        open.entry = wire::Entry::Loopback;
        open.port = server.port;
        desk.gatekeeper->onMessage(open);
        const auto verdict = desk.verdictOf(1);
        QVERIFY(!verdict.allow);
        QVERIFY(verdict.refusal != wire::Refusal::None);
        QCOMPARE(desk.passed.size(), std::size_t{0});
        holder.kill();
        holder.waitForFinished();
    }
    void metadataIsDeniedWhateverTheRules() {
        Desk desk(policy::Verdict::Ask);
        const char* const spellings[] = {"169.254.169.254", "0xa9fea9fe", "2852039166",
                                         "metadata.google.internal"};
        std::uint64_t flow = 0;
        for (const char* spelling : spellings) {
            desk.gatekeeper->onMessage(connectTo(++flow, spelling, 80));
            const auto verdict = desk.verdictOf(flow);
            QVERIFY2(!verdict.allow, spelling);
            QCOMPARE(verdict.refusal, wire::Refusal::HardDenied);
        }
        QVERIFY(desk.queue->pending().empty()); // and no question is raised for it
    }
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
    void aFlowNumberUsedTwiceIsRefused() {
        Desk desk(policy::Verdict::Ask);
        desk.queue->approverCame();
        desk.gatekeeper->onMessage(connectTo(1, "a.test", 443));
        desk.gatekeeper->onMessage(connectTo(1, "b.test", 443));
        QCOMPARE(desk.verdictOf(1).refusal, wire::Refusal::Overload);
    }
    void aDeniedNameHasNoAddress() {
        Desk desk;
        desk.gatekeeper->onMessage(wire::DnsQuery{7, "leak.test", false});
        QCOMPARE(desk.sent.size(), std::size_t{1});
        QCOMPARE(std::get<wire::DnsVerdict>(desk.sent[0]).kind, wire::DnsVerdict::Kind::NoName);
        desk.allow("ok.test");
        desk.gatekeeper->onMessage(wire::DnsQuery{8, "ok.test", false});
        QCOMPARE(std::get<wire::DnsVerdict>(desk.sent[1]).kind, wire::DnsVerdict::Kind::Address);
        const auto rows = desk.rows();
        QCOMPARE(rows.size(), std::size_t{1});
        QCOMPARE(rows[0].event.kind, audit::Kind::Dns);
    }

    // ---- what a hijacked egress process may say ----
    void aNumberThatWasClosedNeverStandsForAnotherFlow() {
        Desk desk(policy::Verdict::Ask);
        Listening server;
        desk.queue->approverCame();
        desk.allow("loopback:" + std::to_string(server.port));
        desk.gatekeeper->onMessage(loopbackTo(5, server.port)); // allowed: its row is on the way
        desk.gatekeeper->onMessage(wire::FlowClosed{5, 0, 0});
        desk.gatekeeper->onMessage(connectTo(5, "asked.test", 443));
        desk.gatekeeper->onMessage(connectTo(4, "asked.test", 443)); // nor a lower one
        QCOMPARE(desk.verdictOf(5).refusal, wire::Refusal::Overload);
        QCOMPARE(desk.verdictOf(4).refusal, wire::Refusal::Overload);
        desk.turnFor(300'000'000);
        QCOMPARE(desk.passed.size(), std::size_t{0});
        QVERIFY(desk.queue->pending().empty());
    }
    void whatTheOldProcessAskedForIsNotHandedToTheNew() {
        Desk desk;
        Listening server;
        desk.allow("loopback:" + std::to_string(server.port));
        desk.gatekeeper->onMessage(loopbackTo(1, server.port));
        desk.gatekeeper->egressEnded("test");
        desk.gatekeeper->onMessage(connectTo(1, "nowhere.test", 443));
        QCOMPARE(desk.verdictOf(1).refusal, wire::Refusal::PolicyDenied);
        desk.turnFor(300'000'000);
        QCOMPARE(desk.passed.size(), std::size_t{0});
        QCOMPARE(desk.countRows(audit::Kind::Fault, "egress_ended"), 1);
    }
    void aThousandComplaintsAreOneRow() {
        Desk desk;
        Listening server;
        desk.allow("loopback:" + std::to_string(server.port));
        desk.gatekeeper->onMessage(loopbackTo(1, server.port));
        QVERIFY(desk.verdictOf(1).allow);
        for (int i = 0; i < 1000; ++i) {
            desk.gatekeeper->onMessage(
                wire::FlowRefused{1, wire::Refusal::Inconsistent, "evil\x1b[2J" + std::to_string(i)});
        }
        QCOMPARE(desk.countRows(audit::Kind::Egress, "name_inconsistent"), 1);
        for (const auto& row : desk.rows()) {
            QVERIFY(row.event.detail.find('\x1b') == std::string::npos);
        }
    }
    void aFloodIsRefusedCountedAndSummedUp() {
        Desk desk;
        constexpr std::uint64_t kFlood = 20'000;
        const Nanos began = systemClock().awake();
        for (std::uint64_t i = 1; i <= kFlood; ++i) {
            desk.gatekeeper->onMessage(connectTo(i, "flood.test", 443));
            desk.gatekeeper->onMessage(
                wire::DnsQuery{i, "n" + std::to_string(i) + ".leak.test", (i & 1) != 0});
        }
        desk.gatekeeper->runEnded();
        const auto rows = desk.rows();
        // Connections and names have a budget each, which grows with the time that this took; a row may be followed by
        // one that sums up what had none.
        const auto seconds = static_cast<double>(systemClock().awake() - began) / kSecond;
        const double most = 2 * 2 * (RowBudget::kBurst + RowBudget::kPerSecond * seconds) + 100;
        QVERIFY2(static_cast<double>(rows.size()) < most, std::to_string(rows.size()).c_str());
        QCOMPARE(desk.gatekeeper->refused().at("flood.test:443").count, kFlood);
        QVERIFY(desk.gatekeeper->refused().size() <= Gatekeeper::kMaxRefusedObjects);
        QVERIFY(desk.countRows(audit::Kind::Fault, "refusals_summed_up") >= 2); // of both kinds
        QCOMPARE(desk.sent.size(), std::size_t{2 * kFlood}); // each has its answer
    }
    void aFloodOfNamesDoesNotHideAConnection() {
        Desk desk;
        for (std::uint64_t i = 1; i <= 2000; ++i) {
            desk.gatekeeper->onMessage(
                wire::DnsQuery{i, "n" + std::to_string(i) + ".leak.test", false});
        }
        desk.gatekeeper->onMessage(connectTo(1, "exfil.test", 443));
        QVERIFY(!desk.verdictOf(1).decisionId.empty());
    }
    void whatNobodyWasAskedIsNoQuestion() {
        Desk desk(policy::Verdict::Ask);
        for (std::uint64_t i = 1; i <= 200; ++i) { // the queue takes so many a minute
            desk.gatekeeper->onMessage(
                connectTo(i, ("n" + std::to_string(i) + ".test").c_str(), 443));
        }
        QVERIFY(desk.countRows(audit::Kind::Question, "default") < 100);
        QVERIFY(desk.countRows(audit::Kind::Egress, "question_flood") > 100);
    }
    void flowsThatRunAtTheEndHaveARowOfIt() {
        Desk desk;
        Listening server;
        desk.allow("loopback:" + std::to_string(server.port));
        desk.gatekeeper->onMessage(loopbackTo(1, server.port));
        QVERIFY(desk.verdictOf(1).allow);
        desk.gatekeeper->runEnded();
        QCOMPARE(desk.countRows(audit::Kind::EgressEnd, "run_ended"), 1);
    }
};

QTEST_APPLESS_MAIN(GatekeeperTest)
#include "tst_gatekeeper.moc"
