// Decisions, their rows, and what happens when a row cannot be written.
#include <QProcess>
#include <QtTest>

#include "core/policy/address.h"
#include "tests/unit/supervisor/gatekeeper_desk.h"

using namespace leadglass;
using namespace leadglass::session;

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
    void aFlowNumberUsedTwiceIsRefused() {
        Desk desk(policy::Verdict::Ask);
        desk.queue->approverCame();
        desk.gatekeeper->onMessage(connectTo(1, "a.test", 443));
        desk.gatekeeper->onMessage(connectTo(1, "b.test", 443));
        QCOMPARE(desk.verdictOf(1).refusal, wire::Refusal::Overload);
    }
    void aDeniedNameHasNoAddress() {
        Desk desk;
        desk.gatekeeper->onMessage(wire::DnsQuery{7, "leak.test", false, {}});
        QCOMPARE(desk.sent.size(), std::size_t{1});
        QCOMPARE(std::get<wire::DnsVerdict>(desk.sent[0]).kind, wire::DnsVerdict::Kind::NoName);
        desk.allow("ok.test");
        desk.gatekeeper->onMessage(wire::DnsQuery{8, "ok.test", false, {}});
        QCOMPARE(std::get<wire::DnsVerdict>(desk.sent[1]).kind, wire::DnsVerdict::Kind::Address);
        const auto rows = desk.rows();
        QCOMPARE(rows.size(), std::size_t{1});
        QCOMPARE(rows[0].event.kind, audit::Kind::Dns);
    }

    void aCanaryInANameIsStoppedToldAndNeverWritten() {
        Desk desk(policy::Verdict::Ask);
        desk.queue->approverCame();
        desk.allow("*.collect.test");
        const auto canaries = *Canaries::make();
        desk.gatekeeper->setCanaries(canaries);
        std::string token = canaries.all[0].value;
        desk.gatekeeper->onMessage(wire::DnsQuery{7, token + ".collect.test", false, {}});
        QCOMPARE(std::get<wire::DnsVerdict>(desk.sent[0]).kind, wire::DnsVerdict::Kind::NoName);
        desk.gatekeeper->onMessage(connectTo(1, (token + ".collect.test").c_str(), 443));
        QCOMPARE(desk.verdictOf(1).refusal, wire::Refusal::MustNotLeave);
        QVERIFY(desk.queue->pending().empty());
        desk.gatekeeper->onMessage(wire::DnsQuery{8, "www.collect.test", false, {}});
        QCOMPARE(std::get<wire::DnsVerdict>(desk.sent.back()).kind, wire::DnsVerdict::Kind::Address);
        const auto rows = desk.rows();
        QCOMPARE(rows.size(), std::size_t{3}); // two sightings, and the refused connection
        QCOMPARE(rows[0].event.kind, audit::Kind::Sighting);
        QCOMPARE(rows[0].event.reason, std::string("canary:0"));
        QVERIFY(rows[0].event.detail.find("~/.aws/credentials") != std::string::npos);
        for (const auto& row : rows) {
            for (const std::string* text : {&row.event.subject, &row.event.detail, &row.event.reason}) {
                QVERIFY2(QString::fromStdString(*text).indexOf(QString::fromStdString(token), 0, Qt::CaseInsensitive) < 0, text->c_str());
            }
        }
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
                wire::DnsQuery{i, "n" + std::to_string(i) + ".leak.test", (i & 1) != 0, {}});
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
                wire::DnsQuery{i, "n" + std::to_string(i) + ".leak.test", false, {}});
        }
        desk.gatekeeper->onMessage(connectTo(1, "exfil.test", 443));
        QVERIFY(!desk.verdictOf(1).decisionId.empty());
    }
    void whatNobodyWasAskedIsNoQuestion() {
        Desk desk(policy::Verdict::Ask);
        for (std::uint64_t i = 1; i <= 1200; ++i) { // the queue takes a thousand
            desk.gatekeeper->onMessage(
                connectTo(i, ("n" + std::to_string(i) + ".test").c_str(), 443));
        }
        QVERIFY(desk.countRows(audit::Kind::Question, "default") <= 1000);
        QVERIFY(desk.countRows(audit::Kind::Egress, "question_flood") >= 200); // and each that is beyond has its row
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
