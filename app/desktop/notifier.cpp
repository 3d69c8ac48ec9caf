#include "app/desktop/notifier.h"

#include <QDeadlineTimer>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "app/approval/question_words.h"
#include "app/bridge/off_thread.h"
#include "app/widgets/text.h"

namespace leadglass::app {
namespace {

constexpr int kGathers = 400; // milliseconds

} // namespace

Notifier::Notifier(QuestionFeed& feed, const Services& services, Notifications& notifications, std::function<bool()> inSight,
                   Settings* settings, QObject* parent)
    : QObject(parent), m_feed(feed), m_makes(services.approvals), m_notifications(notifications), m_inSight(std::move(inSight)), m_settings(settings) {
    if (m_settings != nullptr) {
        connect(m_settings, &Settings::changed, this, &Notifier::retellAll);
    }
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &Notifier::remind);
    connect(&feed, &QuestionFeed::raised, this, [this](const api::PendingQuestion& question) {
        if (!question.quiet) {
            m_unlooked.push_back(question);
        }
        gather(QString::fromStdString(question.run));
    });
    connect(&feed, &QuestionFeed::changed, this, [this](const api::PendingQuestion& question) { gather(QString::fromStdString(question.run)); });
    connect(&feed, &QuestionFeed::closed, this, [this](const api::PendingQuestion& question) {
        const auto& left = m_feed.questions();
        const bool more = std::any_of(left.begin(), left.end(), [&](const auto& q) { return q.run == question.run; });
        const QString run = QString::fromStdString(question.run);
        more ? gather(run) : retell(run); // what needs nobody any more goes at once
    });
    m_gathers.setSingleShot(true);
    m_gathers.setInterval(kGathers);
    connect(&m_gathers, &QTimer::timeout, this, [this] {
        look();
        for (const auto& run : std::exchange(m_changed, {})) {
            retell(run);
        }
    });
    connect(&notifications, &Notifications::invoked, this, &Notifier::invoked);
    connect(&notifications, &Notifications::dismissed, this, [this](const QString& run) {
        if (const auto at = m_runs.find(run); at != m_runs.end()) {
            for (const auto& id : at->shown) {
                at->put_away.insert(QString::fromStdString(id));
            }
            schedule();
        }
    });
}

qint64 Notifier::now() const { return QDeadlineTimer::current().deadline(); }

void Notifier::setQuiet(bool quiet) {
    m_quiet = quiet;
    retellAll();
}

void Notifier::retellAll() {
    QSet<QString> runs;
    for (const auto& question : m_feed.questions()) {
        runs.insert(QString::fromStdString(question.run));
    }
    for (const auto& run : runs) {
        retell(run);
    }
}

void Notifier::setLocked(bool locked) {
    m_locked = locked;
    retellAll();
}

void Notifier::gather(const QString& run) {
    m_changed.insert(run);
    if (!m_gathers.isActive()) {
        m_gathers.start();
    }
}

void Notifier::retell(const QString& run) {
    std::vector<const api::PendingQuestion*> waiting, named, quiet;
    for (const auto& question : m_feed.questions()) {
        if (QString::fromStdString(question.run) != run || (m_settings != nullptr && m_settings->silences(question))) {
            continue;
        }
        if (question.quiet) {
            quiet.push_back(&question);
        } else {
            named.push_back(&question);
            if (question.state == "pending") {
                waiting.push_back(&question);
            }
        }
    }
    const auto& list = waiting.empty() ? named : waiting;
    if ((list.empty() && quiet.empty()) || m_quiet || !choices().tellQuestions) {
        m_notifications.close(run);
        m_runs.remove(run);
        schedule();
        return;
    }
    auto& state = m_runs[run];
    if (list.empty()) {
        tellOfQuiet(run, state, quiet);
        schedule();
        return;
    }
    const bool isNew = std::any_of(list.begin(), list.end(), [&](const auto* q) { return !state.put_away.contains(QString::fromStdString(q->id)); });
    if (!isNew || (m_inSight() && !m_notifications.isShown(run))) {
        return;
    }
    tell(run, state, list);
    schedule();
}

void Notifier::tell(const QString& run, OfRun& state, const std::vector<const api::PendingQuestion*>& waiting) {
    const auto& first = *waiting.front();
    const bool more = std::any_of(waiting.begin(), waiting.end(), [&](const auto* q) {
        return std::find(state.shown.begin(), state.shown.end(), q->id) == state.shown.end();
    });
    state.shown.clear();
    for (const auto* question : waiting) {
        state.shown.push_back(question->id);
    }
    state.digest = first.digest;
    if (more) {
        state.since = now();
        state.reminders = 0;
    }
    Notice notice;
    //: Summary of a notice. %1: profile of the agent
    notice.summary = tr("%1 asks").arg(shownOnce(first.profile, 40));
    const QString port = first.port == 0 ? QString() : QLatin1Char(':') + QString::number(first.port);
    const QString what = words::request(first, 160);
    notice.body = choices().nameHosts && !m_locked ? words::wants(first) + QLatin1Char(' ') + shownOnce(first.host, 300) + port + (what.isEmpty() ? QString() : QLatin1Char('\n') + what)
                                      : tr("A request waits for your answer.");
    if (waiting.size() > 1) {
        notice.body += QLatin1Char('\n') + tr("and %n more request(s)", nullptr, static_cast<int>(waiting.size()) - 1);
    } else if (first.state != "pending") {
        notice.body += QLatin1Char('\n') + tr("Refused for now; your answer counts for the next try.");
    }
    notice.critical = state.dangerous;
    //: Actions of a notice.
    notice.actions = QStringList{QStringLiteral("default"), tr("Review")};
    if (waiting.size() == 1 && !m_locked) {
        // Of this question: a server that is slow may still show it when another has taken its place.
        notice.actions << QStringLiteral("deny ") + QString::fromStdString(first.digest) << tr("Deny once");
        if (m_settings != nullptr) {
            //: Action of a notice: no more of them about this host for an hour.
            notice.actions << QStringLiteral("silence ") + QString::fromStdString(first.digest) << tr("Silent for 1 h");
        }
    }
    m_notifications.show(run, notice);
}

void Notifier::tellOfQuiet(const QString& run, OfRun& state, const std::vector<const api::PendingQuestion*>& quiet) {
    if (std::exchange(state.toldOfQuiet, true)) {
        return;
    }
    const auto& first = *quiet.front();
    state.shown = {first.id};
    state.digest.clear(); // of several none is denied unread
    state.reminders = static_cast<int>(kReminders.size());
    Notice notice;
    //: Summary of a notice. %1: profile of the agent
    notice.summary = tr("%1 asks often").arg(shownOnce(first.profile, 40));
    notice.body = tr("It no longer interrupts you. What it asks waits on the page, and is refused when nobody answers.");
    notice.actions = QStringList{QStringLiteral("default"), tr("Review")};
    m_notifications.show(run, notice);
}

// How dangerous it looks is known a moment later than that it is there.
void Notifier::look() {
    auto questions = std::exchange(m_unlooked, {});
    if (questions.empty()) {
        return;
    }
    std::vector<QString> runs;
    for (const auto& question : questions) {
        runs.push_back(QString::fromStdString(question.run));
    }
    offThread(
        this, [makes = m_makes, questions = std::move(questions)] { return makes()->contexts(questions); },
        [this, runs = std::move(runs)](const Result<std::vector<api::QuestionContext>>& contexts) {
            for (std::size_t i = 0; contexts && i < std::min(runs.size(), contexts->size()); ++i) {
                const auto at = m_runs.find(runs[i]);
                if (at != m_runs.end() && (*contexts)[i].risk == api::Risk::Dangerous && !at->dangerous) {
                    at->dangerous = true;
                    retell(runs[i]);
                }
            }
        },
        urgentThreads());
}

void Notifier::invoked(const QString& run, const QString& action, const QString& token) {
    const auto at = m_runs.find(run);
    if (at == m_runs.end() || at->shown.empty()) {
        return;
    }
    const bool isOfIt = !at->digest.empty() && action.section(QLatin1Char(' '), 1) == QString::fromStdString(at->digest);
    const QString does = action.section(QLatin1Char(' '), 0, 0);
    if (isOfIt && does == QLatin1String("silence") && m_settings != nullptr) {
        if (const auto* question = m_feed.find(at->shown.front())) {
            m_settings->silence(*question, SilenceFor::Hour);
        }
        return;
    }
    if (!isOfIt || does != QLatin1String("deny") || m_locked || at->shown.size() != 1) {
        emit reviewWanted(at->shown.front(), token);
        return;
    }
    api::QuestionAnswer no;
    no.id = at->shown.front();
    no.digest = at->digest;
    offThread(this, [makes = m_makes, no] { return makes()->answer(no); },
              [this, id = no.id](const Status& answered) {
                  if (!answered) { // it has changed, or is answered already: shown, not lost
                      emit reviewWanted(id, {});
                  }
              },
              urgentThreads());
}

std::size_t Notifier::nextReminder(int given) const {
    const auto wanted = choices().remind;
    auto next = static_cast<std::size_t>(given);
    while (next < wanted.size() && !wanted[next]) {
        ++next;
    }
    return next;
}

void Notifier::remind() {
    for (auto at = m_runs.begin(); at != m_runs.end(); ++at) {
        const std::size_t next = nextReminder(at->reminders);
        if (next < kReminders.size() && now() >= at->since + kReminders[next] * m_minute && m_notifications.isShown(at.key())) {
            at->reminders = static_cast<int>(next) + 1;
            if (!m_inSight()) {
                m_notifications.remind(at.key());
            }
        }
    }
    schedule();
}

void Notifier::schedule() {
    qint64 soonest = std::numeric_limits<qint64>::max();
    for (auto at = m_runs.begin(); at != m_runs.end(); ++at) {
        const std::size_t next = nextReminder(at->reminders);
        if (next < kReminders.size() && m_notifications.isShown(at.key())) {
            soonest = std::min(soonest, at->since + kReminders[next] * m_minute);
        }
    }
    if (soonest == std::numeric_limits<qint64>::max()) {
        m_timer.stop();
    } else {
        m_timer.start(static_cast<int>(std::max<qint64>(soonest - now(), 1)));
    }
}

} // namespace leadglass::app
