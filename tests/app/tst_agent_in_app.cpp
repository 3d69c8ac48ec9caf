// A person who opens no terminal: starts a real agent in this window, lets one host through in a card, and takes over
// what the agent made. Started by agent_in_app.py, which says where everything is; it looks at what became of it.
#include <QApplication>
#include <QComboBox>
#include <QDBusConnection>
#include <QJsonArray>
#include <QJsonDocument>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>

#include <cstdio>

#include "app/approval/answer_button.h"
#include "app/approval/approval_card.h"
#include "app/desktop/desk.h"
#include "app/launch/launch_dialog.h"
#include "app/review/change_model.h"
#include "app/review/review_page.h"
#include "app/terminal/terminals_page.h"
#include "app/widgets/language.h"
#include "tests/app/real_run.h"

using namespace leadglass;
using namespace leadglass::app;

namespace {

constexpr int kLong = 90'000;

QString told(const char* name) {
    const auto value = qEnvironmentVariable(name);
    if (value.isEmpty()) {
        std::fprintf(stderr, "tst_agent_in_app: %s is not set: start it with agent_in_app.py\n", name);
        std::exit(1);
    }
    return value;
}

// What the app of an installation has: this person's places, as findPlaces() has them, and the programs beside it.
Services installed() {
    Places out;
    out.home = told("HOME").toStdString();
    out.data = out.home + "/.local/share/leadglass";
    out.config = out.home + "/.config/leadglass";
    out.state = out.home + "/.local/state/leadglass";
    out.runtime = told("XDG_RUNTIME_DIR").toStdString() + "/leadglass";
    out.programs = told("LEADGLASS_E2E_BIN").toStdString();
    out.policies = out.programs + "/../share/leadglass/policies";
    return real::servicesOf(out);
}

} // namespace

class TestAgentInApp : public QObject {
    Q_OBJECT
    const QString m_work = told("LEADGLASS_E2E_WORK");

    static void picture(QWidget& window, const char* name) {
        QTest::qWait(300); // what was drawn last
        QVERIFY(window.grab().save(told("LEADGLASS_E2E_PICTURES") + QLatin1Char('/') + QLatin1String(name) + ".png"));
    }
    template <class Widget> static Widget* theOne(QWidget& in, const QString& text) {
        for (auto* each : in.findChildren<Widget*>()) {
            if (each->text().startsWith(text) && each->isVisible()) {
                return each;
            }
        }
        return nullptr;
    }

private slots:
    void isStartedAskedAboutReviewedAndApplied() {
        QStringList words;
        for (const auto& word : QJsonDocument::fromJson(told("LEADGLASS_E2E_COMMAND").toUtf8()).array()) {
            words << word.toString();
        }
        QVERIFY(words.size() > 1);
        speak(QLocale(QLocale::English)); // its plurals
        Desk desk(installed(), QDBusConnection::sessionBus());
        desk.start(false);
        desk.window().resize(1100, 760);
        QVERIFY(QTest::qWaitForWindowExposed(&desk.window()));

        desk.window().launch({words.join(' '), m_work, QStringLiteral("mine"), {}, words});
        auto* dialog = desk.window().findChild<LaunchDialog*>();
        QVERIFY(dialog != nullptr);
        QComboBox* terminal = nullptr;
        for (auto* box : dialog->findChildren<QComboBox*>()) {
            terminal = box->findText("in this window") >= 0 ? box : terminal;
        }
        QVERIFY(terminal != nullptr);
        terminal->setCurrentIndex(terminal->findText("in this window"));
        auto* start = theOne<QPushButton>(*dialog, "Start");
        QVERIFY(start != nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(start->isEnabled(), kLong);
        QTest::qWait(1000); // the summary of what it will reach
        picture(*dialog, "agent-1-new-run");
        QTest::mouseClick(start, Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(desk.runs().live(), 1, kLong);
        const std::string run = desk.runs().runs().front().id;

        QTRY_VERIFY_WITH_TIMEOUT(desk.approvals().isVisible(), kLong);
        auto* card = desk.approvals().findChild<ApprovalCard*>();
        QVERIFY(card != nullptr);
        QTRY_COMPARE_WITH_TIMEOUT(QString::fromStdString(card->question().host), QStringLiteral("asked.test"), kLong);
        desk.review({}, {}); // as a click on the notice does
        auto* allow = theOne<AnswerButton>(*card, "Allow");
        QVERIFY(allow != nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(card->hasContext() && card->armed(), kLong);
        picture(desk.approvals(), "agent-2-asked");
        QTest::mouseClick(allow, Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(desk.runs().live(), 0, kLong);
        QTRY_VERIFY_WITH_TIMEOUT(!desk.approvals().isVisible(), kLong);
        picture(desk.window(), "agent-3-terminal");
        QVERIFY(!QFile::exists(m_work + "/hello.py")); // nothing of it is there yet

        auto& page = *desk.window().review();
        page.showRun(run);
        desk.window().showPage(&page);
        QTRY_VERIFY_WITH_TIMEOUT(page.isIdle() && page.model().indexOf("hello.py").isValid(), kLong);
        QVERIFY(page.model().indexOf("list.txt").isValid());
        QTest::mouseClick(page.findChild<QPushButton*>("all"), Qt::LeftButton);
        picture(desk.window(), "agent-4-review");
        QTest::mouseClick(page.findChild<QPushButton*>("apply"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(m_work + "/hello.py") && page.isIdle(), kLong);
        QVERIFY(QFile::exists(m_work + "/list.txt"));
        picture(desk.window(), "agent-5-applied");
    }
};

QTEST_MAIN(TestAgentInApp)
#include "tst_agent_in_app.moc"
