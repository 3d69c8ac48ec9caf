// Lists of things that are known by an id: the model keeps ids, not rows, so that who shows one thing holds on to it while the
// order changes.
#pragma once

#include <QAbstractListModel>

#include <string>
#include <vector>

class QListView;

namespace leadglass::app {

class IdListModel : public QAbstractListModel {
    Q_OBJECT
public:
    using QAbstractListModel::QAbstractListModel;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex indexOf(const std::string& id) const;

protected:
    // The same ids in the same order: what they show may have changed. Else all of it is new; such lists have some hundred entries.
    void setIds(std::vector<std::string> ids);
    // Null: not any more.
    [[nodiscard]] const std::string* idAt(const QModelIndex& index) const;

private:
    std::vector<std::string> m_ids;
};

// A view of such a list: entries of one height, cut in the middle rather than scrolled sideways. `name`: for a screen reader.
QListView* listOf(IdListModel& model, const QString& name);

} // namespace leadglass::app
