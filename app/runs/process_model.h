// The processes of a live run as a tree. A process is known by its number and when it began: what is selected and unfolded stays
// so while others come and go.
#pragma once

#include <QAbstractItemModel>

#include <memory>
#include <vector>

#include "core/api/run_detail_service.h"

namespace leadglass::app {

class ProcessModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { Command, State, Cpu, Memory, Pid, kColumns };

    explicit ProcessModel(QObject* parent = nullptr);
    ~ProcessModel() override;

    // Parents before their children, as RunNow has them.
    void setProcesses(const std::vector<api::ProcessNow>& processes);
    [[nodiscard]] QModelIndex indexOf(quint32 pid) const; // of its first column
    // Null: none.
    [[nodiscard]] const api::ProcessNow* at(const QModelIndex& index) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Node;
    using Nodes = std::vector<std::unique_ptr<Node>>;

    [[nodiscard]] const Nodes& below(const Node* parent) const;
    Nodes& below(Node* parent);
    [[nodiscard]] QModelIndex indexOf(const Node* node, int column = 0) const;
    [[nodiscard]] Node* find(quint32 pid) const;
    template <class Stays> void drop(Node* parent, const Stays& stays);

    Nodes m_top;
};

} // namespace leadglass::app
