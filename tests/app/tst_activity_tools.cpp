// The Activity page's time line and saved searches; and what `agent:` finds.
#include <QFile>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include "app/activity/activity_page.h"
#include "app/activity/saved_menu.h"
#include "app/activity/search_words.h"
#include "app/activity/timeline_bar.h"
#include "tests/app/made_history.h"

using namespace leadglass;
using namespace leadglass::app;
using leadglass::app::real::MadeHistory;

namespace {

constexpr int kLong = 60'000;
constexpr std::int64_t kSecond = 1'000'000'000;

struct Shown {
    ActivityPage page;
    explicit Shown(const Services& services) : page(services) {
        page.resize(1200, 800);
        page.show();
    }
    TimelineBar& bar() { return page.timeline(); }
    std::int64_t counted() {
        std::int64_t out = 0;
        for (const auto& each : bar().timeline().buckets) {
            out += each.all();
        }
        return out;
    }
    bool counts(std::int64_t rows) {
        return QTest::qWaitFor([&] { return bar().timeline().whole && counted() == rows; }, kLong);
    }
    bool finds(int rows) {
        return QTest::qWaitFor([&] { return page.model().isReady() && !page.model().isSearching() && page.model().rowCount() == rows; }, kLong);
    }
    void drag(int from, int to) {
        QTest::mousePress(&bar(), Qt::LeftButton, {}, bar().barAt(from).center());
        QTest::mouseMove(&bar(), bar().barAt(to).center());
        QTest::mouseRelease(&bar(), Qt::LeftButton, {}, bar().barAt(to).center());
    }
};

QByteArray contents(const QString& name) {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void put(const QString& name, const QByteArray& text) {
    QFile file(name);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
}

} // namespace

class TestActivityTools : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void theTimeLineCountsAllOfIt() {
        MadeHistory history;
        QVERIFY(history.add(4000));
        Shown shown(history.services());
        QVERIFY(shown.counts(4000));
        std::int64_t refused = 0;
        for (const auto& each : shown.bar().timeline().buckets) {
            refused += each.deny;
        }
        QCOMPARE(refused, std::int64_t(400));
        QVERIFY2(shown.bar().accessibleDescription().contains(QLatin1String("400 blocked")), qUtf8Printable(shown.bar().accessibleDescription()));
    }

    void draggingOverItChoosesTheTime() {
        MadeHistory history;
        QVERIFY(history.add(4000));
        Shown shown(history.services());
        QVERIFY(shown.counts(4000));
        const auto& before = shown.bar().timeline();
        const std::int64_t expected = before.buckets[3].all() + before.buckets[4].all() + before.buckets[5].all();
        shown.drag(3, 5);
        QVERIFY2(shown.page.line().text().startsWith(QLatin1String("after:")), qUtf8Printable(shown.page.line().text()));
        QVERIFY(shown.finds(static_cast<int>(expected) > 256 ? 256 : static_cast<int>(expected)));
        QVERIFY(shown.counts(expected)); // and it shows that time now
        QTest::keyClick(&shown.bar(), Qt::Key_Escape);
        QCOMPARE(shown.page.line().text(), QString());
        QVERIFY(shown.counts(4000));
    }

    void fromTheRightItIsTheSame() {
        MadeHistory history;
        QVERIFY(history.add(4000));
        Shown shown(history.services());
        QVERIFY(shown.counts(4000));
        const std::int64_t expected = shown.bar().timeline().buckets[3].all() + shown.bar().timeline().buckets[4].all();
        shown.bar().setLayoutDirection(Qt::RightToLeft);
        QVERIFY(shown.bar().barAt(0).left() > shown.bar().barAt(3).left());
        shown.drag(4, 3);
        QVERIFY(shown.counts(expected));
    }

    void theKeyboardChoosesToo() {
        MadeHistory history;
        QVERIFY(history.add(4000));
        Shown shown(history.services());
        QVERIFY(shown.counts(4000));
        const auto& buckets = shown.bar().timeline().buckets;
        const std::int64_t expected = buckets[buckets.size() - 1].all() + buckets[buckets.size() - 2].all();
        QTest::keyClick(&shown.bar(), Qt::Key_Left); // the last one
        QTest::keyClick(&shown.bar(), Qt::Key_Left, Qt::ShiftModifier);
        QTest::keyClick(&shown.bar(), Qt::Key_Return);
        QVERIFY(shown.counts(expected));
    }

    void eventsThatComeAreCounted() {
        MadeHistory history;
        QVERIFY(history.add(500));
        Shown shown(history.services());
        QVERIFY(shown.counts(500));
        QVERIFY(history.add(250));
        QVERIFY(shown.counts(750));
    }

    void nothingIsCountedWhileNobodySees() {
        MadeHistory history;
        QVERIFY(history.add(500));
        Shown shown(history.services());
        QVERIFY(shown.counts(500));
        shown.page.hide();
        QVERIFY(history.add(100));
        QTest::qWait(2500);
        QCOMPARE(shown.counted(), std::int64_t(500));
        QVERIFY(!shown.page.isCounting());
        shown.page.show();
        QVERIFY(shown.counts(600));
    }

    void aRowFarDownIsFoundAndSelected() {
        MadeHistory history;
        QVERIFY(history.add(4000));
        Shown shown(history.services());
        shown.page.showRow(QStringLiteral("run:01k0madeup1"), 1200); // of rows 1000 to 1999, newest first
        auto& table = shown.page.table();
        const auto selected = [&] { return table.currentIndex().isValid() ? shown.page.model().idAt(table.currentIndex().row()) : 0; };
        QVERIFY2(QTest::qWaitFor([&] { return selected() == 1200; }, kLong), qPrintable(QString::number(selected())));
        shown.page.showRow(QStringLiteral("run:01k0madeup1"), 3500); // of another run: nothing is selected in its place
        QVERIFY(QTest::qWaitFor([&] { return !shown.page.model().isSearching() && shown.page.model().rowCount() > 0; }, kLong));
        QVERIFY(!table.currentIndex().isValid());
    }

    void timesTakeThePlaceOfThose_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("rest");
        QTest::newRow("nothing") << "" << "";
        QTest::newRow("words") << "curl host:a.example" << "curl host:a.example";
        QTest::newRow("times") << "after:today curl BEFORE:1h" << "curl";
        QTest::newRow("quotes") << "\"after:today\" before:\"1h\" \"a b\"" << "\"a b\"";
        QTest::newRow("open quote") << "x \"after:today" << "x";
    }
    void timesTakeThePlaceOfThose() {
        QFETCH(QString, line);
        QFETCH(QString, rest);
        QCOMPARE(withTimes(line, 0, 0), rest);
        const QString with = withTimes(rest, 1'780'000'000 * kSecond, 1'780'000'100 * kSecond);
        const auto words = searchWords(with, QDateTime::currentDateTime());
        QVERIFY2(words.error.isEmpty(), qUtf8Printable(words.error));
        QCOMPARE(words.sought.after, std::int64_t(1'780'000'000) * kSecond);
        QCOMPARE(words.sought.before, std::int64_t(1'780'000'100) * kSecond);
    }

    void agentFindsTheRunsOfThatProfileOnly() {
        MadeHistory history;
        std::vector<audit::Event> events;
        for (const char* profile : {"claude", "codex"}) {
            auto start = MadeHistory::event(2);
            start.kind = audit::Kind::RunStart;
            start.run = std::string("run-of-") + profile;
            start.verdict = start.subject = "";
            start.detail = std::string("{\"profile\":\"") + profile + "\",\"project\":\"/p\"}";
            events.push_back(start);
            for (int i = 0; i < 5; ++i) {
                auto row = MadeHistory::event(3 + i);
                row.run = start.run;
                events.push_back(row);
            }
        }
        QVERIFY(history.add(events));
        Shown shown(history.services());
        shown.page.search(QStringLiteral("agent:claude"));
        QVERIFY(shown.finds(6));
        QVERIFY(shown.counts(6)); // the time line, too
        shown.page.search(QStringLiteral("agent:claude verdict:allow"));
        QVERIFY(shown.finds(5));
        shown.page.search(QStringLiteral("agent:clau"));
        QVERIFY(shown.finds(0));
    }

    void aSearchIsSavedTakenAndRemoved() {
        MadeHistory history;
        QVERIFY(history.add(100));
        auto services = history.services();
        services.searches = (history.folder() + "/config/searches.json").toStdString();
        Shown shown(services);
        auto* saved = shown.page.saved();
        QVERIFY(saved != nullptr);
        QSignalSpy changed(saved, &SavedMenu::changed);
        shown.page.search(QStringLiteral("verdict:deny"));
        saved->save(QStringLiteral("Refused & gone"));
        QVERIFY(QTest::qWaitFor([&] { return saved->all().size() == 1; }, kLong));
        QCOMPARE(saved->error(), QString());
        QCOMPARE(QFile::permissions(QString::fromStdString(services.searches)) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
        const auto read = SavedSearches::read(QString::fromStdString(services.searches));
        QCOMPARE(read.all.at(0).name, QString("Refused & gone"));
        QCOMPARE(read.all.at(0).line, QString("verdict:deny"));
        shown.page.search({});
        emit saved->wanted(read.all.at(0).line);
        QVERIFY(shown.finds(10));
        saved->remove(QStringLiteral("Refused & gone"));
        QVERIFY(QTest::qWaitFor([&] { return saved->all().isEmpty(); }, kLong));
        QVERIFY(SavedSearches::read(QString::fromStdString(services.searches)).all.isEmpty());
    }

    void aWrongFileIsToldAndStaysAsItIs_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("no JSON") << QByteArray("{\"schema\": 1,\n  nonsense") << "line 2";
        QTest::newRow("another version") << QByteArray(R"({"schema":2,"searches":[]})") << "schema";
        QTest::newRow("no list") << QByteArray(R"({"schema":1,"searches":{}})") << "searches";
        QTest::newRow("no name") << QByteArray(R"({"schema":1,"searches":[{"name":"a","search":"x"},{"search":"x"}]})") << "entry 2";
        QTest::newRow("no search") << QByteArray(R"({"schema":1,"searches":[{"name":"a","search":7}]})") << "entry 1";
        QTest::newRow("twice") << QByteArray(R"({"schema":1,"searches":[{"name":"a","search":"x"},{"name":"a","search":"y"}]})") << "two of the name";
        QTest::newRow("large") << QByteArray(2 << 20, ' ') << "1 MiB";
        QTest::newRow("empty") << QByteArray() << "line 1";
    }
    void aWrongFileIsToldAndStaysAsItIs() {
        QFETCH(QByteArray, text);
        QFETCH(QString, says);
        QTemporaryDir folder;
        const QString file = folder.path() + "/searches.json";
        put(file, text);
        const auto now = SavedSearches::add(file, {"new", "verdict:deny"});
        QVERIFY2(now.error.contains(says), qUtf8Printable(now.error));
        QVERIFY2(now.error.contains(QLatin1String("searches.json")), qUtf8Printable(now.error));
        QCOMPARE(contents(file), text);
    }

    void whatIsFullTakesNoMore() {
        QTemporaryDir folder;
        const QString file = folder.path() + "/searches.json";
        for (int i = 0; i < SavedSearches::kMost; ++i) {
            QCOMPARE(SavedSearches::add(file, {QString::number(i), "x"}).error, QString());
        }
        QVERIFY(!SavedSearches::add(file, {"more", "x"}).error.isEmpty());
        QCOMPARE(SavedSearches::add(file, {"7", "y"}).error, QString()); // one in place of another fits
        QCOMPARE(SavedSearches::read(file).all.size(), SavedSearches::kMost);
        QCOMPARE(SavedSearches::read(file).all.at(7).line, QString("y"));
    }
};

QTEST_MAIN(TestActivityTools)
#include "tst_activity_tools.moc"
