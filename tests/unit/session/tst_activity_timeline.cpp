// The history by time: what is counted in pieces, and kept, is what is there (core/session/activity_timeline.h).
#include <QTemporaryDir>
#include <QtTest>

#include "core/audit/writer.h"
#include "core/session/local_activity_service.h"

using namespace leadglass;
using namespace leadglass::session;

namespace {

constexpr std::int64_t kBegan = 1'780'000'000'000'000'000;
constexpr std::int64_t kSecond = 1'000'000'000;
constexpr int kLong = 60'000; // milliseconds

struct History {
    QTemporaryDir top;
    std::unique_ptr<audit::Writer> writer;
    std::unique_ptr<api::ActivityService> service;
    std::int64_t rows = 0;

    History() {
        Places places;
        places.data = top.path().toStdString();
        writer = std::move(audit::Writer::open(places.data + "/audit.db", std::chrono::seconds(10))).value();
        service = makeLocalActivityService(places);
    }
    // Row n comes at second n; each tenth is refused, each hundredth has no verdict, each thousand is a run.
    void add(int count, std::int64_t gap = 0) {
        std::vector<audit::Event> events;
        for (; count > 0; --count) {
            ++rows;
            audit::Event e;
            e.kind = rows % 100 == 1 ? audit::Kind::Plan : audit::Kind::Egress;
            e.run = "run" + std::to_string(rows / 1000);
            e.time = kBegan + (rows + gap) * kSecond;
            e.verdict = rows % 100 == 1 ? "" : rows % 10 == 0 ? "deny" : "allow";
            e.subject = "host" + std::to_string(rows % 7) + ".example:443";
            events.push_back(e);
            if (events.size() == audit::kMaxBatch || count == 1) {
                QVERIFY(writer->append(events).ok());
                events.clear();
            }
        }
    }
    api::ActivityTimeline all(const api::ActivitySought& sought) const {
        auto counted = service->timeline(sought, kLong);
        return counted ? *counted : api::ActivityTimeline{};
    }
};

api::ActivityCounts sum(const api::ActivityTimeline& timeline) {
    api::ActivityCounts out;
    for (const auto& each : timeline.buckets) {
        out.allow += each.allow, out.deny += each.deny, out.ask += each.ask, out.other += each.other;
    }
    return out;
}

} // namespace

class TestActivityTimeline : public QObject {
    Q_OBJECT
private slots:
    void everyRowIsInItsBucketOnce() {
        History history;
        history.add(5000);
        const auto counted = history.all({});
        QVERIFY(counted.whole);
        QVERIFY(counted.buckets.size() > 20 && counted.buckets.size() <= api::kMostBuckets);
        QCOMPARE(sum(counted).all(), std::int64_t(5000));
        QCOMPARE(sum(counted).deny, std::int64_t(500));
        QCOMPARE(sum(counted).other, std::int64_t(50));
        const std::int64_t perBucket = counted.width / kSecond;
        for (std::size_t i = 1; i + 1 < counted.buckets.size(); ++i) {
            QCOMPARE(counted.buckets[i].all(), perBucket); // one a second
        }
    }

    void nothingIsCountedTwiceAsRowsComeIn() {
        History history;
        history.add(3000);
        static_cast<void>(history.all({}));
        for (int i = 0; i < 20; ++i) {
            history.add(137);
            QCOMPARE(sum(history.all({})).all(), history.rows);
            QCOMPARE(sum(history.all({})).deny, history.rows / 10);
        }
        history.add(10, 10'000'000); // after a long pause: another scale
        const auto counted = history.all({});
        QVERIFY(counted.buckets.size() <= api::kMostBuckets);
        QCOMPARE(sum(counted).all(), history.rows);
    }

    void goesOnWhereItsTimeWasUp() {
        History history;
        history.add(100'000);
        int calls = 0;
        api::ActivityTimeline counted;
        do {
            auto part = history.service->timeline({}, 0);
            QVERIFY(part.ok());
            counted = *part;
            QVERIFY(!counted.waits);
            QVERIFY(++calls < 1000);
            if (!counted.whole) {
                QVERIFY(counted.buckets.back().all() > 0); // the newest first
            }
        } while (!counted.whole);
        QVERIFY(calls > 5);
        QCOMPARE(counted.countedFrom, std::size_t(0));
        QCOMPARE(sum(counted).all(), std::int64_t(100'000));
    }

    void countsWhatIsSought() {
        History history;
        history.add(5000);
        api::ActivitySought refused;
        refused.verdict = "deny";
        QCOMPARE(sum(history.all(refused)).all(), std::int64_t(500));
        QCOMPARE(sum(history.all(refused)).deny, std::int64_t(500));
        api::ActivitySought run;
        run.run = "run2";
        QCOMPARE(sum(history.all(run)).all(), std::int64_t(1000));
        QVERIFY(history.all(run).buckets.size() * static_cast<std::size_t>(history.all(run).width) < std::size_t(1300) * kSecond); // its own time, not that of all
        api::ActivitySought times;
        times.after = kBegan + 1000 * kSecond;
        times.before = kBegan + 2000 * kSecond;
        QCOMPARE(sum(history.all(times)).all(), std::int64_t(1000));
    }

    void waitsForTheIndexAndSaysSo() {
        History history;
        history.add(5000);
        api::ActivitySought word;
        word.host = "host3.example";
        QVERIFY(history.service->takeUp(1000).ok());
        auto counted = history.all(word);
        QVERIFY(counted.waits && !counted.whole);
        QVERIFY(counted.countedFrom > 0);
        QVERIFY(sum(counted).all() > 100 && sum(counted).all() < 200);
        while (!history.service->takeUp(10'000)->whole) {
        }
        counted = history.all(word);
        QVERIFY(counted.whole);
        std::int64_t expected = 0;
        for (std::int64_t n = 1; n <= 5000; ++n) {
            expected += n % 7 == 3 && n % 100 != 1 ? 1 : 0; // a plan is about no host
        }
        QCOMPARE(sum(counted).all(), expected);
    }

    void noHistoryHasNoTime() {
        QTemporaryDir top;
        Places places;
        places.data = top.path().toStdString();
        const auto counted = makeLocalActivityService(places)->timeline({}, kLong);
        QVERIFY(counted.ok() && counted->whole);
        QCOMPARE(counted->width, std::int64_t(0));
    }
};

QTEST_GUILESS_MAIN(TestActivityTimeline)
#include "tst_activity_timeline.moc"
