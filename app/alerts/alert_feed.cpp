#include "app/alerts/alert_feed.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

#include <algorithm>

#include "app/bridge/off_thread.h"
#include "app/bridge/own_file.h"
#include "app/widgets/text.h"

namespace leadglass::app {
namespace {

constexpr int kLooks = 1500; // milliseconds, while a run is live
constexpr qint64 kPage = 1000; // rows
constexpr std::size_t kMostMark = 4096;

// -1: none; a file that is none of ours is one that says nothing, and is written anew when the person looks.
qint64 readMark(const QString& file) {
    const auto read = file.isEmpty() ? Result<std::optional<QByteArray>>(std::nullopt) : readOwnFile(file, kMostMark);
    if (!read || !*read) {
        return -1;
    }
    return QJsonDocument::fromJson(**read).object().value(QLatin1String("seen")).toInteger(-1);
}

} // namespace

AlertFeed::AlertFeed(RunFeed& runs, const Services& services, QObject* parent)
    : QObject(parent), m_runs(runs), m_makes(services.activity),
      m_file(services.state.empty() ? QString() : QFile::decodeName(QByteArray::fromStdString(services.state)) + QStringLiteral("/app-alerts.json")) {
    m_timer.setSingleShot(true);
    m_timer.setInterval(kLooks);
    connect(&m_timer, &QTimer::timeout, this, &AlertFeed::look);
    connect(&runs, &RunFeed::changed, this, [this] {
        if (m_started) {
            look();
        }
    });
}

void AlertFeed::start() {
    if (!m_makes || m_started) {
        return;
    }
    m_started = true;
    m_looked = readMark(m_file);
    look();
}

// Runs on a worker thread.
AlertFeed::Looked AlertFeed::lookFrom(const Maker<api::ActivityService>& makes, qint64 after, bool fromNow) {
    Looked out;
    const auto service = makes();
    const auto bounds = service->bounds();
    if (!bounds) {
        return out; // the Activity page says what is wrong with the history
    }
    out.known = true;
    out.newest = bounds->newest;
    const qint64 begin = after > bounds->newest ? 0 : after; // another history lies there now
    const qint64 first = std::max<qint64>({begin + 1, bounds->oldest, bounds->newest - kMostRows + 1});
    for (qint64 last = bounds->newest; !fromNow && last >= first; last -= kPage) {
        const auto rows = service->page(std::max(first, last - kPage + 1), last);
        for (std::size_t i = 0; rows && i < rows->size(); ++i) {
            if ((*rows)[i].row.event.kind == audit::Kind::Sighting) {
                out.alerts.push_back(alertOf((*rows)[i].row.id, (*rows)[i].row.event));
            }
        }
    }
    return out;
}

void AlertFeed::look() {
    if (m_busy) {
        m_again = true;
        return;
    }
    m_busy = true;
    m_again = false;
    offThread(this, [makes = m_makes, after = m_looked] { return lookFrom(makes, after, after < 0); }, [this](const Looked& looked) { take(looked); },
              urgentThreads());
}

void AlertFeed::take(const Looked& looked) {
    m_busy = false;
    const bool first = m_looked < 0;
    if (looked.known) {
        m_looked = looked.newest;
        if (first) {
            remember(); // what comes while the app is away is told at its next start
        }
    }
    if (!looked.alerts.empty()) {
        m_count += static_cast<int>(looked.alerts.size());
        m_alerts.insert(m_alerts.begin(), looked.alerts.begin(), looked.alerts.end());
        m_alerts.resize(std::min(m_alerts.size(), kMost));
        emit raised();
        emit changed();
    }
    m_again ? look() : pace();
}

void AlertFeed::pace() {
    if (m_runs.live() > 0) {
        m_timer.start();
    } else {
        m_timer.stop();
    }
}

void AlertFeed::seen() {
    m_alerts.clear();
    m_count = 0;
    remember();
    emit changed();
}

void AlertFeed::remember() {
    if (m_file.isEmpty()) {
        return;
    }
    QDir().mkpath(QFileInfo(m_file).path());
    QSaveFile file(m_file);
    const QJsonObject json{{QStringLiteral("seen"), m_looked}};
    if (!file.open(QIODevice::WriteOnly) || file.write(QJsonDocument(json).toJson()) < 0 || !file.commit()) {
        //: %1: a file; %2: why
        emit failed(tr("'%1' cannot be written: %2. What you have seen is shown again at the next start.").arg(shownPath(m_file.toStdString()), file.errorString()));
    }
}

} // namespace leadglass::app
