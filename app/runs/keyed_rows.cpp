#include "app/runs/keyed_rows.h"

#include <QHeaderView>
#include <QTreeView>

#include <algorithm>

#include "app/widgets/icons.h"

namespace leadglass::app {

KeyedRows::KeyedRows(const QStringList& headers, const QList<int>& numbers, QObject* parent)
    : QAbstractTableModel(parent), m_headers(headers), m_numbers(numbers) {}

// Row by row into the new order: what is there already is moved and not made anew.
void KeyedRows::setRows(const QList<KeyedRow>& rows) {
    for (int at = static_cast<int>(m_rows.size()) - 1; at >= 0; --at) {
        if (std::none_of(rows.begin(), rows.end(), [&](const auto& row) { return row.key == m_rows[at].key; })) {
            beginRemoveRows({}, at, at);
            m_rows.removeAt(at);
            endRemoveRows();
        }
    }
    for (int at = 0; at < rows.size(); ++at) {
        int from = at;
        while (from < m_rows.size() && m_rows[from].key != rows[at].key) {
            ++from;
        }
        if (from == m_rows.size()) {
            beginInsertRows({}, at, at);
            m_rows.insert(at, rows[at]);
            endInsertRows();
            continue;
        }
        if (from > at) {
            beginMoveRows({}, from, from, {}, at);
            m_rows.move(from, at);
            endMoveRows();
        }
        if (!(m_rows[at] == rows[at])) {
            m_rows[at] = rows[at];
            emit dataChanged(index(at, 0), index(at, columnCount() - 1));
        }
    }
}

QString KeyedRows::keyAt(int row) const { return row >= 0 && row < m_rows.size() ? m_rows[row].key : QString(); }

int KeyedRows::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }

int KeyedRows::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_headers.size()); }

QVariant KeyedRows::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const KeyedRow& row = m_rows[index.row()];
    const QString text = row.cells.value(index.column());
    switch (role) {
        case Qt::DisplayRole: return text;
        case Qt::DecorationRole: return index.column() == 0 && !row.icon.isEmpty() ? QVariant(icon(row.icon)) : QVariant();
        case Qt::ToolTipRole: // plain: tool tips guess whether they are markup
            return QStringLiteral("<qt>%1</qt>").arg(text.toHtmlEscaped());
        case Qt::TextAlignmentRole: return m_numbers.contains(index.column()) ? QVariant(Qt::AlignTrailing | Qt::AlignVCenter) : QVariant();
        default: return {};
    }
}

QVariant KeyedRows::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant((m_numbers.contains(section) ? Qt::AlignTrailing : Qt::AlignLeading) | Qt::AlignVCenter);
    }
    return role == Qt::DisplayRole ? QVariant(m_headers.value(section)) : QVariant();
}

QTreeView* viewOf(QAbstractItemModel& model, const QString& name, int wide) {
    auto* view = new QTreeView;
    view->setModel(&model);
    view->setRootIsDecorated(false);
    view->setUniformRowHeights(true);
    view->setAlternatingRowColors(true);
    view->setAllColumnsShowFocus(true);
    view->setTextElideMode(Qt::ElideMiddle);
    view->setAccessibleName(name);
    view->header()->setStretchLastSection(false);
    view->header()->setSectionResizeMode(QHeaderView::Interactive);
    view->header()->setSectionResizeMode(wide, QHeaderView::Stretch);
    return view;
}

} // namespace leadglass::app
