#include "app/runs/run_model.h"

#include <algorithm>

#include "app/runs/run_words.h"
#include "app/widgets/icons.h"

namespace leadglass::app {

RunModel::RunModel(RunFeed& runs, QuestionFeed& questions, QObject* parent)
    : QAbstractListModel(parent), m_runs(runs), m_questions(questions) {
    connect(&runs, &RunFeed::changed, this, &RunModel::renew);
    for (const auto signal : {&QuestionFeed::raised, &QuestionFeed::changed, &QuestionFeed::closed}) {
        connect(&questions, signal, this, &RunModel::renew);
    }
    renew();
}

int RunModel::waiting(const std::string& run) const {
    const auto& all = m_questions.questions();
    return static_cast<int>(std::count_if(all.begin(), all.end(), [&](const auto& q) { return q.run == run && q.state == "pending"; }));
}

// Who shows it holds on to ids, not to rows.
void RunModel::renew() {
    std::vector<std::string> ids;
    std::vector<std::pair<int, std::string>> ranked;
    for (const auto& run : m_runs.runs()) {
        ranked.emplace_back(run.state != "running" ? 2 : waiting(run.id) > 0 ? 0 : 1, run.id);
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto& [rank, id] : ranked) {
        ids.push_back(std::move(id));
    }
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

int RunModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_ids.size()); }

const api::RunInfo* RunModel::at(const QModelIndex& index) const {
    return index.isValid() && index.row() < rowCount() ? m_runs.find(m_ids[static_cast<std::size_t>(index.row())]) : nullptr;
}

QModelIndex RunModel::indexOf(const std::string& id) const {
    const auto at = std::find(m_ids.begin(), m_ids.end(), id);
    return at == m_ids.end() ? QModelIndex() : index(static_cast<int>(at - m_ids.begin()));
}

QVariant RunModel::data(const QModelIndex& index, int role) const {
    const auto* run = at(index);
    if (run == nullptr) {
        return {};
    }
    switch (role) {
        case Qt::DisplayRole:
            return words::runTitle(*run) + QLatin1Char('\n') + words::runState(*run, waiting(run->id)) +
                   (run->started == 0 ? QString() : QStringLiteral(" \u00b7 ") + words::runTime(run->started));
        case Qt::DecorationRole: return icon(words::runIcon(*run, waiting(run->id)));
        case Qt::ToolTipRole: // plain: tool tips guess whether they are markup
            return QStringLiteral("<qt>%1</qt>").arg(words::runCommand(*run).toHtmlEscaped());
        default: return {};
    }
}

} // namespace leadglass::app
