// The card of a question, with real runs behind it: what is shown, who may answer, what becomes of the run.
#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QElapsedTimer>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QRadioButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QVBoxLayout>

#include "app/approval/answer_button.h"
#include "app/approval/approval_card.h"
#include "app/approval/approval_window.h"
#include "app/approval/deny_menu.h"
#include "app/approval/guard_note.h"
#include "app/approval/host_label.h"
#include "app/widgets/plain_label.h"
#include "tests/app/real_run.h"

using namespace leadglass;
using namespace leadglass::app;
using leadglass::app::real::asks;

namespace {

constexpr int kLong = 60'000;

struct Shown { // everything as main.cpp has it
    real::Home& home;
    QuestionFeed feed{home.services().approvals};
    ApprovalWindow window{feed, home.services()};
    ApprovalCard& card = window.view().card();
    explicit Shown(real::Home& h) : home(h) { feed.start(); }
    QAbstractButton* button(const char* word) {
        for (auto* each : card.findChildren<AnswerButton*>()) {
            if (each->text().contains(QLatin1String(word), Qt::CaseInsensitive)) {
                return each;
            }
        }
        return nullptr;
    }
    bool asked() {
        return QTest::qWaitFor([&] { return window.isVisible() && card.isEnabled() && card.hasContext(); }, kLong);
    }
    bool armed() { // the button is told a moment later
        return QTest::qWaitFor([&] { return card.armed() && button("allow")->isEnabled(); }, kLong);
    }
    void focus() {
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window, kLong));
    }
};

} // namespace

class TestApprovalWindow : public QObject {
    Q_OBJECT
    real::Home m_home;

private slots:
    void aRequestOfARunComesUpAndAnAllowLetsItThrough() {
        Shown app(m_home);
        real::Run run(m_home, asks("allowed.example"));
        QVERIFY(app.asked());
        QCOMPARE(app.card.findChild<HostLabel*>()->text(), QStringLiteral("allowed.example : 443"));
        if (QGuiApplication::platformName() != QLatin1String("offscreen")) { // where every window that is shown is active
            QVERIFY(!app.window.isActiveWindow()); // shown, not pushed in front of the work
        }
        QVERIFY(app.armed());
        app.focus();
        QVERIFY(app.armed());
        QTest::qWait(400); // past the time in which a click may be the one that brought the focus
        QTest::mouseClick(app.button("Allow"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!app.window.isVisible(), kLong);
        QVERIFY(run.ends());
        const auto rows = m_home.leadglass({"audit", "list", "--kind", "answer", "--json"});
        QVERIFY2(rows.contains("allowed_by_user"), rows);
        QVERIFY2(!run.output().contains("403"), run.output()); // the name has no address, but it was let through
    }

    void aDenyRefusesAtOnce() {
        Shown app(m_home);
        real::Run run(m_home, asks("denied.example"));
        QVERIFY(app.asked());
        app.focus();
        QTest::keyClick(app.window.windowHandle(), Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY_WITH_TIMEOUT(!app.window.isVisible(), kLong);
        QVERIFY(run.ends());
        QVERIFY2(run.output().contains("403"), run.output());
    }

    void noKeyButTheChordAnswers() {
        Shown app(m_home);
        real::Run run(m_home, asks("keys.example"));
        QVERIFY(app.asked());
        app.focus();
        QVERIFY(app.armed());
        QSignalSpy answers(&app.card, &ApprovalCard::answered);
        auto* window = app.window.windowHandle();
        const auto press = [&](int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
            QTest::keyClick(window, static_cast<Qt::Key>(key), modifiers);
        };
        for (auto* button : {app.button("Deny"), app.button("Allow")}) {
            button->setFocus();
            for (const int key : {Qt::Key_Return, Qt::Key_Enter, Qt::Key_Space, Qt::Key_Select, Qt::Key_Y, Qt::Key_A, Qt::Key_D, Qt::Key_1}) {
                press(key);
                press(key, Qt::AltModifier);
            }
        }
        press(Qt::Key_Y, Qt::ControlModifier);
        press(Qt::Key_Y, Qt::ShiftModifier);
        press(Qt::Key_Y, Qt::ControlModifier | Qt::ShiftModifier | Qt::AltModifier);
        QCOMPARE(answers.count(), 0);
        press(Qt::Key_Y, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(answers.count(), 1);
        const auto answer = qvariant_cast<api::QuestionAnswer>(answers.first().first());
        QVERIFY(answer.allow);
        QCOMPARE(answer.scope, api::AnswerScope::Once);
        QVERIFY(run.ends());
    }

    // The window as it is: a click that brings the focus, one right after it, and a chord that was held before, or is held on.
    void theFocusThatComesWithAClickAndAChordThatIsHeldAnswerNothing() {
        Shown app(m_home);
        QLineEdit other; // what the person works in
        other.show();
        real::Run run(m_home, asks("focus.example"));
        QVERIFY(app.asked());
        other.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&other, kLong));
        QVERIFY(app.armed());
        QSignalSpy answers(&app.card, &ApprovalCard::answered);
        auto* window = app.window.windowHandle();
        const auto click = [&](const char* word) {
            auto* button = app.button(word);
            QTest::mouseClick(window, Qt::LeftButton, {}, button->mapTo(&app.window, button->rect().center()));
        };
        QVERIFY(!app.window.isActiveWindow());
        auto* told = app.card.findChild<GuardNote*>();
        const auto place = [&] { return app.button("allow")->mapTo(&app.window, QPoint(0, 0)); };
        const QPoint before = place();
        QVERIFY2(told->text().contains("first press"), qPrintable(told->text())); // it is said before, too
        click("Allow");
        QVERIFY2(told->text().contains("Press once more"), qPrintable(told->text()));
        QCOMPARE(told->accessibleName(), told->text());
        click("Deny");
        QVERIFY2(told->text().contains("Press once more"), qPrintable(told->text()));
        QCOMPARE(answers.count(), 0);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        QCOMPARE(place(), before); // nothing moves under the hand
        const auto chord = [&](QEvent::Type type, bool repeats) {
            QKeyEvent event(type, Qt::Key_Y, Qt::ControlModifier | Qt::ShiftModifier, QString(), repeats);
            QCoreApplication::sendEvent(window, &event);
        };
        chord(QEvent::KeyPress, false); // in the other window, as far as that is known
        app.focus();
        click("Allow");
        click("Deny"); // so soon it is the click that brought the focus, which some window managers hand on later
        QCOMPARE(answers.count(), 0);
        QVERIFY2(told->text().contains("brought the window to the front"), qPrintable(told->text()));
        QElapsedTimer held;
        for (held.start(); held.elapsed() < 1500; QTest::qWait(30)) { // past the time that Allow waits
            chord(QEvent::KeyPress, true);
        }
        QVERIFY(app.card.armed());
        chord(QEvent::KeyPress, true);
        QCOMPARE(answers.count(), 0);
        QVERIFY2(told->text().contains("held down"), qPrintable(told->text()));
        chord(QEvent::KeyRelease, false);
        chord(QEvent::KeyPress, false); // and pressed anew it is an answer, once
        for (int i = 0; i < 20; ++i) {
            chord(QEvent::KeyPress, true);
        }
        QCOMPARE(answers.count(), 1);
        QVERIFY(qvariant_cast<api::QuestionAnswer>(answers.first().first()).allow);
        QVERIFY(run.ends());
    }

    void escapeAndClosingMeanLater() {
        Shown app(m_home);
        real::Run run(m_home, asks("later.example"));
        QVERIFY(app.asked());
        QSignalSpy answers(&app.card, &ApprovalCard::answered);
        app.focus();
        QTest::keyClick(app.window.windowHandle(), Qt::Key_Escape);
        QTRY_VERIFY(!app.window.isVisible());
        QCOMPARE(answers.count(), 0);
        QCOMPARE(app.window.view().waiting(), 1); // it waits, and can be brought up again
        app.window.bringUp({});
        QVERIFY(app.window.isVisible());
        app.window.close();
        QCOMPARE(answers.count(), 0);
        QVERIFY(m_home.leadglass({"approvals", "--json"}).contains("later.example"));
    }

    void anAnswerFromATerminalTakesTheCardAway() {
        Shown app(m_home);
        real::Run run(m_home, asks("elsewhere.example"));
        QVERIFY(app.asked());
        const auto question = app.card.question();
        int status = -1;
        m_home.leadglass({"answer", QString::fromStdString(question.id), QString::fromStdString(question.digest), "deny"}, &status);
        QCOMPARE(status, 0);
        QTRY_VERIFY_WITH_TIMEOUT(!app.window.isVisible(), kLong);
        QVERIFY(run.ends());
    }

    void whatOutlivesTheRunTakesASecondPress() {
        Shown app(m_home);
        real::Run run(m_home, asks("wide.example"));
        QVERIFY(app.asked());
        auto* lifetime = app.card.findChild<QComboBox*>();
        lifetime->setCurrentIndex(lifetime->findData(static_cast<int>(api::AnswerScope::Project)));
        app.focus();
        QSignalSpy answers(&app.card, &ApprovalCard::answered);
        QVERIFY(app.armed());
        QTest::qWait(400);
        QTest::mouseClick(app.button("Allow"), Qt::LeftButton);
        QCOMPARE(answers.count(), 0);
        QTest::mouseClick(app.button("allow"), Qt::LeftButton); // at once: the second half of a double click
        QCOMPARE(answers.count(), 0);
        QVERIFY(app.armed());
        QString shownRule;
        for (const auto* each : app.card.findChildren<PlainLabel*>()) {
            shownRule = each->text().contains("host = ") ? each->text() : shownRule;
        }
        QTest::mouseClick(app.button("allow"), Qt::LeftButton);
        QCOMPARE(answers.count(), 1);
        QVERIFY(run.ends());
        // What is kept is the rule that was shown, part by part.
        QFile grants(QString::fromStdString(m_home.places().config) + "/grants.toml");
        QVERIFY(grants.open(QFile::ReadOnly));
        const QString kept = QString::fromUtf8(grants.readAll()).remove('[').remove(']');
        shownRule.remove(QChar(0x2066)).remove(QChar(0x2069)); // what keeps it from left to right
        QCOMPARE(shownRule.count(" = "), 3);
        for (const auto& part : shownRule.split(", ")) {
            QVERIFY2(kept.contains('\n' + part + '\n'), qPrintable(part + " is not in " + kept));
        }
        QVERIFY(m_home.leadglass({"policy", "explain", "wide.example:443", "--project", m_home.project()}).contains("wide.example:443: allow"));
    }

    // A registry, as the person's own client is set up for it; what a project says of its own never counts.
    void everythingOfARegistryIsTheWidestAnswerAndIsKeptByItsName() {
        const auto write = [](const QString& path, const QByteArray& text) {
            QFile file(path);
            QVERIFY(file.open(QFile::WriteOnly));
            file.write(text);
        };
        const QString npmrc = qEnvironmentVariable("HOME") + "/.npmrc";
        write(npmrc, "registry=https://pkg.example/\n@ours:registry=https://mirror.example/\n");
        write(m_home.project() + "/.npmrc", "registry=https://evil.example/\n");
        Shown app(m_home);
        real::Run run(m_home, asks("evil.example") + "; " + asks("pkg.example"));
        QVERIFY(app.asked());
        QCOMPARE(app.card.question().host, std::string("evil.example"));
        QCOMPARE(app.card.findChildren<QRadioButton*>().size(), 1);
        m_home.leadglass({"answer", QString::fromStdString(app.card.question().id), QString::fromStdString(app.card.question().digest), "deny"});
        QTRY_VERIFY_WITH_TIMEOUT(app.asked() && app.card.question().host == "pkg.example", kLong);
        QVERIFY2(m_home.leadglass({"approvals"}).contains("--host registry:npm, all of this registry: pkg.example, mirror.example"), "the terminal offers it, too");

        const auto radios = app.card.findChildren<QRadioButton*>();
        QCOMPARE(radios.size(), 2);
        QVERIFY(radios.front()->isChecked() && !radios.back()->isChecked()); // never chosen beforehand
        QVERIFY(app.card.answer(true).pattern.empty());
        auto* widest = radios.back();
        QVERIFY2(widest->text().contains("npm") && widest->text().contains("pkg.example"), qPrintable(widest->text()));
        app.focus();
        QVERIFY(app.armed());
        widest->setChecked(true);
        QVERIFY(!app.card.armed()); // what is chosen is read before it is given
        QVERIFY(!widest->text().contains("evil"));
        auto* lifetime = app.card.findChild<QComboBox*>();
        lifetime->setCurrentIndex(lifetime->findData(static_cast<int>(api::AnswerScope::Project)));
        const auto says = [&](const QString& words) {
            const auto labels = app.card.findChildren<PlainLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&](auto* each) { return each->text().contains(words); });
        };
        QTRY_VERIFY_WITH_TIMEOUT(says("registry = \"npm\"") && says("mirror.example") && says("of the last"), kLong);

        QSignalSpy answers(&app.card, &ApprovalCard::answered);
        QVERIFY(app.armed());
        QTest::qWait(400);
        QTest::mouseClick(app.button("Allow"), Qt::LeftButton);
        QCOMPARE(answers.count(), 0); // it is wide: the first press only asks for the second
        QVERIFY(app.button("Press again") != nullptr);
        QVERIFY(app.armed());
        QTest::mouseClick(app.button("allow"), Qt::LeftButton);
        QCOMPARE(answers.count(), 1);
        QVERIFY(run.ends());

        QFile grants(QString::fromStdString(m_home.places().config) + "/grants.toml");
        QVERIFY(grants.open(QFile::ReadOnly));
        const QByteArray kept = grants.readAll();
        QVERIFY2(kept.contains("registry = \"npm\"") && !kept.contains("pkg.example") && !kept.contains("mirror.example"), kept);
        QVERIFY(m_home.leadglass({"policy", "grants"}).contains("registry npm"));
        const auto allows = [&](const char* host) {
            return m_home.leadglass({"policy", "explain", QString::fromLatin1(host) + ":443", "--project", m_home.project()}).contains(": allow");
        };
        QVERIFY(allows("pkg.example") && allows("mirror.example") && !allows("evil.example"));
        // What it means is what the person's client says, later too.
        write(npmrc, "registry=https://moved.example/\n");
        QVERIFY(allows("moved.example") && !allows("pkg.example"));
        QFile::remove(npmrc);
        QFile::remove(m_home.project() + "/.npmrc");
        QFile::remove(grants.fileName());
    }

    void fiveHundredEqualRequestsAreOneCard() {
        Shown app(m_home);
        real::Run run(m_home, QStringLiteral("for i in $(seq 50); do curl -s -o /dev/null --max-time 60 "
                                             "$(for j in 0 1 2 3 4 5 6 7 8 9; do echo https://many.example/$i$j; done) & done; wait; echo done"));
        QVERIFY(app.asked());
        QTRY_VERIFY_WITH_TIMEOUT(app.card.question().waiting >= 20, kLong);
        QCOMPARE(app.window.view().waiting(), 1);
        const auto question = app.card.question();
        m_home.leadglass({"answer", QString::fromStdString(question.id), QString::fromStdString(question.digest), "deny", "--scope", "run"});
        QTRY_VERIFY_WITH_TIMEOUT(!app.window.isVisible(), kLong);
        QVERIFY(run.ends(2 * kLong));
        QCOMPARE(app.feed.questions().size(), std::size_t(0)); // one answer settled all
    }

    void whatWasAskedBeforeTheAppWasThereComesUpAtItsStart() {
        real::Run run(m_home, asks("before.example"));
        QTRY_VERIFY_WITH_TIMEOUT(m_home.leadglass({"approvals", "--json"}).contains("before.example"), kLong);
        Shown app(m_home);
        QVERIFY(app.asked());
        QCOMPARE(app.card.question().host, std::string("before.example"));
        QCOMPARE(app.window.view().waiting(), 1);
    }

    void anAnswerForMinutesIsGivenWithItsSecondsAndStandsInTheHistory() {
        Shown app(m_home);
        real::Run run(m_home, asks("minutes.example"));
        QVERIFY(app.asked());
        auto* lifetime = app.card.findChild<QComboBox*>();
        auto* minutes = app.card.findChild<QSpinBox*>();
        QVERIFY(!minutes->isVisible());
        lifetime->setCurrentIndex(lifetime->findData(static_cast<int>(api::AnswerScope::Minutes)));
        QCOMPARE(app.card.answer(true).seconds, 900U); // the shortest that is offered
        QVERIFY(!app.card.armed());                    // what is chosen is read before it is given
        lifetime->setCurrentIndex(lifetime->currentIndex() + 2);
        QVERIFY(minutes->isVisible());
        minutes->setValue(7);
        QCOMPARE(app.card.answer(true).seconds, 420U);
        QCOMPARE(app.card.answer(false).seconds, 0U);
        minutes->setValue(100'000);
        QCOMPARE(app.card.answer(true).seconds, api::kMostSeconds);
        minutes->setValue(7);
        app.focus();
        QVERIFY(app.armed());
        QTest::qWait(400);
        QTest::mouseClick(app.button("Allow"), Qt::LeftButton);
        QVERIFY(run.ends());
        const auto rows = m_home.leadglass({"audit", "list", "--kind", "answer", "--json"});
        QVERIFY2(rows.contains("420") && rows.contains("until"), rows);
    }

    void theOtherDenialsReachAsFarAsTheySayAndStopTheRun() {
        Shown app(m_home);
        real::Run run(m_home, asks("stopped.example") + "; sleep 300");
        QVERIFY(app.asked());
        QSignalSpy answers(&app.card, &ApprovalCard::answered);
        auto* menu = app.card.findChild<DenyMenu*>()->findChild<QMenu*>();
        QStringList words;
        QAction* stop = nullptr;
        for (auto* action : menu->actions()) {
            words << action->text();
            stop = action->text().contains("stop") ? action : stop;
        }
        QVERIFY2(words.contains("Deny for this run") && words.contains("Always deny in this project"), qPrintable(words.join(',')));
        menu->actions().front()->trigger();
        QCOMPARE(answers.count(), 1);
        const auto given = qvariant_cast<api::QuestionAnswer>(answers.first().first());
        QVERIFY(!given.allow && given.scope == api::AnswerScope::Run);
        stop->trigger(); // at once: it may have been meant for the one before
        QVERIFY(!run.ends(1000));
        QTRY_COMPARE_WITH_TIMEOUT(app.feed.questions().size(), std::size_t(0), kLong);
        real::Run other(m_home, asks("stopped-too.example") + "; sleep 300");
        QVERIFY(app.asked());
        QTest::qWait(400);
        menu = app.card.findChild<DenyMenu*>()->findChild<QMenu*>();
        menu->actions().back()->trigger();
        QVERIFY(other.ends());
        QVERIFY(m_home.leadglass({"audit", "list", "--kind", "answer", "--json"}).contains("denied_by_user"));
    }

    void whoAllowsByReflexTypesTheHostOfWhatIsDangerous() {
        ApprovalCard* card = new ApprovalCard;
        QWidget window;
        auto* layout = new QVBoxLayout(&window);
        layout->addWidget(card);
        api::PendingQuestion q;
        q.id = "r.1";
        q.digest = "d";
        q.host = "203.0.113.7";
        q.port = 443;
        q.protocol = "tls";
        q.scopes = {api::AnswerScope::Once};
        q.state = "pending";
        card->setQuestion(q);
        card->setContext({"", api::Risk::Dangerous, {api::RiskReason::Address}});
        card->setReflex(true);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window, kLong));
        QSignalSpy answers(card, &ApprovalCard::answered);
        QVERIFY(QTest::qWaitFor([&] { return card->armed(); }, kLong));
        const auto chord = [&](Qt::Key key) { QTest::keyClick(window.windowHandle(), key, Qt::ControlModifier | Qt::ShiftModifier); };
        chord(Qt::Key_Y);
        QCOMPARE(answers.count(), 0);
        for (auto* each : card->findChildren<QLineEdit*>()) {
            each->setText("203.0.113.70"); // not it
        }
        chord(Qt::Key_Y);
        QCOMPARE(answers.count(), 0);
        for (auto* each : card->findChildren<QLineEdit*>()) {
            each->setText("203.0.113.7");
        }
        chord(Qt::Key_Y);
        QCOMPARE(answers.count(), 1);
    }

    // Terminal sequences, a change of direction, markup, line breaks, and so much that what matters would be pushed out of sight.
    void whatIsHostileIsPlainClippedWithAMarkAndHidesNothing() {
        QWidget window;
        auto* layout = new QVBoxLayout(&window);
        auto* card = new ApprovalCard;
        layout->addWidget(card);
        api::PendingQuestion q;
        q.id = "r.1";
        q.digest = "d";
        q.profile = "claude";
        q.project = "/home/anna/<b>x</b>\n\x1b[2J\xe2\x80\xae" "gpj";
        for (int i = 0; i < 40; ++i) {
            q.host += "label" + std::to_string(i % 10) + ".";
        }
        q.host = q.host.substr(0, 239) + ".owner.example";
        q.port = 443;
        q.protocol = "tls";
        q.process = "7 curl\nAllow once\x1b]0;x\x07 <img src=x> \xe2\x80\xae" + std::string(10'000, 'x') + "end";
        q.members = {q.process};
        q.why = "no rule allows it";
        q.patterns = {"*.owner.example"};
        q.registries = {{"npm", {q.host, "<b>y</b>\xe2\x80\xae.example"}}};
        q.scopes = {api::AnswerScope::Once, api::AnswerScope::Run};
        q.state = "pending";
        card->setQuestion(q);
        card->setContext({"owner.example", api::Risk::Unusual, {api::RiskReason::FirstTime}});
        card->findChildren<QRadioButton*>().back()->setChecked(true);
        card->setPreview({"registry = \"npm\"", 1000, 1, 0});
        window.resize(700, 700);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QCOMPARE(card->findChild<HostLabel*>()->text(), QString::fromStdString(q.host) + " : 443"); // all of it: both its ends
        QStringList texts{card->accessibleName()};
        for (const auto* each : card->findChildren<PlainLabel*>()) {
            texts << each->text();
            QVERIFY(each->text().size() < 9000);
        }
        for (const auto* each : card->findChildren<QAbstractButton*>()) {
            texts << each->text() << each->accessibleName();
        }
        for (const auto& text : texts) {
            for (const QChar c : text) {
                QVERIFY2(c == QLatin1Char('\n') || c.unicode() >= 0x20, qPrintable(text));
                QVERIFY2(c.unicode() < 0x202a || c.unicode() > 0x202e, qPrintable(text));
            }
        }
        const QString all = texts.join('|');
        QVERIFY2(all.contains("<b>x</b>") && all.contains("<b>y</b>"), qPrintable(all)); // letters, not a style
        QVERIFY2(all.contains(QChar(0x2026)) && all.contains("xend"), qPrintable(all));  // what is left out is marked, and the end is there
        QVERIFY2(!all.contains("curl\n"), qPrintable(all));                             // no line of its own for "Allow once"
        auto* allow = card->findChildren<AnswerButton*>().back();
        QVERIFY(window.rect().contains(QRect(allow->mapTo(&window, QPoint()), allow->size()))); // and the answers stay in sight
    }

    void aRunThatEndsTakesItsQuestionsAlong() {
        Shown app(m_home);
        {
            real::Run run(m_home, asks("gone.example"));
            QVERIFY(app.asked());
        }
        QTRY_COMPARE_WITH_TIMEOUT(app.feed.questions().size(), std::size_t(0), kLong);
        QVERIFY(!app.window.isVisible());
    }
};

QTEST_MAIN(TestApprovalWindow)
#include "tst_approval_window.moc"
