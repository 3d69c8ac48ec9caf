// EventModel: what the loader answers, and rows that come while a person looks.
#include "app/activity/event_model.h"

#include <algorithm>

namespace leadglass::app {
namespace {

constexpr qint64 kPageRows = RowLoader::kPageRows;

} // namespace

int EventModel::waiting() const {
    return m_sought.isAnything() ? static_cast<int>(m_bounds.newest - m_shown) : static_cast<int>(m_waiting.size());
}

void EventModel::setHolding(bool is) { m_holding = is; }

void EventModel::takeIn() {
    if (m_sought.isAnything()) {
        if (m_bounds.newest > m_shown) {
            beginInsertRows({}, 0, static_cast<int>(m_bounds.newest - m_shown) - 1);
            m_shown = m_bounds.newest;
            endInsertRows();
        }
    } else if (!m_waiting.isEmpty()) {
        prepend(std::exchange(m_waiting, {}));
    }
    emit waitingChanged(0);
}

void EventModel::take(const api::ActivityBounds& bounds, const QString& error) {
    const bool changes = error != m_error || !m_looked || bounds.newest != m_bounds.newest || bounds.oldest != m_bounds.oldest;
    const bool other = m_looked && error.isEmpty() && (bounds.opened != m_bounds.opened || bounds.newest < m_bounds.newest || bounds.oldest < m_bounds.oldest);
    if (!error.isEmpty()) { // what was read stays
        m_looked = true;
        if (m_found.empty() || m_sought.isAnything()) {
            m_error = error;
        }
        if (changes) {
            emit stateChanged();
        }
        return;
    }
    const bool hadError = !m_error.isEmpty();
    const bool wasEmpty = m_bounds.newest == 0;
    const bool isNewer = bounds.newest > m_bounds.newest;
    m_bounds = bounds;
    if (m_sought.isAnything()) {
        m_error.clear();
    }
    if (!m_looked || other || (wasEmpty && isNewer)) {
        m_looked = true;
        restart();
        emit stateChanged();
        return;
    }
    if (m_sought.isAnything() && bounds.oldest > m_oldest && m_shown >= bounds.oldest) { // pruned
        beginRemoveRows({}, static_cast<int>(m_shown - bounds.oldest) + 1, rowCount() - 1);
        m_oldest = bounds.oldest;
        endRemoveRows();
    }
    m_behind = m_behind || isNewer;
    if (m_behind && !m_sought.isAnything() && !m_fetchingNewer && !m_fetching) {
        m_behind = false;
        search(true);
    } else if (isNewer && m_sought.isAnything()) {
        m_holding ? emit waitingChanged(waiting()) : takeIn();
    }
    if (hadError && rowCount() > 0) { // what could not be read is asked for again
        emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
    }
    if (changes) {
        emit stateChanged();
    }
}

void EventModel::take(const LoadedPage& page) {
    if (page.generation != m_generation) {
        return;
    }
    if (!page.error.isEmpty()) {
        m_error = page.error;
        (page.newer ? m_fetchingNewer : m_fetching) = false;
        m_asked.remove(page.key);
        emit stateChanged();
        return;
    }
    if (m_sought.isAnything()) {
        keep(page.key, page.lines, page.last);
        const int top = static_cast<int>(qMax<qint64>(0, m_shown - (page.key + 1) * kPageRows));
        const int bottom = static_cast<int>(qMin<qint64>(rowCount() - 1, m_shown - page.key * kPageRows - 1));
        if (top <= bottom) {
            emit dataChanged(index(top, 0), index(bottom, kColumns - 1));
        }
    } else if (page.newer) {
        takeNewer(page);
    } else if (page.key != 0) { // one that had left the memory
        const auto found = std::find_if(m_found.begin(), m_found.end(), [&](const Found& f) { return f.key == page.key; });
        if (found != m_found.end()) {
            keep(page.key, page.lines.first(qMin<qsizetype>(page.lines.size(), found->count)), 0);
            emit dataChanged(index(found->first, 0), index(found->first + found->count - 1, kColumns - 1));
        }
    } else {
        takeFound(page);
    }
}

void EventModel::takeFound(const LoadedPage& page) {
    m_fetching = false;
    m_covered = page.covered;
    // Where the index does not reach further yet, the search goes on from there when it does.
    m_next = page.next;
    if (!page.lines.isEmpty()) {
        const int first = rowCount();
        const auto count = static_cast<int>(page.lines.size());
        beginInsertRows({}, first, first + count - 1);
        m_found.push_back({++m_lastKey, page.before, first, count, page.lines.first().id});
        keep(m_lastKey, page.lines, 0);
        endInsertRows();
    }
    emit stateChanged();
}

void EventModel::take(const api::ActivityCovered& covered) {
    const qint64 from = m_covered.oldest;
    const bool further = !m_sought.isAnything() && m_sought.needsIndex() && !m_fetching && m_next == 0 && from > 0 && covered.oldest < from;
    if (!m_sought.isAnything() && !m_fetching) {
        m_covered = covered;
    }
    if (further) {
        m_next = from;
        if (rowCount() < kPageRows) { // else the view asks where the person scrolls to
            search(false);
        }
    }
    emit stateChanged();
}

// The newest page of those that fit: what of it is new waits, or comes in.
void EventModel::takeNewer(const LoadedPage& page) {
    m_fetchingNewer = false;
    const qint64 shown = m_found.empty() ? 0 : m_found.front().top;
    const qint64 known = qMax(m_top, m_waiting.isEmpty() ? shown : m_waiting.first().id);
    QList<EventLine> fresh;
    for (const auto& line : page.lines) {
        if (line.id > known) {
            fresh.append(line);
        }
    }
    if (fresh.isEmpty()) {
        return;
    }
    if (fresh.size() >= kPageRows) { // more came than one page: from the start
        restart();
        emit stateChanged();
        return;
    }
    if (m_holding) {
        m_waiting = fresh + m_waiting;
        emit waitingChanged(waiting());
    } else {
        prepend(fresh);
    }
}

void EventModel::prepend(const QList<EventLine>& lines) {
    const auto count = static_cast<int>(lines.size());
    beginInsertRows({}, 0, count - 1);
    for (auto& found : m_found) {
        found.first += count;
    }
    m_found.insert(m_found.begin(), {++m_lastKey, lines.first().id + 1, 0, count, lines.first().id});
    keep(m_lastKey, lines, 0);
    endInsertRows();
    emit stateChanged();
}

} // namespace leadglass::app
