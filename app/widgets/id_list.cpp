#include "app/widgets/id_list.h"

#include <QListView>

#include <algorithm>

namespace leadglass::app {

void IdListModel::setIds(std::vector<std::string> ids) {
    if (ids == m_ids) {
        if (!m_ids.empty()) {
            emit dataChanged(index(0), index(static_cast<int>(m_ids.size()) - 1));
        }
        return;
    }
    beginResetModel();
    m_ids = std::move(ids);
    endResetModel();
}

int IdListModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_ids.size()); }

const std::string* IdListModel::idAt(const QModelIndex& index) const {
    return index.isValid() && index.row() < rowCount() ? &m_ids[static_cast<std::size_t>(index.row())] : nullptr;
}

QModelIndex IdListModel::indexOf(const std::string& id) const {
    const auto at = std::find(m_ids.begin(), m_ids.end(), id);
    return at == m_ids.end() ? QModelIndex() : index(static_cast<int>(at - m_ids.begin()));
}

QListView* listOf(IdListModel& model, const QString& name) {
    auto* list = new QListView;
    list->setModel(&model);
    list->setUniformItemSizes(true);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list->setTextElideMode(Qt::ElideMiddle);
    list->setAccessibleName(name);
    return list;
}

} // namespace leadglass::app
