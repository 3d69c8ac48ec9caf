// Every window and page, as a screen reader and the keyboard meet it; colours that can be read; and no state told by colour alone.
#include <QCheckBox>
#include <QListView>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "app/activity/activity_page.h"
#include "app/approval/approval_card.h"
#include "app/approval/approval_window.h"
#include "app/approval/group_card.h"
#include "app/doctor/doctor_page.h"
#include "app/gallery/activity_fixtures.h"
#include "app/gallery/fixtures.h"
#include "app/gallery/made_runs.h"
#include "app/gallery/review_fixtures.h"
#include "app/home/home_page.h"
#include "app/launch/launch_dialog.h"
#include "app/main_window.h"
#include "app/review/change_model.h"
#include "app/review/diff_view.h"
#include "app/review/review_page.h"
#include "app/runs/runs_page.h"
#include "app/settings/settings_page.h"
#include "app/welcome/welcome_dialog.h"
#include "app/widgets/dark.h"
#include "tests/app/accessible_walk.h"

using namespace leadglass;
using namespace leadglass::app;
using leadglass::app::real::Walk;

namespace {

constexpr int kLong = 30'000;

Services servicesWith(bool some) {
    Services services = gallery::servicesOf(gallery::approvalScenes()[some ? 3 : 6]);
    gallery::addRuns(services, some);
    const auto history = gallery::servicesOf(gallery::activityScenes().front());
    services.activity = history.activity;
    services.audit = history.audit;
    services.history = "/home/anna/.local/share/leadglass/audit.db";
    return services;
}

struct Shown {
    Services services;
    Settings settings;
    QuestionFeed questions{services.approvals};
    RunFeed runs{services};
    MainWindow window{questions, runs, services, &settings};
    explicit Shown(bool some) : services(servicesWith(some)) {
        settings.change([some](Choices& choices) {
            if (some) {
                choices.silences = {{QStringLiteral("cdn.example.org:443"), {}, 4'000'000'000'000}};
            }
        });
        questions.start();
        runs.start();
        window.doctor().check();
        window.show();
    }
};

void settle() { QTest::qWait(250); }

#define VERIFY_WALK(widget)                                                       \
    do {                                                                          \
        Walk walk(widget);                                                        \
        const QStringList problems = walk.problems();                             \
        QVERIFY2(problems.isEmpty(), qPrintable(problems.join(QLatin1Char('\n')))); \
        QVERIFY(walk.controls() > 0);                                             \
    } while (false)

} // namespace

class TestAccessibility : public QObject {
    Q_OBJECT

private slots:
    void eachPageOfTheMainWindow_data() {
        QTest::addColumn<bool>("some");
        QTest::addColumn<int>("page");
        for (const bool some : {true, false}) {
            const Shown app(some);
            const auto* pages = app.window.findChild<QListView*>();
            for (int i = 0; i < pages->model()->rowCount(); ++i) {
                const QString name = pages->model()->index(i, 0).data().toString() + (some ? "" : ", with nothing in it");
                QTest::newRow(qPrintable(name)) << some << i;
            }
        }
    }
    void eachPageOfTheMainWindow() {
        QFETCH(bool, some);
        QFETCH(int, page);
        Shown app(some);
        auto* pages = app.window.findChild<QListView*>();
        settle();
        pages->setCurrentIndex(pages->model()->index(page, 0));
        settle();
        VERIFY_WALK(app.window);
    }

    void theCardOfAQuestion_data() {
        QTest::addColumn<int>("scene");
        const auto scenes = gallery::approvalScenes();
        for (std::size_t i = 0; i + 1 < scenes.size(); ++i) {
            QTest::newRow(scenes[i].name.c_str()) << static_cast<int>(i);
        }
    }
    void theCardOfAQuestion() {
        QFETCH(int, scene);
        const auto services = gallery::servicesOf(gallery::approvalScenes()[static_cast<std::size_t>(scene)]);
        QuestionFeed feed(services.approvals);
        ApprovalWindow window(feed, services);
        feed.start();
        window.show();
        QTRY_VERIFY_WITH_TIMEOUT(window.view().card().hasContext(), kLong);
        QTRY_VERIFY_WITH_TIMEOUT(window.view().card().armed(), kLong);
        VERIFY_WALK(window);
    }

    // What a client gets of it over AT-SPI: screen_reader.py.
    void whatIsSaidOfACardIsItsQuestionAndNothingOnceItIsCleared() {
        ApprovalCard card;
        GroupCard group;
        for (QWidget* each : std::initializer_list<QWidget*>{&card, &group}) {
            QCOMPARE(QAccessible::queryAccessibleInterface(each)->role(), QAccessible::Notification);
            QVERIFY(each->accessibleName().isEmpty());
        }
        auto question = gallery::approvalScenes().front().questions.front();
        card.setQuestion(question);
        QVERIFY2(card.accessibleName().contains("cdn.example.org : 443") && card.accessibleName().contains("node"), qPrintable(card.accessibleName()));
        question.id = "r.2";
        question.host = "next.example.org";
        card.setQuestion(question);
        QVERIFY2(card.accessibleName().contains("next.example.org : 443"), qPrintable(card.accessibleName()));
        auto more = question;
        more.id = "r.3";
        group.setQuestions({question, more});
        QVERIFY2(group.accessibleName().contains("2 host"), qPrintable(group.accessibleName()));
        card.clear(); // as where the screen is locked
        group.clear();
        QVERIFY(card.accessibleName().isEmpty() && group.accessibleName().isEmpty());
    }

    void theWindowOfANewRun() {
        const auto services = servicesWith(true);
        ShellEnvironment shell;
        LaunchDialog dialog(services, "/usr/bin/leadglass", {"/tmp"}, shell, {"claude", "/tmp", {}, {}, {}});
        dialog.show();
        settle();
        VERIFY_WALK(dialog);
    }

    void aReviewWithADiff_data() {
        QTest::addColumn<int>("scene");
        const auto scenes = gallery::reviewScenes();
        for (std::size_t i = 0; i < scenes.size(); ++i) {
            QTest::newRow(scenes[i].name.c_str()) << static_cast<int>(i);
        }
    }
    void aReviewWithADiff() {
        QFETCH(int, scene);
        const auto scenes = gallery::reviewScenes();
        const auto& shown = scenes[static_cast<std::size_t>(scene)];
        ReviewPage page(gallery::servicesOf(shown));
        page.show();
        QTRY_VERIFY_WITH_TIMEOUT(page.isIdle() && page.diff().isReady(), kLong);
        page.diff().setSideBySide(shown.sideBySide);
        settle();
        VERIFY_WALK(page);
    }

    void theFirstSteps() {
        const auto services = servicesWith(true);
        Settings settings;
        QuestionFeed feed(services.approvals);
        WelcomeDialog dialog(feed, services, settings);
        dialog.show();
        for (int screen = 0; screen < 3; ++screen) {
            dialog.showScreen(screen);
            settle();
            VERIFY_WALK(dialog);
        }
    }

    void textCanBeReadInLightAndDark_data() {
        QTest::addColumn<QPalette>("palette");
        QTest::newRow("light") << QApplication::style()->standardPalette();
        QTest::newRow("dark") << darkPalette();
    }
    void textCanBeReadInLightAndDark() {
        QFETCH(QPalette, palette);
        using P = QPalette;
        std::vector<std::pair<P::ColorRole, P::ColorRole>> pairs{{P::WindowText, P::Window}, {P::Text, P::Base}, {P::Text, P::AlternateBase},
                                                                 {P::ButtonText, P::Button}, {P::ToolTipText, P::ToolTipBase}};
        if (palette.color(P::Window).lightness() < 128) { // ours; the light one is the style's
            pairs.insert(pairs.end(), {{P::HighlightedText, P::Highlight}, {P::Link, P::Base}, {P::PlaceholderText, P::Base}});
        }
        for (const auto& [text, ground] : pairs) {
            for (const auto group : {P::Active, P::Inactive}) {
                const double ratio = contrast(palette.color(group, text), palette.color(group, ground));
                QVERIFY2(ratio >= 4.5, qPrintable(QStringLiteral("%1 on %2: %3").arg(text).arg(ground).arg(ratio)));
            }
        }
    }

    // An empty box against what lies around it: 3:1 (WCAG 2.1, 1.4.11).
    void anEmptyBoxIsSeenInLightAndDark_data() { textCanBeReadInLightAndDark_data(); }
    void anEmptyBoxIsSeenInLightAndDark() {
        QFETCH(QPalette, palette);
        if (palette.color(QPalette::Window).lightness() >= 128) {
            return; // as the style draws it
        }
        QCheckBox box;
        box.setPalette(palette);
        box.resize(box.sizeHint());
        const QImage image = box.grab().toImage();
        double most = 1;
        for (int x = 0; x < image.width(); ++x) {
            most = std::max(most, contrast(image.pixelColor(x, image.height() / 2), palette.color(QPalette::Window)));
        }
        QVERIFY2(most >= 3, qPrintable(QString::number(most)));
    }

    void noVerdictIsToldByColourAlone() {
        const auto scenes = gallery::activityScenes();
        ActivityPage page(gallery::servicesOf(scenes.front()));
        page.show();
        const auto& model = page.model();
        int mute = 0; // with a colour or a picture, and no word beside it
        const auto verdicts = [&] {
            int found = mute = 0;
            for (int row = 0; row < std::min(model.rowCount(), 50); ++row) {
                for (int column = 0; column < model.columnCount(); ++column) {
                    const auto index = model.index(row, column);
                    const auto colour = index.data(Qt::ForegroundRole), ground = index.data(Qt::BackgroundRole), picture = index.data(Qt::DecorationRole);
                    if (colour.isValid() || ground.isValid() || picture.isValid()) {
                        ++found;
                        mute += index.data(Qt::DisplayRole).toString().isEmpty() ? 1 : 0;
                    }
                }
            }
            return found;
        };
        QTRY_VERIFY_WITH_TIMEOUT(verdicts() > 0, kLong); // rows come after their number
        QCOMPARE(mute, 0);
    }
};

int main(int argc, char** argv) {
    QApplication app(argc, argv);
    QApplication::setStyle(QStringLiteral("fusion"));
    outlineBoxes();
    QAccessible::setActive(true);
    TestAccessibility tests;
    return QTest::qExec(&tests, argc, argv);
}
#include "tst_accessibility.moc"
