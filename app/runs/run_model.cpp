#include "app/runs/run_model.h"

#include <algorithm>

#include "app/runs/run_words.h"
#include "app/widgets/icons.h"

namespace leadglass::app {

RunModel::RunModel(RunFeed& runs, QuestionFeed& questions, QObject* parent)
    : IdListModel(parent), m_runs(runs), m_questions(questions) {
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
    setIds(std::move(ids));
}

const api::RunInfo* RunModel::at(const QModelIndex& index) const {
    const std::string* id = idAt(index);
    return id != nullptr ? m_runs.find(*id) : nullptr;
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
