// The history as a table: newest on top, of any length, a few pages of it in memory.
//
// Without anything sought there are as many rows as the history has, and a row's id is a matter of counting. With something
// sought there are as many as were found so far; fetchMore() brings more. data() never waits: what is not there yet is shown
// as such and asked for.
#pragma once

#include <QAbstractTableModel>
#include <QFont>
#include <QHash>
#include <QIcon>
#include <QSet>

#include <vector>

#include "app/activity/row_loader.h"

namespace leadglass::app {

class EventModel : public QAbstractTableModel {
    Q_OBJECT
public:
    static constexpr int kPages = 64; // in memory
    static constexpr int kIdRole = Qt::UserRole;

    // `loader`: borrowed.
    explicit EventModel(RowLoader& loader, QObject* parent = nullptr);

    // Only then does anything go on by itself: the search index comes further.
    void setActive(bool is);
    void setSought(const api::ActivitySought& sought);
    [[nodiscard]] const api::ActivitySought& sought() const { return m_sought; }
    // New rows wait until takeIn(), since a person reads what is there.
    void setHolding(bool is);
    [[nodiscard]] int waiting() const;
    void takeIn();

    // Of a row: 0 where it is not known yet.
    [[nodiscard]] qint64 idAt(int row) const;
    // Where a row lies now; -1: not among those that are there.
    [[nodiscard]] int rowOf(qint64 id) const;
    // Null where it is not in memory.
    [[nodiscard]] const EventLine* lineAt(int row) const;

    // How things are, for the words around the table.
    [[nodiscard]] bool isReady() const { return m_looked; } // the length is known
    [[nodiscard]] bool isSearching() const { return m_fetching; }
    [[nodiscard]] bool hasMore() const { return m_next > 0 || (!m_covered.whole && !m_sought.isAnything()); }
    [[nodiscard]] const api::ActivityCovered& covered() const { return m_covered; }
    [[nodiscard]] const api::ActivityBounds& bounds() const { return m_bounds; }
    [[nodiscard]] const QString& error() const { return m_error; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    [[nodiscard]] bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;

signals:
    void stateChanged();
    void waitingChanged(int rows);

private:
    struct Page {
        QList<EventLine> lines;
        qint64 last = 0; // up to where it was asked for
        quint64 used = 0;
    };
    struct Found { // one answer of a search; its rows can be asked for again
        qint64 key = 0;
        qint64 before = 0;
        int first = 0; // row
        int count = 0;
        qint64 top = 0; // id of its first row
    };

    void take(const api::ActivityBounds& bounds, const QString& error);
    void take(const LoadedPage& page);
    void takeFound(const LoadedPage& page);
    void takeNewer(const LoadedPage& page);
    void take(const api::ActivityCovered& covered);
    void restart();
    void keep(qint64 key, const QList<EventLine>& lines, qint64 last);
    void search(bool newer);
    void prepend(const QList<EventLine>& lines);
    void ask(qint64 key) const;
    [[nodiscard]] const Found* foundAt(int row) const;
    [[nodiscard]] qint64 keyOf(int row) const;

    RowLoader& m_loader;
    api::ActivitySought m_sought;
    quint64 m_generation = 1;
    api::ActivityBounds m_bounds; // as known; m_shown is as shown
    qint64 m_shown = 0;
    qint64 m_oldest = 1;
    bool m_looked = false;
    bool m_holding = false;
    bool m_active = false;
    QString m_error;

    std::vector<Found> m_found;
    qint64 m_top = 0; // the newest row when the search began
    qint64 m_lastKey = 0;
    qint64 m_next = 0;
    bool m_fetching = false;
    bool m_fetchingNewer = false;
    bool m_behind = false; // rows came that were not looked through yet
    api::ActivityCovered m_covered;
    QList<EventLine> m_waiting; // found, and held back

    mutable QHash<qint64, Page> m_pages; // when each was used last
    mutable QSet<qint64> m_asked;
    mutable quint64 m_uses = 0;
    QFont m_bold;
    QIcon m_icons[5]; // by verdict
};

} // namespace leadglass::app
