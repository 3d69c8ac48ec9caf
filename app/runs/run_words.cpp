#include "app/runs/run_words.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFileInfo>
#include <QLocale>
#include <QStringList>

#include "app/widgets/text.h"

namespace leadglass::app::words {
namespace {

struct Run {
    Q_DECLARE_TR_FUNCTIONS(Run)
};

constexpr std::int64_t kMillisecond = 1'000'000;
constexpr int kSignals = 128, kLimit = 124, kRefused = 125;

} // namespace

QString runState(const api::RunInfo& run, int waiting) {
    if (run.state == "running") {
        return waiting > 0 ? Run::tr("needs you", "state of a run") : Run::tr("at work", "state of a run");
    }
    if (run.state == "ended") {
        return Run::tr("finished, with changes to review", "state of a run");
    }
    if (run.state == "torn") {
        return Run::tr("the machine stopped before it ended", "state of a run");
    }
    if (run.state == "applied") {
        return Run::tr("applied", "state of a run");
    }
    if (run.state == "partly_applied") {
        return Run::tr("partly applied, the rest to review", "state of a run");
    }
    if (run.state == "decided") {
        return Run::tr("decided for your version", "state of a run");
    }
    if (run.state == "undone") {
        return Run::tr("undone", "state of a run");
    }
    return run.state == "damaged" ? Run::tr("cannot be read", "state of a run") : Run::tr("discarded", "state of a run");
}

QString runIcon(const api::RunInfo& run, int waiting) {
    return run.state == "running"          ? waiting > 0 ? QStringLiteral("approvals") : QStringLiteral("tray-running")
           : run.state == "torn"           ? QStringLiteral("risk-unusual")
           : run.state == "damaged"        ? QStringLiteral("risk-dangerous")
           : run.state == "applied"        ? QStringLiteral("allowed")
           : run.state == "partly_applied" ? QStringLiteral("partly")
           : run.state == "ended"          ? QStringLiteral("review")
                                           : QStringLiteral("undo");
}

QString runTitle(const api::RunInfo& run) {
    if (run.command.empty() && run.project.empty()) {
        return shown(run.id, 40);
    }
    const std::string name = run.command.empty() ? run.profile : run.command.front();
    //: A run. %1: its program; %2: the project's folder
    return Run::tr("%1 in %2").arg(shown(name.substr(name.rfind('/') + 1), 40), shownPath(run.project, 80));
}

QString runCommand(const api::RunInfo& run) {
    QStringList words;
    for (const auto& word : run.command) {
        words.append(shown(word, 200));
    }
    return words.join(QLatin1Char(' ')).left(600);
}

QString runTime(std::int64_t wallNanos) {
    if (wallNanos == 0) {
        return {};
    }
    const auto time = QDateTime::fromMSecsSinceEpoch(wallNanos / kMillisecond);
    const QString clock = QLocale().toString(time.time(), QLocale::ShortFormat);
    if (time.date() == QDate::currentDate()) {
        //: %1: a time of day
        return Run::tr("today, %1").arg(clock);
    }
    return QLocale().toString(time.date(), QLocale::ShortFormat) + QLatin1Char(' ') + clock;
}

QString runEnd(const api::RunInfo& run) {
    if (run.ended == 0) {
        return {};
    }
    if (run.exitStatus == 0) {
        return Run::tr("by itself, successfully");
    }
    if (run.exitStatus == kLimit) {
        return Run::tr("a limit ended it, or it ended with status 124");
    }
    if (run.exitStatus == kRefused) {
        return Run::tr("Leadglass could not do what was asked, or it ended with status 125");
    }
    if (run.exitStatus > kSignals) {
        //: %1: number of a signal
        return Run::tr("by signal %1").arg(run.exitStatus - kSignals);
    }
    return Run::tr("with status %1").arg(run.exitStatus);
}

} // namespace leadglass::app::words
