#include "app/activity/row_loader.h"

#include <algorithm>

namespace leadglass::app {
namespace {

constexpr std::size_t kMostWaiting = 16; // pages: some screens full
constexpr int kSlice = 2000;             // rows that the index takes up at a time: some 0.1 s
constexpr int kMostSlices = 20;          // before a search; the rest comes in the background
constexpr int kCountFor = 10;            // milliseconds at a time: a page that is wanted meanwhile waits for it
constexpr int kTellEvery = 10;           // times: of a time line that is not whole yet
constexpr int kTries = 3;                // an interrupt() may hit the request after the one that it was for

} // namespace

RowLoader::RowLoader(Maker<api::ActivityService> makes, QObject* parent) : QObject(parent), m_makes(std::move(makes)) {
    m_thread = std::jthread([this](const std::stop_token& stop) { work(stop); });
}

RowLoader::~RowLoader() {
    m_thread.request_stop();
    forget();
}

void RowLoader::look() {
    const std::lock_guard lock(m_guard);
    m_look = true;
    m_changed.notify_all();
}

qint64 RowLoader::want(PageRequest request) {
    const std::lock_guard lock(m_guard);
    m_wanted.push_back(std::move(request));
    m_changed.notify_all();
    if (m_wanted.size() <= kMostWaiting) {
        return -1;
    }
    const qint64 dropped = m_wanted.front().newer ? -1 : m_wanted.front().key;
    m_wanted.pop_front();
    return dropped;
}

void RowLoader::forget() {
    const std::lock_guard lock(m_guard);
    m_wanted.clear();
    if (m_service && m_busy) {
        m_service->interrupt();
    }
}

void RowLoader::wantTimeline(const api::ActivitySought& sought) {
    const std::lock_guard lock(m_guard);
    m_timeline = sought;
    m_changed.notify_all();
}

void RowLoader::dropTimeline() {
    const std::lock_guard lock(m_guard);
    m_timeline.reset();
}

void RowLoader::setTakingUp(bool is) {
    const std::lock_guard lock(m_guard);
    m_takingUp = is;
    m_whole = false;
    m_changed.notify_all();
}

void RowLoader::work(const std::stop_token& stop) {
    {
        auto service = m_makes();
        const std::lock_guard lock(m_guard);
        m_service = std::move(service);
    }
    std::unique_lock lock(m_guard);
    while (!stop.stop_requested()) {
        m_changed.wait(lock, stop, [this] { return m_look || !m_wanted.empty() || m_timeline || (m_takingUp && !m_whole); });
        if (stop.stop_requested()) {
            return;
        }
        if (m_look) {
            m_look = false;
            lock.unlock();
            const auto bounds = m_service->bounds();
            const QString error = bounds ? QString() : QString::fromStdString(bounds.error().text());
            QMetaObject::invokeMethod(
                this, [this, is = bounds ? *bounds : api::ActivityBounds{}, error] { emit looked(is, error); }, Qt::QueuedConnection);
            lock.lock();
        } else if (!m_wanted.empty()) {
            const PageRequest request = std::move(m_wanted.back());
            m_wanted.pop_back();
            m_busy = true;
            lock.unlock();
            answer(request);
            lock.lock();
            m_busy = false;
        } else if (m_timeline) {
            const api::ActivitySought sought = *m_timeline;
            m_busy = true;
            lock.unlock();
            countSome(sought);
            lock.lock();
            m_busy = false;
        } else {
            m_busy = true;
            lock.unlock();
            bringFurther();
            lock.lock();
            m_busy = false;
        }
    }
}

// What came since the index was used last. Where it cannot be, find() says why.
void RowLoader::takeUpNewest() {
    const auto bounds = m_service->bounds();
    for (int i = 0; bounds && i < kMostSlices; ++i) {
        const auto taken = m_service->takeUp(kSlice);
        if (!taken || taken->newest >= bounds->newest) {
            return;
        }
    }
}

void RowLoader::answer(const PageRequest& request) {
    LoadedPage out;
    out.generation = request.generation;
    out.key = request.key;
    out.newer = request.newer;
    out.last = request.last;
    out.before = request.before;
    if (request.sought.isAnything()) {
        const auto rows = m_service->page(request.first, request.last);
        if (!rows) {
            out.error = QString::fromStdString(rows.error().text());
        } else {
            std::transform(rows->begin(), rows->end(), std::back_inserter(out.lines), words::line);
        }
    } else {
        for (int i = 0; i < kTries; ++i) {
            if (request.before == 0 && request.sought.needsIndex()) {
                takeUpNewest();
            }
            const auto found = m_service->find(request.sought, request.before, kPageRows);
            out.error = found ? QString() : QString::fromStdString(found.error().text());
            if (found) {
                std::transform(found->rows.begin(), found->rows.end(), std::back_inserter(out.lines), words::line);
                out.next = found->next;
                out.covered = found->covered;
            }
            if (found || found.error().code != Code::Busy) {
                break;
            }
        }
    }
    QMetaObject::invokeMethod(
        this, [this, out] { emit loaded(out); }, Qt::QueuedConnection);
}

void RowLoader::countSome(const api::ActivitySought& sought) {
    const auto counted = m_service->timeline(sought, kCountFor);
    const bool again = counted ? !counted->whole && !counted->waits : counted.error().code == Code::Busy;
    {
        const std::lock_guard lock(m_guard);
        if (!again && m_timeline == sought) {
            m_timeline.reset();
        }
    }
    if (!again || ++m_slices % kTellEvery == 0) { // what cannot be read has no time line; the table says why
        QMetaObject::invokeMethod(
            this, [this, sought, is = counted ? *counted : api::ActivityTimeline{}] { emit timeline(sought, is); }, Qt::QueuedConnection);
    }
}

void RowLoader::bringFurther() {
    const auto taken = m_service->takeUp(kSlice);
    const std::lock_guard lock(m_guard);
    if (!taken && taken.error().code == Code::Busy) {
        return; // interrupted for something that a person waits for, or another program makes it: again
    }
    m_whole = !taken || taken->whole;
    if (taken) {
        QMetaObject::invokeMethod(
            this, [this, is = *taken] { emit covered(is); }, Qt::QueuedConnection);
    }
}

} // namespace leadglass::app
