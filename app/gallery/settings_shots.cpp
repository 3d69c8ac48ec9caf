#include "app/gallery/settings_shots.h"

#include <QApplication>
#include <QDateTime>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>

#include <cstdio>

#include "app/approval/approval_card.h"
#include "app/approval/approval_window.h"
#include "app/approval/chords.h"
#include "app/gallery/fixtures.h"
#include "app/gallery/made_runs.h"
#include "app/settings/settings_page.h"
#include "app/welcome/welcome_dialog.h"

namespace leadglass::app::gallery {
namespace {

constexpr int kSettles = 300; // milliseconds

bool shoot(QWidget& window, const QString& file) {
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < kSettles) {
        QApplication::processEvents(QEventLoop::AllEvents, 20);
    }
    if (window.grab().save(file)) {
        return true;
    }
    std::fprintf(stderr, "leadglass-gallery: cannot write '%s'\n", qUtf8Printable(file));
    return false;
}

class MadeAudit final : public api::AuditService {
public:
    Result<std::vector<audit::Row>> list(const api::AuditQuery&) override { return none(); }
    Result<audit::Row> show(std::int64_t) override { return none(); }
    Result<api::AuditReport> verify(const std::function<bool(std::int64_t, std::int64_t)>&) override { return none(); }
    Result<api::PruneResult> prune(const api::PruneRequest&) override { return none(); }
    Result<api::SetAsideResult> setAside() override { return none(); }

private:
    static Error none() { return makeError(Code::Conflict, "this is the gallery: nothing is done here"); }
};

Services servicesOf(bool some) {
    Services services = servicesOf(approvalScenes().back());
    addRuns(services, some);
    services.audit = [] { return std::make_unique<MadeAudit>(); };
    services.history = "/home/anna/.local/share/leadglass/audit.db";
    return services;
}

bool shootPage(const QDir& into, bool some) {
    QTemporaryDir kept;
    if (!some) { // one that was damaged
        QFile file(kept.filePath(QStringLiteral("app.json")));
        if (file.open(QIODevice::WriteOnly)) {
            file.write("{ \"version\": 1, \"language\": ");
        }
    }
    Settings settings(some ? std::string() : kept.path().toStdString());
    if (some) {
        settings.change([](Choices& choices) {
            choices.silences = {{QStringLiteral("cdn.example.org:443"), {}, QDateTime::currentMSecsSinceEpoch() + 3'000'000},
                                {QStringLiteral("telemetry.example.com:443"), QStringLiteral("01k1f0examplerun0000"), 0}};
            choices.armsByChord = true;
            choices.terminal = QStringLiteral("gone-terminal");
        });
    }
    SettingsPage page(settings, servicesOf(some));
    page.resize(page.fontMetrics().averageCharWidth() * 110, page.fontMetrics().height() * 56);
    page.show();
    return shoot(page, into.filePath(some ? QStringLiteral("settings.png") : QStringLiteral("settings-damaged.png")));
}

bool shootWelcome(const QDir& into, bool some) {
    const Services services = servicesOf(some);
    Settings settings;
    QuestionFeed questions(services.approvals);
    WelcomeDialog dialog(questions, services, settings);
    dialog.show();
    for (int screen = 0; screen < 3; ++screen) {
        dialog.showScreen(screen);
        const QString name = QStringLiteral("welcome-%1%2.png").arg(screen + 1).arg(some ? QString() : QStringLiteral("-missing"));
        if (!shoot(dialog, into.filePath(name))) {
            return false;
        }
    }
    if (!some) {
        return true;
    }
    dialog.showScreen(1);
    using Stage = RehearsalState::Stage;
    const QString time = QStringLiteral("2026-11-30 18:03:05"), subject = Rehearsal::host() + QStringLiteral(":443");
    RehearsalState state{Stage::Asking, RehearsalState::File::NotThere, {}, {}, {}, true, {}};
    for (const auto& [stage, name] : {std::pair{Stage::Asking, "asking"}, std::pair{Stage::Done, "done"}, std::pair{Stage::Failed, "failed"}}) {
        state.stage = stage;
        if (stage == Stage::Done) {
            state.rows = {{time, QStringLiteral("Question"), QStringLiteral("asked"), subject, QStringLiteral("no rule allows it")},
                          {time, QStringLiteral("Answer"), QStringLiteral("blocked"), subject, QStringLiteral("you denied it")}};
        } else {
            state.rows.clear();
            state.trouble = QStringLiteral("leadglass: user namespaces are refused (install the AppArmor profile of the package)");
        }
        dialog.tellRehearsal(state);
        if (!shoot(dialog, into.filePath(QStringLiteral("welcome-2-%1.png").arg(QLatin1String(name))))) {
            return false;
        }
    }
    state.stage = Stage::Done;
    state.answered = false;
    state.trouble.clear();
    state.rows = {{time, QStringLiteral("Question"), QStringLiteral("asked"), subject, QStringLiteral("no rule allows it")},
                  {time, QStringLiteral("Answer"), QStringLiteral("blocked"), subject, QStringLiteral("not answered in time")}};
    dialog.tellRehearsal(state);
    return shoot(dialog, into.filePath(QStringLiteral("welcome-2-unanswered.png")));
}

// Allow waits for its chord.
bool shootByChord(const QDir& into) {
    const auto services = gallery::servicesOf(approvalScenes().front());
    setChords({chords().deny, chords().allow, true});
    QuestionFeed questions(services.approvals);
    ApprovalWindow window(questions, services);
    questions.start();
    QElapsedTimer timer;
    timer.start();
    while (!(window.isVisible() && window.view().card().hasContext()) && timer.elapsed() < 5000) { // it comes up by itself
        QApplication::processEvents(QEventLoop::AllEvents, 20);
    }
    const bool is = shoot(window, into.filePath(QStringLiteral("approval-by-chord.png")));
    setChords({});
    return is;
}

} // namespace

bool shootSettings(const QDir& into) {
    return shootPage(into, true) && shootPage(into, false) && shootWelcome(into, true) && shootWelcome(into, false) && shootByChord(into);
}

} // namespace leadglass::app::gallery
