#include "app/approval/group_model.h"

#include <algorithm>
#include <unordered_map>

#include "app/approval/question_words.h"
#include "app/widgets/icons.h"
#include "app/widgets/text.h"

namespace leadglass::app {

GroupModel::GroupModel(std::function<bool()> mayTick, QObject* parent) : QAbstractTableModel(parent), m_mayTick(std::move(mayTick)) {}

bool GroupModel::setQuestions(const std::vector<api::PendingQuestion>& questions) {
    std::unordered_map<std::string, const api::PendingQuestion*> now;
    for (const auto& question : questions) {
        now.emplace(question.id, &question);
    }
    bool changed = false, ticksGone = false;
    for (int i = static_cast<int>(m_rows.size()) - 1; i >= 0; --i) {
        auto& row = m_rows[static_cast<std::size_t>(i)];
        const auto found = now.find(row.question.id);
        if (found == now.end()) {
            ticksGone = ticksGone || row.ticked;
            beginRemoveRows({}, i, i);
            m_rows.erase(m_rows.begin() + i);
            endRemoveRows();
            changed = true;
            continue;
        }
        if (row.question.digest != found->second->digest) {
            ticksGone = ticksGone || row.ticked;
            row.ticked = false;
            changed = true;
        }
        row.question = *found->second;
        now.erase(found);
    }
    std::vector<Row> more;
    for (const auto& question : questions) {
        if (now.contains(question.id)) {
            more.push_back({question, {}, false});
        }
    }
    if (!more.empty()) {
        const int first = static_cast<int>(m_rows.size());
        beginInsertRows({}, first, first + static_cast<int>(more.size()) - 1);
        std::move(more.begin(), more.end(), std::back_inserter(m_rows));
        endInsertRows();
        changed = true;
    }
    if (!m_rows.empty()) {
        emit dataChanged(index(0, 0), index(static_cast<int>(m_rows.size()) - 1, kColumns - 1));
    }
    if (ticksGone) {
        emit ticksChanged();
    }
    return changed;
}

void GroupModel::setContexts(const std::vector<std::string>& ids, const std::vector<api::QuestionContext>& contexts) {
    std::unordered_map<std::string, const api::QuestionContext*> known;
    for (std::size_t i = 0; i < std::min(ids.size(), contexts.size()); ++i) {
        known.emplace(ids[i], &contexts[i]);
    }
    for (auto& row : m_rows) {
        if (const auto found = known.find(row.question.id); found != known.end()) {
            row.context = *found->second;
        }
    }
    if (!m_rows.empty()) {
        emit dataChanged(index(0, 0), index(static_cast<int>(m_rows.size()) - 1, kColumns - 1));
    }
}

int GroupModel::ticked() const {
    return static_cast<int>(std::count_if(m_rows.begin(), m_rows.end(), [](const Row& row) { return row.ticked; }));
}

int GroupModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }

int GroupModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QString GroupModel::words(const Row& row, int column) const {
    const auto& q = row.question;
    switch (column) {
        case Host: { // the host first: where there is no room, it is the path that is cut
            const QString request = words::request(q);
            const QString port = q.port == 0 ? QString() : QLatin1Char(':') + QString::number(q.port);
            return leftToRight(shownOnce(q.host, 300) + port + (request.isEmpty() ? QString() : QLatin1Char(' ') + request));
        }
        case Risk: return row.context ? words::risk(row.context->risk) : tr("not known yet");
        case Why: {
            QString program = shownOnce(q.members.empty() ? q.process : q.members.front(), 120);
            if (q.members.size() > 1) { // the same answer lets them through
                //: Programs that ask for one host. %1: the first of them
                program = tr("%1 and others").arg(program);
            }
            //: Why a row of a burst is there. %1: the program that asks; %2: what is unusual about it
            return tr("%1: %2").arg(program, row.context ? words::reasons(*row.context) : tr("nothing is known about it yet"));
        }
        default: return QString::number(q.attempts);
    }
}

QVariant GroupModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || static_cast<std::size_t>(index.row()) >= m_rows.size()) {
        return {};
    }
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole: return words(row, index.column());
        case Qt::ToolTipRole: // plain: tool tips guess whether they are markup
            return QStringLiteral("<qt>%1</qt>").arg(words(row, index.column()).toHtmlEscaped());
        case Qt::CheckStateRole: return index.column() == Host ? QVariant(row.ticked ? Qt::Checked : Qt::Unchecked) : QVariant();
        case Qt::DecorationRole:
            return index.column() == Risk && row.context ? QVariant(icon(words::riskIcon(row.context->risk))) : QVariant();
        case Qt::TextAlignmentRole: return index.column() == Attempts ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
        default: return {};
    }
}

bool GroupModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::CheckStateRole || index.column() != Host || static_cast<std::size_t>(index.row()) >= m_rows.size() || !m_mayTick()) {
        return false;
    }
    m_rows[static_cast<std::size_t>(index.row())].ticked = value.toInt() == Qt::Checked;
    emit dataChanged(index, index);
    emit ticksChanged();
    return true;
}

QVariant GroupModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal) {
        return {};
    }
    switch (section) {
        case Host: return tr("Host and port");
        case Risk: return tr("Risk");
        case Why: return tr("Why");
        default: return tr("Attempts");
    }
}

Qt::ItemFlags GroupModel::flags(const QModelIndex& index) const {
    const auto base = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    return index.column() == Host ? base | Qt::ItemIsUserCheckable : base;
}

} // namespace leadglass::app
