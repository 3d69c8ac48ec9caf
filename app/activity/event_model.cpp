#include "app/activity/event_model.h"

#include <algorithm>

#include "app/widgets/icons.h"

namespace leadglass::app {
namespace {

constexpr qint64 kPageRows = RowLoader::kPageRows;
constexpr qint64 kMostRows = 1'000'000'000; // rows of a table are ints

} // namespace

EventModel::EventModel(RowLoader& loader, QObject* parent) : QAbstractTableModel(parent), m_loader(loader) {
    m_bold.setBold(true); // the size and family are the view's
    m_icons[static_cast<int>(EventLine::Verdict::Allow)] = icon(QStringLiteral("allowed"));
    m_icons[static_cast<int>(EventLine::Verdict::Deny)] = icon(QStringLiteral("denied"));
    m_icons[static_cast<int>(EventLine::Verdict::Ask)] = icon(QStringLiteral("approvals"));
    m_icons[static_cast<int>(EventLine::Verdict::Alert)] = icon(QStringLiteral("sighting"));
    connect(&loader, &RowLoader::looked, this, qOverload<const api::ActivityBounds&, const QString&>(&EventModel::take));
    connect(&loader, &RowLoader::loaded, this, qOverload<const LoadedPage&>(&EventModel::take));
    connect(&loader, &RowLoader::covered, this, qOverload<const api::ActivityCovered&>(&EventModel::take));
}

void EventModel::setActive(bool is) {
    m_active = is;
    m_loader.setTakingUp(m_active && m_sought.needsIndex());
}

void EventModel::setSought(const api::ActivitySought& sought) {
    m_sought = sought;
    restart();
    emit stateChanged();
}

void EventModel::restart() {
    m_loader.forget();
    beginResetModel();
    ++m_generation;
    m_pages.clear();
    m_asked.clear();
    m_found.clear();
    m_waiting.clear();
    m_next = 0;
    m_fetching = m_fetchingNewer = m_behind = false;
    m_covered = {};
    m_error.clear();
    m_shown = m_top = m_bounds.newest;
    m_oldest = qMax<qint64>(m_bounds.oldest, m_shown - kMostRows);
    endResetModel();
    emit waitingChanged(0);
    if (!m_sought.isAnything()) {
        search(false);
    }
    m_loader.setTakingUp(m_active && m_sought.needsIndex());
}

void EventModel::search(bool newer) {
    (newer ? m_fetchingNewer : m_fetching) = true;
    m_loader.want({m_generation, 0, newer, 0, 0, m_sought, newer ? 0 : m_next});
}

int EventModel::rowCount(const QModelIndex& parent) const {
    if (parent.isValid()) {
        return 0;
    }
    if (m_sought.isAnything()) {
        return m_shown > 0 ? static_cast<int>(m_shown - m_oldest + 1) : 0;
    }
    return m_found.empty() ? 0 : m_found.back().first + m_found.back().count;
}

int EventModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

const EventModel::Found* EventModel::foundAt(int row) const {
    auto after = std::upper_bound(m_found.begin(), m_found.end(), row, [](int r, const Found& found) { return r < found.first; });
    return after == m_found.begin() ? nullptr : &*(after - 1);
}

qint64 EventModel::keyOf(int row) const {
    if (m_sought.isAnything()) {
        return (m_shown - row - 1) / kPageRows;
    }
    const auto* found = foundAt(row);
    return found == nullptr ? -1 : found->key;
}

const EventLine* EventModel::lineAt(int row) const {
    const auto page = m_pages.find(keyOf(row));
    if (page == m_pages.end()) {
        return nullptr;
    }
    page->used = ++m_uses;
    if (!m_sought.isAnything()) {
        const qsizetype at = row - foundAt(row)->first;
        return at < page->lines.size() ? &page->lines[at] : nullptr;
    }
    const qint64 id = m_shown - row;
    const auto line = std::lower_bound(page->lines.cbegin(), page->lines.cend(), id, [](const EventLine& l, qint64 sought) { return l.id > sought; });
    return line != page->lines.cend() && line->id == id ? &*line : nullptr;
}

qint64 EventModel::idAt(int row) const {
    if (m_sought.isAnything()) {
        return row >= 0 && row < rowCount() ? m_shown - row : 0;
    }
    const auto* line = row >= 0 && row < rowCount() ? lineAt(row) : nullptr;
    return line == nullptr ? 0 : line->id;
}

int EventModel::rowOf(qint64 id) const {
    if (m_sought.isAnything()) {
        return id >= m_oldest && id <= m_shown ? static_cast<int>(m_shown - id) : -1;
    }
    for (const auto& found : m_found) {
        const auto page = m_pages.constFind(found.key);
        for (qsizetype i = 0; page != m_pages.constEnd() && i < page->lines.size(); ++i) {
            if (page->lines[i].id == id) {
                return found.first + static_cast<int>(i);
            }
        }
    }
    return -1;
}

void EventModel::ask(qint64 key) const {
    if (m_asked.contains(key)) {
        return;
    }
    m_asked.insert(key);
    PageRequest request{m_generation, key, false, 0, 0, m_sought, 0};
    if (m_sought.isAnything()) {
        request.first = qMax(m_oldest, key * kPageRows + 1);
        request.last = qMin(m_shown, (key + 1) * kPageRows);
    } else {
        const auto found = std::find_if(m_found.begin(), m_found.end(), [key](const Found& f) { return f.key == key; });
        request.before = found->before > 0 ? found->before : found->top + 1; // the rows of then, not what came since
    }
    m_asked.remove(m_loader.want(std::move(request)));
}

QVariant EventModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    if (role == kIdRole) {
        return idAt(index.row());
    }
    if (role != Qt::DisplayRole && role != Qt::DecorationRole && role != Qt::FontRole) {
        return {};
    }
    const EventLine* line = lineAt(index.row());
    const qint64 key = keyOf(index.row());
    if (role == Qt::FontRole) {
        return line != nullptr && line->verdict == EventLine::Verdict::Alert ? QVariant(m_bold) : QVariant();
    }
    if (line == nullptr) {
        const auto page = m_pages.constFind(key);
        const bool isThere = page != m_pages.constEnd() && (!m_sought.isAnything() || m_shown - index.row() <= page->last);
        if (!isThere) {
            ask(key);
            return role == Qt::DisplayRole && index.column() == 0 ? QVariant(QStringLiteral("…")) : QVariant();
        }
        const bool tells = role == Qt::DisplayRole && index.column() == static_cast<int>(Column::Subject);
        //: In place of a row. %1: its number
        return tells ? tr("Row %1 is damaged or missing: verify the history").arg(m_shown - index.row()) : QVariant();
    }
    if (role == Qt::DecorationRole) {
        const bool has = index.column() == static_cast<int>(Column::Verdict) && line->verdict != EventLine::Verdict::None;
        return has ? QVariant(m_icons[static_cast<int>(line->verdict)]) : QVariant();
    }
    return line->cells[static_cast<std::size_t>(index.column())];
}

QVariant EventModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (static_cast<Column>(section)) {
        case Column::Time: return tr("Time");
        case Column::Run: return tr("Run");
        case Column::What: return tr("What");
        case Column::Verdict: return tr("Verdict");
        case Column::Subject: return tr("Subject");
        case Column::Why: return tr("Why");
        case Column::Process: return tr("Process");
    }
    return {};
}

void EventModel::keep(qint64 key, const QList<EventLine>& lines, qint64 last) {
    m_pages[key] = {lines, last, ++m_uses};
    m_asked.remove(key);
    while (m_pages.size() > kPages) {
        const auto oldest = std::min_element(m_pages.begin(), m_pages.end(), [](const Page& a, const Page& b) { return a.used < b.used; });
        m_pages.erase(oldest);
    }
}

bool EventModel::canFetchMore(const QModelIndex& parent) const { return !parent.isValid() && !m_sought.isAnything() && m_next > 0 && !m_fetching; }

void EventModel::fetchMore(const QModelIndex& parent) {
    if (canFetchMore(parent)) {
        search(false);
        emit stateChanged();
    }
}

} // namespace leadglass::app
