// Reads the history on a thread of its own, so that the table never waits for a disk or a lock.
//
// What is asked for last is read first, since a person looks at it; what nobody looks at any more is dropped. While nothing
// is asked for, the thread sleeps, or brings the search index further.
#pragma once

#include <QObject>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>

#include "app/activity/event_words.h"
#include "app/bridge/services.h"

namespace leadglass::app {

struct PageRequest {
    quint64 generation = 0; // of the model: an answer to an older one is dropped
    qint64 key = 0;
    bool newer = false; // what came since, in place of a page
    qint64 first = 0;   // ids, where nothing is sought
    qint64 last = 0;
    api::ActivitySought sought;
    qint64 before = 0;
};

struct LoadedPage {
    quint64 generation = 0;
    qint64 key = 0;
    bool newer = false;
    qint64 last = 0; // as asked
    qint64 before = 0;
    QList<EventLine> lines; // newest first
    qint64 next = 0;
    api::ActivityCovered covered;
    QString error;
};

class RowLoader : public QObject {
    Q_OBJECT
public:
    static constexpr int kPageRows = 256;
    explicit RowLoader(Maker<api::ActivityService> makes, QObject* parent = nullptr);
    ~RowLoader() override;

    // How many rows there are; looked() tells.
    void look();
    // The key of a page that is no longer waited for, since too much is; or -1.
    qint64 want(PageRequest request);
    // Ends what runs and drops what waits.
    void forget();
    // How many fit, by time, when nothing else is to do; timeline() tells, at first of a part and then of more.
    void wantTimeline(const api::ActivitySought& sought);
    void dropTimeline();
    // The index goes further while nothing else is to do, until it covers all.
    void setTakingUp(bool is);

signals:
    void looked(const leadglass::api::ActivityBounds& bounds, const QString& error);
    void loaded(const leadglass::app::LoadedPage& page);
    void covered(const leadglass::api::ActivityCovered& covered);
    void timeline(const leadglass::api::ActivitySought& sought, const leadglass::api::ActivityTimeline& timeline);

private:
    void work(const std::stop_token& stop);
    void answer(const PageRequest& request);
    void bringFurther();
    void countSome(const api::ActivitySought& sought);
    void takeUpNewest();

    Maker<api::ActivityService> m_makes;
    std::mutex m_guard; // of all below but the thread
    std::condition_variable_any m_changed;
    std::deque<PageRequest> m_wanted;
    std::optional<api::ActivitySought> m_timeline;
    bool m_look = false;
    bool m_takingUp = false;
    bool m_whole = false;
    bool m_busy = false;
    quint64 m_slices = 0; // of time lines; the thread's own
    std::unique_ptr<api::ActivityService> m_service; // made on the thread; only interrupt() is called from elsewhere
    std::jthread m_thread; // last: it ends before what it uses
};

} // namespace leadglass::app
