// What nobody answered, and what a rule would have spared: from real runs, on the first page, kept in two steps.
#include <QAbstractButton>
#include <QApplication>
#include <QFile>
#include <QSignalSpy>
#include <QTest>
#include <QTreeWidget>

#include "app/approval/answer_button.h"
#include "app/approval/keep_rule.h"
#include "app/home/missed_panel.h"
#include "app/widgets/plain_label.h"
#include "tests/app/real_run.h"

using namespace leadglass;
using namespace leadglass::app;
using leadglass::app::real::asks;

namespace {

constexpr int kLong = 60'000;

QAbstractButton* buttonOf(QWidget& place, const char* word) {
    for (auto* each : place.findChildren<QAbstractButton*>()) {
        if (each->text().startsWith(QLatin1String(word))) {
            return each;
        }
    }
    return nullptr;
}

} // namespace

class TestMissed : public QObject {
    Q_OBJECT
    real::Home m_home;

    void runWithNobody(const QString& host) const {
        m_home.leadglass({"run", "--ask", "deny", "--project", m_home.project(), "--", "sh", "-c", asks(host)});
    }
    bool isAllowed(const QString& host) const {
        return m_home.leadglass({"policy", "explain", host + ":443", "--project", m_home.project()}).contains(": allow");
    }
    Result<api::Missed> missed(std::int64_t after = 0) const { return m_home.services().approvals()->missed(after); }

private slots:
    void withoutAHistoryNothingIsMissed() {
        QTemporaryDir dir;
        Places nowhere = m_home.places();
        nowhere.data = dir.path().toStdString();
        const auto service = session::makeLocalApprovalService(nowhere);
        const auto missed = service->missed(0);
        QVERIFY(missed && missed->requests.empty() && missed->newest == 0);
        const auto after = service->hindsight("none");
        QVERIFY(after && after->questions == 0 && after->suggestions.empty());
    }

    void whatNobodyAnsweredIsListedOnceForEachHostAndRun() {
        runWithNobody("missed.example");
        const auto first = missed();
        QVERIFY(first);
        QCOMPARE(first->requests.size(), std::size_t(1));
        const auto& request = first->requests[0];
        QCOMPARE(request.rule.host, std::string("missed.example"));
        QCOMPARE(request.rule.port, std::uint16_t(443));
        QCOMPARE(request.rule.protocol, std::string("tls"));
        QCOMPARE(request.rule.project, m_home.project().toStdString());
        QVERIFY(!request.hadApprover);
        QCOMPARE(request.rule.text, std::string("host = \"missed.example\", port = 443, protocol = \"tls\""));
        QVERIFY(missed(first->newest)->requests.empty()); // looked at
        runWithNobody("203.0.113.9");
        const auto literal = missed(first->newest);
        QVERIFY(literal && (literal->requests.empty() || literal->requests[0].rule.text.empty())); // no address is kept for good
    }

    void theRuleThatIsShownIsKeptByTheSecondPressAndByNoOther() {
        QuestionFeed questions(m_home.services().approvals);
        RunFeed runs(m_home.services());
        MissedPanel panel(runs, questions, m_home.services());
        runs.start();
        panel.resize(900, 500);
        panel.show();
        panel.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&panel, kLong));
        QTRY_VERIFY_WITH_TIMEOUT(panel.list().topLevelItemCount() > 0, kLong);
        QTreeWidgetItem* host = nullptr;
        for (int i = 0; i < panel.list().topLevelItemCount(); ++i) {
            if (panel.list().topLevelItem(i)->child(0)->text(0).contains("missed.example")) {
                host = panel.list().topLevelItem(i)->child(0);
            }
        }
        QVERIFY(host != nullptr);
        panel.list().setCurrentItem(host);
        auto* keep = panel.findChildren<KeepRule*>().front();
        QSignalSpy kept(keep, &KeepRule::kept);
        QTest::mouseClick(buttonOf(*keep, "Allow"), Qt::LeftButton); // it waits, like every Allow
        QVERIFY(buttonOf(*keep, "Press") == nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(buttonOf(*keep, "Allow")->isEnabled(), kLong);
        QTest::mouseClick(buttonOf(*keep, "Allow"), Qt::LeftButton);
        QVERIFY(buttonOf(*keep, "Press") != nullptr);
        const QString shownRule = keep->findChild<PlainLabel*>()->toPlainText();
        QVERIFY(!isAllowed("missed.example"));
        QTest::mouseClick(buttonOf(*keep, "Press"), Qt::LeftButton); // at once: the second half of a double click
        QTest::keyClick(buttonOf(*keep, "Press"), Qt::Key_Return);
        QTest::qWait(300);
        QCOMPARE(kept.count(), 0);
        QTRY_VERIFY_WITH_TIMEOUT(buttonOf(*keep, "Press")->isEnabled(), kLong);
        QTest::mouseClick(buttonOf(*keep, "Press"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(kept.count(), 1, kLong);
        QVERIFY(isAllowed("missed.example"));
        QVERIFY(!isAllowed("other.example"));
        // What is kept is what was shown, and for nobody else.
        QFile grants(QString::fromStdString(m_home.places().config) + "/grants.toml");
        QVERIFY(grants.open(QIODevice::ReadOnly));
        const QByteArray kept_ = grants.readAll();
        QVERIFY2(shownRule.contains(R"(host = "missed.example", port = 443, protocol = "tls")"), qPrintable(shownRule));
        QVERIFY2(kept_.contains(R"("missed.example")") && kept_.contains("443") && kept_.contains(R"("tls")") && kept_.count("[[grant") == 1, kept_);
        const QStringList explain{"policy", "explain", "missed.example:443"};
        QVERIFY(!m_home.leadglass(explain + QStringList{"--project", m_home.project(), "--profile", "claude"}).contains(": allow"));
        QVERIFY(!m_home.leadglass(explain + QStringList{"--project", QString::fromStdString(m_home.places().home)}).contains(": allow"));
        QSignalSpy again(&panel, &MissedPanel::againWanted);
        buttonOf(panel, "Run again")->click();
        QCOMPARE(again.count(), 1);
        buttonOf(panel, "Seen")->click();
        QCOMPARE(panel.list().topLevelItemCount(), 0);
        const auto seen = SeenMark(m_home.places().state).read();
        QVERIFY(seen && seen->missed > 0);
    }

    void afterARunTheRuleThatWouldHaveSparedTheMostIsNamed() {
        QuestionFeed feed(m_home.services().approvals);
        feed.start();
        const auto answer = [&](const QString& host, const char* verdict) {
            const auto find = [&]() -> const api::PendingQuestion* {
                for (const auto& q : feed.questions()) {
                    if (q.host == host.toStdString() && q.state == "pending") {
                        return &q;
                    }
                }
                return nullptr;
            };
            QVERIFY(QTest::qWaitFor([&] { return find() != nullptr; }, kLong));
            const auto q = *find();
            m_home.leadglass({"answer", QString::fromStdString(q.id), QString::fromStdString(q.digest), verdict});
        };
        {
            real::Run live(m_home, asks("a.spared.example") + "; " + asks("b.spared.example") + "; " + asks("no.denied.example"));
            answer("a.spared.example", "allow");
            answer("b.spared.example", "allow");
            answer("no.denied.example", "deny");
            QVERIFY(live.ends());
        }
        const auto after = m_home.services().approvals()->hindsight({}); // of the one that ended last
        QVERIFY(after && !after->run.empty());
        const auto same = m_home.services().approvals()->hindsight(after->run);
        QVERIFY(same && same->questions == after->questions);
        QCOMPARE(after->questions, 3U);
        QVERIFY(!after->suggestions.empty());
        QCOMPARE(after->suggestions[0].rule.host, std::string("*.spared.example"));
        QCOMPARE(after->suggestions[0].avoids, 2U);
        for (const auto& each : after->suggestions) {
            QVERIFY(each.rule.host.find("denied") == std::string::npos); // what was denied is never suggested
        }
    }

    void aQuestionThatStillWaitsIsAnsweredByTheRuleThatIsKept() {
        QuestionFeed feed(m_home.services().approvals);
        feed.start();
        real::Run live(m_home, asks("resumed.example"));
        QTRY_COMPARE_WITH_TIMEOUT(feed.questions().size(), std::size_t(1), kLong);
        api::ProjectRule rule;
        rule.profile = feed.questions()[0].profile;
        rule.project = feed.questions()[0].project;
        rule.host = "resumed.example";
        rule.port = 443;
        rule.protocol = "tls";
        QVERIFY(m_home.services().approvals()->keep(rule));
        QTRY_COMPARE_WITH_TIMEOUT(feed.questions().size(), std::size_t(0), kLong);
        QVERIFY(live.ends());
        QVERIFY2(!live.output().contains("403"), live.output());
        QVERIFY(isAllowed("resumed.example"));
    }

    void aMarkThatCannotBeReadIsSaidAndNeverWrittenOver_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("no JSON") << QByteArray("seen: 3");
        QTest::newRow("no object") << QByteArray("[1]");
        QTest::newRow("no number") << QByteArray(R"({"missed":"3","hindsight":""})");
        QTest::newRow("negative") << QByteArray(R"({"missed":-3,"hindsight":""})");
        QTest::newRow("too long") << QByteArray(R"({"missed":3,"hindsight":")") + QByteArray(5000, 'x') + "\"}";
    }
    void aMarkThatCannotBeReadIsSaidAndNeverWrittenOver() {
        QFETCH(QByteArray, text);
        QTemporaryDir dir;
        const QString path = dir.path() + "/app-seen.json";
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
        file.close();
        const SeenMark mark(dir.path().toStdString());
        const auto seen = mark.read();
        QVERIFY(!seen);
        QVERIFY(QString::fromStdString(seen.error().text()).contains("app-seen.json"));
        QVERIFY(!mark.write({7, "run"}));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), text);
    }

    void aMarkIsReadAsItWasWritten() {
        QTemporaryDir dir;
        const SeenMark mark((dir.path() + "/made/here").toStdString());
        QVERIFY(mark.read() && mark.read()->missed == 0);
        QVERIFY(mark.write({1'234'567'890'123, "01k1f0"}));
        QCOMPARE(mark.read()->missed, std::int64_t(1'234'567'890'123));
        QCOMPARE(mark.read()->hindsight, std::string("01k1f0"));
    }
};

QTEST_MAIN(TestMissed)
#include "tst_missed.moc"
