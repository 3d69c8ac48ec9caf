// What nobody answered, and what a rule would have spared: from real runs, on the first page, kept in two steps.
#include <sys/stat.h>

#include <QAbstractButton>
#include <QApplication>
#include <QFile>
#include <QHeaderView>
#include <QSignalSpy>
#include <QTest>
#include <QTreeWidget>

#include "app/approval/answer_button.h"
#include "app/approval/chords.h"
#include "app/approval/keep_rule.h"
#include "app/home/missed_panel.h"
#include "app/runs/proposed_folders.h"
#include "app/welcome/rehearsal.h"
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

// One request of the rule's host that nobody answered, and a run after which that rule is suggested.
class Told final : public api::ApprovalService {
public:
    Told(api::ProjectRule rule, std::shared_ptr<std::atomic<int>> asked) : m_rule(std::move(rule)), m_asked(std::move(asked)) {}
    Result<std::vector<api::PendingQuestion>> list() override { return std::vector<api::PendingQuestion>(); }
    Status answer(const api::QuestionAnswer&) override { return {}; }
    Result<api::QuestionContext> context(const api::PendingQuestion&) override { return api::QuestionContext(); }
    Result<std::vector<api::QuestionContext>> contexts(const std::vector<api::PendingQuestion>&) override { return std::vector<api::QuestionContext>(); }
    Result<api::AnswerPreview> preview(const api::PendingQuestion&, api::AnswerScope, const std::string&) override { return api::AnswerPreview(); }
    Result<api::Missed> missed(std::int64_t) override { return api::Missed{{{"run", m_rule, 1, 0, false}}, 1, false}; }
    Result<api::Hindsight> hindsight(const std::string&) override {
        ++*m_asked;
        return api::Hindsight{"run", 1, {{m_rule, 1}}};
    }
    Status keep(const api::ProjectRule&) override { return {}; }
    Status watch(bool, const std::function<bool(const api::QuestionChange&)>&, std::stop_token) override { return {}; }

private:
    api::ProjectRule m_rule;
    std::shared_ptr<std::atomic<int>> m_asked;
};

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
        const auto place = [&](const char* word) {
            QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            return buttonOf(*keep, word)->mapTo(&panel, QPoint(0, 0));
        };
        const QPoint before = place("Allow");
        QTest::mouseClick(buttonOf(*keep, "Allow"), Qt::LeftButton);
        QVERIFY(buttonOf(*keep, "Press") != nullptr);
        QCOMPARE(place("Press"), before); // nothing moves under the hand
        const QString shownRule = keep->findChild<PlainLabel*>(QStringLiteral("rule"))->toPlainText();
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

    void aMarkThatIsNoFileIsNeverWaitedFor() {
        QTemporaryDir dir;
        QCOMPARE(::mkfifo((dir.path() + "/app-seen.json").toUtf8().constData(), 0600), 0);
        const SeenMark mark(dir.path().toStdString());
        QVERIFY(!mark.read());
        QVERIFY(QString::fromStdString(mark.read().error().text()).contains("regular"));
        QVERIFY(!mark.write({7, "run"}));
    }

    void noRuleIsSuggestedForAProjectThatIsGone() {
        QuestionFeed feed(m_home.services().approvals);
        feed.start();
        QTemporaryDir project;
        {
            real::Run live(m_home, asks("gone.example"), {"--project", project.path()});
            QVERIFY(QTest::qWaitFor([&] { return !feed.questions().empty(); }, kLong));
            const auto q = feed.questions().front();
            m_home.leadglass({"answer", QString::fromStdString(q.id), QString::fromStdString(q.digest), "allow"});
            QVERIFY(live.ends());
        }
        const auto there = m_home.services().approvals()->hindsight({});
        QVERIFY(there && there->suggestions.size() == 1 && there->suggestions[0].rule.host == "gone.example");
        QVERIFY(project.remove());
        const auto gone = m_home.services().approvals()->hindsight({});
        QVERIFY(gone && gone->run == there->run && gone->suggestions.empty());
        QCOMPARE(gone->questions, 1U);
    }

    void ofARehearsalNothingIsOffered_data() {
        QTest::addColumn<QString>("host");
        QTest::addColumn<bool>("offered");
        QTest::newRow("a host of a project") << "host.example" << true;
        QTest::newRow("the host of the rehearsal") << Rehearsal::host() << false;
    }
    void ofARehearsalNothingIsOffered() {
        QFETCH(QString, host);
        QFETCH(bool, offered);
        const api::ProjectRule rule{"default", m_home.project().toStdString(), host.toStdString(), 443, "tls", "host = \"x\""};
        Services services;
        const auto asked = std::make_shared<std::atomic<int>>(0);
        services.approvals = [rule, asked] { return std::make_unique<Told>(rule, asked); };
        QuestionFeed questions(services.approvals);
        RunFeed runs(services);
        MissedPanel panel(runs, questions, services);
        panel.show();
        QTRY_VERIFY_WITH_TIMEOUT(offered ? buttonOf(panel, "Not now")->isVisible() : asked->load() > 0, kLong);
        QTest::qWait(300);
        QCOMPARE(buttonOf(panel, "Not now")->isVisible(), offered);
        QCOMPARE(panel.list().topLevelItemCount(), offered ? 1 : 0);
    }

    void aLongHostPushesNothingOutOfSight() {
        const std::string host = std::string(60, 'a') + "." + std::string(60, 'b') + "." + std::string(60, 'c') + ".example";
        const api::ProjectRule rule{"default", m_home.project().toStdString(), host, 443, "tls", "host = \"x\""};
        Services services;
        services.approvals = [rule] { return std::make_unique<Told>(rule, std::make_shared<std::atomic<int>>(0)); };
        QuestionFeed questions(services.approvals);
        RunFeed runs(services);
        MissedPanel panel(runs, questions, services);
        panel.resize(800, 400);
        panel.show();
        QTRY_COMPARE_WITH_TIMEOUT(panel.list().topLevelItemCount(), 1, kLong);
        QTRY_VERIFY(panel.list().header()->length() > 0 && panel.list().header()->length() <= panel.list().viewport()->width());
        QVERIFY(panel.list().columnWidth(0) > panel.width() / 4);
    }

    void aFolderThatWouldHaveToBeEscapedIsNotProposed() {
        std::vector<api::RunInfo> runs(5);
        runs[0].project = "/home/anna/src/shop";
        runs[1].project = "/home/anna/src/\u202egpj.exe";
        runs[2].project = "/home/anna/src/two\nlines";
        runs[3].project = "/home/anna/src/shop";
        runs[4].project = "/home/anna/Gr\u00fc\u00dfe";
        QCOMPARE(proposedFolders(runs), QStringList({"/home/anna/src/shop", QString::fromUtf8("/home/anna/Gr\u00fc\u00dfe")}));
    }

    void whereTheChordMakesAllowAvailableThatIsSaid() {
        Chords waits;
        waits.arms = true;
        setChords(waits);
        const auto usual = qScopeGuard([] { setChords({}); });
        QWidget window;
        auto& keep = *new KeepRule(m_home.services(), "Allow", &window);
        keep.setRule({"default", m_home.project().toStdString(), "host.example", 443, "tls", "host = \"host.example\""});
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window, kLong));
        auto* label = keep.findChildren<PlainLabel*>().last();
        QVERIFY2(label->isVisible() && label->text().contains(shownChord(waits.allow)), qPrintable(label->text()));
        QTest::qWait(1200);
        QVERIFY(!buttonOf(keep, "Allow")->isEnabled());
        QTest::keyClick(window.windowHandle(), Qt::Key_Y, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(buttonOf(keep, "Allow")->isEnabled());
        QVERIFY2(label->text().isEmpty(), qPrintable(label->text()));
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
