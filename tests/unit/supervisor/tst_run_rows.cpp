// What the rows of one run say together (core/session/run_rows.h).
#include <QtTest>

#include "core/session/run_rows.h"

using namespace leadglass;
using namespace leadglass::session;

namespace {

std::int64_t nextId = 0;

audit::Row row(audit::Kind kind, const std::string& subject, const std::string& verdict, const std::string& reason = "", const std::string& detail = "") {
    audit::Row out;
    out.id = ++nextId;
    out.event.kind = kind;
    out.event.subject = subject;
    out.event.verdict = verdict;
    out.event.reason = reason;
    out.event.detail = detail;
    out.event.time = out.id * 1'000'000'000;
    return out;
}

audit::Row end(const std::string& subject, std::int64_t decision, const std::string& reason = "") {
    return row(audit::Kind::EgressEnd, subject, "", reason, R"({"decision":)" + std::to_string(decision) + R"(,"bytes_out":10,"bytes_in":2000})");
}

} // namespace

class TestRunRows : public QObject {
    Q_OBJECT
private slots:
    void init() { nextId = 0; }

    void countsHostsByWhatBecameOfThem() {
        RunRows rows;
        const auto allowed = row(audit::Kind::Egress, "a.example:443", "allow");
        rows.take(allowed);
        rows.take(row(audit::Kind::Egress, "a.example:443", "allow"));
        rows.take(end("a.example:443", allowed.id));
        rows.take(row(audit::Kind::Egress, "b.example:443", "deny"));
        rows.take(row(audit::Kind::Dns, "c.example", "deny"));
        rows.take(row(audit::Kind::Question, "d.example:443", "ask"));
        QCOMPARE(rows.allowed(), 2U);
        QCOMPARE(rows.refused(), 2U);
        QCOMPARE(rows.asked(), 1U);
        const auto hosts = rows.hosts();
        QCOMPARE(hosts.size(), std::size_t(4));
        QCOMPARE(QString::fromStdString(hosts[0].object), QString("d.example:443")); // the last used first
        const auto& a = hosts[3];
        QCOMPARE(a.open, 1U);
        QCOMPARE(a.bytesIn, 2000U);
        QCOMPARE(a.bytesOut, 10U);
    }

    void anEndWithoutADecisionClosesNothing() {
        RunRows rows;
        rows.take(row(audit::Kind::Egress, "a.example:443", "allow"));
        rows.take(end("a.example:443", 0));
        QCOMPARE(rows.hosts().at(0).open, 1U);
        rows.take(end("a.example:443", 1));
        rows.take(end("a.example:443", 1)); // an edited history: never below none
        QCOMPARE(rows.hosts().at(0).open, 0U);
    }

    void tellsWhatWasAllowedAndNotReached() {
        RunRows rows;
        const auto allowed = row(audit::Kind::Egress, "a.example:443", "allow");
        rows.take(allowed);
        rows.take(end("a.example:443", allowed.id, "not_connected"));
        QCOMPARE(rows.hosts().at(0).unreached, 1U);
        QCOMPARE(rows.hosts().at(0).open, 0U);
    }

    void countsRefusalsThatWereOnlySummedUp() {
        RunRows rows;
        rows.take(row(audit::Kind::Fault, "37 more refusals of connections than rows", "", "refusals_summed_up"));
        QCOMPARE(rows.refused(), 37U);
    }

    void keepsNoMoreThanItMay() {
        RunRows rows;
        for (std::size_t i = 0; i < 3 * api::kMostHosts; ++i) {
            rows.take(row(audit::Kind::Egress, "h" + std::to_string(i) + ":443", "deny"));
        }
        QCOMPARE(rows.hosts().size(), api::kMostHosts);
        QCOMPARE(rows.moreHosts(), 2 * api::kMostHosts);
        QCOMPARE(rows.decisions().size(), api::kMostDecisions);
        QCOMPARE(rows.decisions().front().id, static_cast<std::int64_t>(3 * api::kMostHosts)); // newest first
        QCOMPARE(rows.refused(), 3 * api::kMostHosts);
    }

    void aDetailOfManyBracketsIsNone() {
        RunRows rows;
        rows.take(row(audit::Kind::Egress, "a.example:443", "allow"));
        rows.take(row(audit::Kind::EgressEnd, "a.example:443", "", "", std::string(200'000, '[')));
        QCOMPARE(rows.hosts().at(0).open, 1U);
    }
};

QTEST_GUILESS_MAIN(TestRunRows)
#include "tst_run_rows.moc"
