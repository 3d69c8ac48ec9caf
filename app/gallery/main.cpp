// leadglass-gallery: every window and state of the app, from made-up data; nothing of it asks or runs anything.
//
// leadglass-gallery [--shoot FOLDER] [--dark] [--font FACTOR] [--rtl] [--lang CODE | --pseudo]: shows them, or writes a PNG of each.
// leadglass-gallery --lint [...]: goes through all of them, and fails where a text is cut or (with --pseudo) was never translated.
#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QStyleFactory>
#include <QTableView>
#include <QTemporaryDir>

#include <cstdio>
#include <memory>

#include "app/activity/activity_page.h"
#include "app/approval/approval_card.h"
#include "app/approval/approval_window.h"
#include "app/doctor/doctor_page.h"
#include "app/gallery/activity_fixtures.h"
#include "app/gallery/fixtures.h"
#include "app/gallery/group_shots.h"
#include "app/gallery/guard_shots.h"
#include "app/gallery/made_runs.h"
#include "app/gallery/policy_shots.h"
#include "app/gallery/pseudo.h"
#include "app/gallery/registry_shots.h"
#include "app/gallery/review_shots.h"
#include "app/gallery/rule_shots.h"
#include "app/gallery/run_fixtures.h"
#include "app/gallery/run_shots.h"
#include "app/gallery/secret_shots.h"
#include "app/gallery/settings_shots.h"
#include "app/gallery/settle.h"
#include "app/gallery/terminal_shots.h"
#include "app/gallery/text_lint.h"
#include "app/home/home_page.h"
#include "app/launch/launch_dialog.h"
#include "app/main_window.h"
#include "app/runs/runs_page.h"
#include "app/widgets/dark.h"
#include "app/widgets/language.h"

using namespace leadglass::app;
using gallery::settle;

namespace {

struct Shown {
    gallery::Scene scene;
    Services services = gallery::servicesOf(scene);
    QuestionFeed feed{services.approvals};
    RunFeed runs{services};
    ApprovalWindow approvals{feed, services};
    MainWindow window{feed, runs, services};
    explicit Shown(gallery::Scene s) : scene(std::move(s)) {
        feed.start();
        runs.start();
    }
};

// Every page but the approvals, for a person with runs and for one who has just begun.
bool shootPages(const QDir& into);

struct ShownActivity {
    gallery::ActivityScene scene;
    ActivityPage page;
    explicit ShownActivity(gallery::ActivityScene s) : scene(std::move(s)), page(gallery::servicesOf(scene)) {
        page.resize(page.fontMetrics().averageCharWidth() * 150, page.fontMetrics().height() * 40);
        page.search(QString::fromStdString(scene.line));
        page.show();
    }
    void select() { page.table().setCurrentIndex(page.model().index(scene.select, 0)); }
};

bool shoot(QWidget& window, const QString& file) {
    if (window.grab().save(file)) {
        return true;
    }
    std::fprintf(stderr, "leadglass-gallery: cannot write '%s'\n", qUtf8Printable(file));
    return false;
}

bool shootPages(const QDir& into) {
    for (const bool some : {true, false}) {
        auto scene = gallery::approvalScenes()[some ? 0 : 6];
        auto services = gallery::servicesOf(scene);
        gallery::addRuns(services, some);
        gallery::addRunDetail(services);
        QuestionFeed questions(services.approvals);
        RunFeed runs(services);
        MainWindow window(questions, runs, services);
        window.doctor().check();
        questions.start();
        runs.start();
        window.show();
        ShellEnvironment shell;
        LaunchDialog dialog(services, QString::fromStdString(services.program), {"/home/anna/src/shop"}, shell, {"claude", {}, {}, {}, {}});
        dialog.show();
        settle(500);
        const QString ending = some ? QStringLiteral(".png") : QStringLiteral("-new.png");
        const std::pair<const char*, QWidget*> pages[] = {{"home", &window.home()}, {"runs", &window.runs()}, {"doctor", &window.doctor()}};
        for (const auto& [name, page] : pages) {
            window.showPage(page);
            settle(300);
            if (!shoot(window, into.filePath(QLatin1String(name) + ending))) {
                return false;
            }
        }
        if (!shoot(dialog, into.filePath(QStringLiteral("launch") + ending))) {
            return false;
        }
    }
    return true;
}

// False: something was found, and said.
bool tell(const gallery::TextLint* texts) {
    const QStringList problems = texts != nullptr ? texts->problems() : QStringList();
    for (const auto& each : problems) {
        std::fprintf(stderr, "%s\n", qUtf8Printable(each));
    }
    if (texts != nullptr) {
        std::fprintf(stderr, "leadglass-gallery: %d texts looked at, %d problem(s)\n", texts->looked(), static_cast<int>(problems.size()));
    }
    return problems.isEmpty() && (texts == nullptr || texts->looked() > 0);
}

} // namespace

int main(int argc, char** argv) {
    QApplication app(argc, argv);
    QCommandLineParser line;
    const QCommandLineOption folder("shoot", "Write a PNG of each into FOLDER, and end.", "FOLDER");
    const QCommandLineOption isDark("dark", "With a dark palette.");
    const QCommandLineOption font("font", "Letters FACTOR times as large.", "FACTOR", "1");
    const QCommandLineOption rightToLeft("rtl", "From right to left.");
    const QCommandLineOption language("lang", "In this language.", "CODE", "en");
    const QCommandLineOption isPseudo("pseudo", "In a made-up language: longer, with accents.");
    const QCommandLineOption lint("lint", "Say which texts are cut or were never translated, and end.");
    line.addOptions({folder, isDark, font, rightToLeft, language, isPseudo, lint});
    line.addHelpOption();
    line.process(app);
    QApplication::setStyle(QStyleFactory::create("Fusion"));
    outlineBoxes();
    if (line.isSet(isDark)) {
        QApplication::setPalette(darkPalette());
    }
    if (line.isSet(folder) && !QDir().mkpath(line.value(folder))) {
        std::fprintf(stderr, "leadglass-gallery: cannot make '%s'\n", qUtf8Printable(line.value(folder)));
        return 1;
    }
    speak(QLocale(line.value(language)));
    gallery::Pseudo words(line.isSet(rightToLeft));
    if (line.isSet(isPseudo)) {
        QCoreApplication::installTranslator(&words);
    }
    std::unique_ptr<gallery::TextLint> texts;
    if (line.isSet(lint)) {
        texts = std::make_unique<gallery::TextLint>(line.isSet(isPseudo));
    }
    QFont letters = QApplication::font();
    letters.setPointSizeF(letters.pointSizeF() * line.value(font).toDouble());
    QApplication::setFont(letters);
    QApplication::setLayoutDirection(line.isSet(rightToLeft) ? Qt::RightToLeft : Qt::LeftToRight);

    std::vector<std::unique_ptr<Shown>> all;
    for (auto& scene : gallery::approvalScenes()) {
        all.push_back(std::make_unique<Shown>(std::move(scene)));
        all.back()->window.show();
    }
    std::vector<std::unique_ptr<ShownActivity>> activity;
    for (auto& scene : gallery::activityScenes()) {
        activity.push_back(std::make_unique<ShownActivity>(std::move(scene)));
    }
    settle(500);
    for (const auto& shown : activity) {
        shown->select();
    }
    if (!line.isSet(folder) && !texts) {
        const auto reviews = gallery::showReviews();
        const auto terminals = gallery::showTerminals();
        return QApplication::exec();
    }
    const QTemporaryDir thrownAway;
    const QDir into(line.isSet(folder) ? line.value(folder) : thrownAway.path());
    settle(2500); // until each card can be answered
    for (const auto& shown : all) {
        const QString name = into.filePath(QString::fromStdString(shown->scene.name));
        if (!shoot(shown->window, name + "-page.png") || (shown->approvals.isVisible() && !shoot(shown->approvals, name + ".png"))) {
            return 1;
        }
    }
    for (const auto& shown : activity) {
        if (!shoot(shown->page, into.filePath(QString::fromStdString(shown->scene.name) + ".png"))) {
            return 1;
        }
    }
    for (const auto shootAll : {shootPages, gallery::shootGroups, gallery::shootGuard, gallery::shootPolicies, gallery::shootRegistries, gallery::shootReviews, gallery::shootRules, gallery::shootRuns, gallery::shootSecrets, gallery::shootSettings, gallery::shootTerminals}) {
        if (!shootAll(into)) {
            return 1;
        }
    }
    return tell(texts.get()) ? 0 : 1;
}
