#include "app/desktop/finish_notifier.h"

#include "app/runs/run_words.h"
#include "app/widgets/text.h"

namespace leadglass::app {
namespace {

const QString kPrefix = QStringLiteral("finished:"); // of the keys; questions have the run's id alone

} // namespace

FinishNotifier::FinishNotifier(RunFeed& runs, Settings& settings, Notifications& notifications, std::function<bool()> inSight, QObject* parent)
    : QObject(parent), m_runs(runs), m_settings(settings), m_notifications(notifications), m_inSight(std::move(inSight)) {
    connect(&runs, &RunFeed::changed, this, &FinishNotifier::look);
    connect(&notifications, &Notifications::dismissed, this, [this](const QString& key) { m_told.remove(key); });
    connect(&notifications, &Notifications::invoked, this, [this](const QString& key, const QString&, const QString& token) {
        const auto at = m_told.constFind(key);
        if (at != m_told.constEnd()) {
            emit runWanted(*at ? key.mid(kPrefix.size()).toStdString() : std::string(), token);
            m_told.erase(at);
            m_notifications.close(key);
        }
    });
}

void FinishNotifier::look() {
    for (auto at = m_live.begin(); at != m_live.end();) {
        const auto* run = m_runs.find(at.key().toStdString());
        if (run != nullptr && run->state == "running") {
            ++at;
            continue;
        }
        tell(run != nullptr ? *run : *at, run != nullptr);
        at = m_live.erase(at);
    }
    const QString rehearsal = m_settings.choices().rehearsal;
    for (const auto& run : m_runs.runs()) {
        const bool isRehearsal = !rehearsal.isEmpty() && QString::fromStdString(run.project).startsWith(rehearsal);
        if (run.state == "running") {
            if (!isRehearsal) { // somebody looks at that one
                m_live.insert(QString::fromStdString(run.id), run);
            }
        } else if (const QString key = kPrefix + QString::fromStdString(run.id);
                   m_told.contains(key) && run.state != "ended" && run.state != "torn") { // decided since
            m_told.remove(key);
            m_notifications.close(key);
        }
    }
}

void FinishNotifier::tell(const api::RunInfo& run, bool isKept) {
    if (!m_settings.choices().tellFinished || m_inSight()) {
        return;
    }
    const QString key = kPrefix + QString::fromStdString(run.id);
    Notice notice;
    //: Summary of a notice. %1: profile of the agent
    notice.summary = tr("%1 has ended").arg(shown(run.profile, 40));
    notice.body = words::runTitle(run) + QLatin1Char('\n') +
                  (isKept ? tr("What it changed waits for your review.") : tr("It left nothing to review."));
    notice.actions = QStringList{QStringLiteral("default"), isKept ? tr("Review") : tr("Open")};
    m_told.insert(key, isKept);
    m_notifications.show(key, notice);
}

} // namespace leadglass::app
