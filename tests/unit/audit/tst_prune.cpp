// Old rows go, and what stays is proved as before: against edits, anchors, and a kill in the middle.
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QTest>
#include <random>

#include "core/audit/prune.h"
#include "core/audit/reader.h"
#include "history_fixture.h"

using namespace leadglass;
using namespace leadglass::audit;
using leadglass::test::History;
using leadglass::test::kWait;
using leadglass::test::must;

namespace {

constexpr Nanos kSecond = 1'000'000'000;
constexpr Nanos kFirst = 1'800'000'000 * kSecond; // time of sampleEvent(0)

void fill(const History& history, int count) {
    const auto writer = history.writer();
    for (int at = 0; at < count; at += 5000) {
        std::vector<Event> events;
        for (int i = at; i < std::min(count, at + 5000); ++i) {
            events.push_back(test::sampleEvent(i));
        }
        must(writer->append(events), "append");
    }
}

Anchor anchorOf(const History& history) { return must(history.writer()->anchor(), "anchor"); }

void prune(const History& history, std::int64_t upto) {
    const Status done = pruneRows(history.path(), upto, "tester", kWait);
    QVERIFY2(done.ok(), done ? "" : done.error().text().c_str());
}

std::int64_t sizeOf(const History& history) {
    struct stat s {};
    return ::stat(history.path().c_str(), &s) == 0 ? s.st_size : -1;
}

} // namespace

class TestPrune : public QObject {
    Q_OBJECT

private slots:
    void whatStaysIsIntactAndSaysWhatWent() {
        History history;
        fill(history, 300);
        const auto anchor = anchorOf(history);
        prune(history, 120);
        const auto report = history.verify({anchor});
        QVERIFY(report.intact());
        QVERIFY(report.pruned.has_value());
        QCOMPARE(report.pruned->upto, std::int64_t{120});
        QCOMPARE(QString::fromStdString(report.pruned->who), QString("tester"));
        QVERIFY(report.pruned->when > 0);
        QCOMPARE(report.rows, std::int64_t{181}); // and the one that says so
        QCOMPARE(report.anchorsMatched, std::int64_t{1});
        prune(history, 250);
        const auto again = history.verify({anchor});
        QVERIFY(again.intact());
        QCOMPARE(again.pruned->upto, std::int64_t{250});
        // Appending goes on where it was.
        history.fill(3);
        QVERIFY(history.verify({anchor}).intact());
    }

    void anchorsOfWhatWentAreCountedAndTheOneAtTheEdgeIsCompared() {
        History history;
        fill(history, 100);
        const auto early = anchorOf(history);
        fill(history, 50);
        const auto edge = anchorOf(history);
        fill(history, 50);
        prune(history, 150);
        const auto report = history.verify({early, edge, anchorOf(history)});
        QVERIFY(report.intact());
        QCOMPARE(report.anchorsPruned, std::int64_t{1});
        QCOMPARE(report.anchorsMatched, std::int64_t{2});
        Anchor other = edge;
        other.head = early.head;
        const auto wrong = history.verify({other});
        QVERIFY(!wrong.intact());
    }

    void rowsThatWereTakenOutOtherwiseAreMissed() {
        History history;
        fill(history, 200);
        history.edit("DELETE FROM events WHERE id <= 50");
        QVERIFY(!history.verify().intact());
        for (const char* sql : {"DELETE FROM events WHERE id <= 60", "DELETE FROM events WHERE reason = 'pruned'",
                                "UPDATE events SET detail = replace(detail, '\"upto\":50', '\"upto\":49') WHERE reason = 'pruned'",
                                "UPDATE events SET subject = 'x' WHERE id = 51"}) {
            History copy;
            fill(copy, 200);
            prune(copy, 50);
            copy.edit(sql);
            QVERIFY2(!copy.verify().intact(), sql);
        }
    }

    void aRecordThatNamesAnotherHashIsDamage() {
        // Whoever recomputes the record's own hash only, breaks what follows; at the end, an anchor tells.
        History history;
        fill(history, 200);
        prune(history, 50);
        const auto anchor = anchorOf(history);
        history.edit("DELETE FROM events WHERE id <= 60");
        history.edit("UPDATE events SET detail = replace(detail, '\"upto\":50', '\"upto\":60') WHERE reason = 'pruned'");
        const auto report = history.verify({anchor});
        QVERIFY(!report.intact());
    }

    void theFileShrinksAndTheFreeRoomIsNotCounted() {
        History history;
        fill(history, 30'000);
        history.edit("PRAGMA wal_checkpoint(TRUNCATE)");
        const auto before = sizeOf(history);
        prune(history, 29'000);
        PruneRequest request;
        request.keepBytes = static_cast<std::uint64_t>(before / 2);
        QCOMPARE(must(planPrune(history.path(), request, kWait), "plan").rows, std::int64_t{0});
        const Status done = compact(history.path(), kWait);
        QVERIFY2(done.ok(), done ? "" : done.error().text().c_str());
        QVERIFY2(sizeOf(history) < before / 8, std::to_string(sizeOf(history)).c_str());
        QVERIFY(history.verify().intact());
        history.fill(5);
        QVERIFY(history.verify().intact());
    }

    void planKnowsAgeSizeAndRunsThatLive() {
        History history;
        fill(history, 1000);
        PruneRequest request;
        request.before = kFirst + 400 * kSecond;
        auto plan = must(planPrune(history.path(), request, kWait), "plan");
        QCOMPARE(plan.upto, std::int64_t{400});
        QCOMPARE(plan.firstTime, kFirst);
        QCOMPARE(plan.lastTime, kFirst + 399 * kSecond);
        request.keepRuns = {"run30"}; // rows 301 to 310
        plan = must(planPrune(history.path(), request, kWait), "plan");
        QCOMPARE(plan.upto, std::int64_t{300});
        QCOMPARE(plan.heldBy, std::string("run30"));
        request = {};
        request.keepBytes = plan.bytes / 4;
        plan = must(planPrune(history.path(), request, kWait), "plan");
        QVERIFY(plan.upto > 650 && plan.upto < 850);
        request.keepBytes = 0;
        QCOMPARE(must(planPrune(history.path(), request, kWait), "plan").upto, std::int64_t{999}); // the newest stays
        QVERIFY(!planPrune(history.path() + "-not-there", request, kWait).ok());
    }

    void aRowOfAClockThatWasWrongKeepsWhatFollows() {
        History history;
        fill(history, 100);
        auto odd = test::sampleEvent(1);
        odd.time = kFirst * 2;
        must(history.writer()->append(std::span(&odd, 1)), "append");
        fill(history, 100);
        PruneRequest request;
        request.before = kFirst + 1000 * kSecond;
        QCOMPARE(must(planPrune(history.path(), request, kWait), "plan").upto, std::int64_t{100});
    }

    void aKillAtAnyMomentLeavesAProvableHistory() {
        std::mt19937 random(static_cast<unsigned>(::getpid()));
        int cut = 0;
        unsigned took = 300'000; // microseconds; less where one is at its end before
        for (int round = 0; round < 3 || (cut == 0 && round < 20); ++round) {
            History history;
            fill(history, 45'000);
            const auto anchor = anchorOf(history);
            const pid_t child = ::fork();
            if (child == 0) {
                ::_exit(pruneRows(history.path(), 44'000, "tester", kWait) ? 0 : 1);
            }
            ::usleep(static_cast<useconds_t>(random() % took));
            ::kill(child, SIGKILL);
            int status = 0;
            QCOMPARE(::waitpid(child, &status, 0), child);
            const auto report = history.verify({anchor});
            QVERIFY2(report.intact(), report.findings.empty() ? "" : report.findings[0].what.c_str());
            QCOMPARE(report.anchorsMatched, std::int64_t{1});
            cut += WIFSIGNALED(status) ? 1 : 0;
            took = WIFSIGNALED(status) ? took : std::max(1000U, took / 2); // the kill came too late
            prune(history, 44'000);
            QCOMPARE(history.verify({anchor}).pruned->upto, std::int64_t{44'000});
        }
        QVERIFY(cut > 0);
    }

    void othersGoOnAppendingMeanwhile() {
        History history;
        fill(history, 45'000);
        const pid_t child = ::fork();
        if (child == 0) {
            ::_exit(pruneRows(history.path(), 44'000, "tester", std::chrono::seconds(60)) ? 0 : 1);
        }
        // With sanitizers, and beside other tests, a batch may take seconds.
        const auto writer = must(Writer::open(history.path(), std::chrono::seconds(60)), "open");
        int status = 0;
        int appended = 0;
        while (::waitpid(child, &status, WNOHANG) == 0) {
            const auto events = test::sampleEvents(2);
            must(writer->append(events), "append");
            ++appended;
        }
        QCOMPARE(status, 0);
        QVERIFY(appended > 0);
        QVERIFY(history.verify().intact());
    }
};

QTEST_GUILESS_MAIN(TestPrune)
#include "tst_prune.moc"
