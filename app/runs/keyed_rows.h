// A short table of things that are known by a key: what is selected stays selected while rows come, go and change their order.
#pragma once

#include <QAbstractTableModel>
#include <QIcon>
#include <QList>
#include <QStringList>

class QTreeView;

namespace leadglass::app {

struct KeyedRow {
    QString key;
    QStringList cells; // fit for a screen
    QString icon;      // of the first column, a file of app/icons; empty: none
    friend bool operator==(const KeyedRow&, const KeyedRow&) = default;
};

class KeyedRows : public QAbstractTableModel {
    Q_OBJECT
public:
    // `numbers`: columns that are aligned as numbers are.
    KeyedRows(const QStringList& headers, const QList<int>& numbers, QObject* parent = nullptr);

    void setRows(const QList<KeyedRow>& rows); // some hundred at most; keys are unique
    [[nodiscard]] QString keyAt(int row) const; // empty: none

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QStringList m_headers;
    QList<int> m_numbers;
    QList<KeyedRow> m_rows;
};

// A view of such a table, `wide` the column that takes what room is left. `name`: for a screen reader.
QTreeView* viewOf(QAbstractItemModel& model, const QString& name, int wide);

} // namespace leadglass::app
