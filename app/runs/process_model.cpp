#include "app/runs/process_model.h"

#include <algorithm>
#include <unordered_map>

#include "app/runs/run_now_words.h"
#include "app/widgets/text.h"

namespace leadglass::app {

struct ProcessModel::Node {
    api::ProcessNow now;
    Node* parent = nullptr;
    Nodes children;
};

namespace {

bool same(const api::ProcessNow& a, const api::ProcessNow& b) {
    return a.name == b.name && a.command == b.command && a.state == b.state && a.memory == b.memory && a.cpu == b.cpu && a.tasks == b.tasks;
}

} // namespace

ProcessModel::ProcessModel(QObject* parent) : QAbstractItemModel(parent) {}

ProcessModel::~ProcessModel() = default;

ProcessModel::Nodes& ProcessModel::below(Node* parent) { return parent == nullptr ? m_top : parent->children; }

const ProcessModel::Nodes& ProcessModel::below(const Node* parent) const { return parent == nullptr ? m_top : parent->children; }

QModelIndex ProcessModel::indexOf(const Node* node, int column) const {
    if (node == nullptr) {
        return {};
    }
    const Nodes& row = below(static_cast<const Node*>(node->parent));
    const auto at = std::find_if(row.begin(), row.end(), [&](const auto& each) { return each.get() == node; });
    return createIndex(static_cast<int>(at - row.begin()), column, const_cast<Node*>(node));
}

ProcessModel::Node* ProcessModel::find(quint32 pid) const {
    std::vector<const Nodes*> left{&m_top};
    while (!left.empty()) {
        const Nodes& nodes = *left.back();
        left.pop_back();
        for (const auto& node : nodes) {
            if (node->now.pid == pid) {
                return node.get();
            }
            left.push_back(&node->children);
        }
    }
    return nullptr;
}

QModelIndex ProcessModel::indexOf(quint32 pid) const { return indexOf(find(pid)); }

const api::ProcessNow* ProcessModel::at(const QModelIndex& index) const {
    return index.isValid() ? &static_cast<const Node*>(index.internalPointer())->now : nullptr;
}

// Children first: when a process ends, those that it leaves behind have another parent, and go and come anew.
template <class Stays> void ProcessModel::drop(Node* parent, const Stays& stays) {
    Nodes& nodes = below(parent);
    for (int row = static_cast<int>(nodes.size()) - 1; row >= 0; --row) {
        Node* node = nodes[static_cast<std::size_t>(row)].get();
        drop(node, stays);
        if (!stays(*node)) {
            beginRemoveRows(indexOf(parent), row, row);
            nodes.erase(nodes.begin() + row);
            endRemoveRows();
        }
    }
}

void ProcessModel::setProcesses(const std::vector<api::ProcessNow>& processes) {
    std::unordered_map<quint32, const api::ProcessNow*> known;
    for (const auto& process : processes) {
        known.emplace(process.pid, &process);
    }
    drop(nullptr, [&](const Node& node) {
        const auto now = known.find(node.now.pid);
        const quint32 parent = node.parent == nullptr ? 0 : node.parent->now.pid;
        return now != known.end() && now->second->started == node.now.started && now->second->parent == parent;
    });
    std::unordered_map<quint32, Node*> nodes;
    for (const auto& process : processes) {
        Node* parent = nullptr;
        if (const auto above = nodes.find(process.parent); above != nodes.end()) {
            parent = above->second;
        }
        Nodes& row = below(parent);
        const auto there = std::find_if(row.begin(), row.end(), [&](const auto& node) { return node->now.pid == process.pid; });
        if (there != row.end()) {
            nodes.emplace(process.pid, there->get());
            if (!same((*there)->now, process)) {
                (*there)->now = process;
                emit dataChanged(indexOf(there->get()), indexOf(there->get(), kColumns - 1));
            }
            continue;
        }
        auto node = std::make_unique<Node>();
        node->now = process;
        node->parent = parent;
        nodes.emplace(process.pid, node.get());
        const int at = static_cast<int>(row.size());
        beginInsertRows(indexOf(parent), at, at);
        row.push_back(std::move(node));
        endInsertRows();
    }
}

QModelIndex ProcessModel::index(int row, int column, const QModelIndex& parent) const {
    const Nodes& nodes = below(static_cast<const Node*>(parent.isValid() ? parent.internalPointer() : nullptr));
    const bool is = row >= 0 && row < static_cast<int>(nodes.size()) && column >= 0 && column < kColumns;
    return is ? createIndex(row, column, nodes[static_cast<std::size_t>(row)].get()) : QModelIndex();
}

QModelIndex ProcessModel::parent(const QModelIndex& index) const {
    return index.isValid() ? indexOf(static_cast<const Node*>(index.internalPointer())->parent) : QModelIndex();
}

int ProcessModel::rowCount(const QModelIndex& parent) const {
    if (parent.column() > 0) {
        return 0;
    }
    return static_cast<int>(below(static_cast<const Node*>(parent.isValid() ? parent.internalPointer() : nullptr)).size());
}

int ProcessModel::columnCount(const QModelIndex& /*parent*/) const { return kColumns; }

QVariant ProcessModel::data(const QModelIndex& index, int role) const {
    const auto* process = at(index);
    if (process == nullptr) {
        return {};
    }
    if (role == Qt::TextAlignmentRole && index.column() >= Cpu) {
        return QVariant(Qt::AlignTrailing | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole) { // plain: tool tips guess whether they are markup
        const std::string& text = process->command.empty() ? process->name : process->command;
        return QStringLiteral("<qt>%1</qt>").arg(shown(text, 2000).toHtmlEscaped());
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (static_cast<Column>(index.column())) {
        case Command:
            //: A process that has no command any more. %1: its name
            return process->command.empty() ? tr("(%1)").arg(shown(process->name, 40)) : leftToRight(shown(process->command, 300));
        case State: return words::processState(process->state);
        case Cpu: return words::cpuTime(process->cpu);
        case Memory: return words::bytes(process->memory);
        default: return QString::number(process->pid);
    }
}

QVariant ProcessModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section >= kColumns) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant((section >= Cpu ? Qt::AlignTrailing : Qt::AlignLeading) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (static_cast<Column>(section)) {
        case Command: return tr("Process");
        case State: return tr("State");
        //: Processor time. Short.
        case Cpu: return tr("CPU time");
        case Memory: return tr("Memory");
        //: Number of a process.
        default: return tr("PID");
    }
}

} // namespace leadglass::app
