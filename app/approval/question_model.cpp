#include "app/approval/question_model.h"

#include <algorithm>

#include "app/approval/question_words.h"
#include "app/widgets/text.h"

namespace leadglass::app {

QuestionModel::QuestionModel(QuestionFeed& feed, QObject* parent) : QAbstractListModel(parent), m_feed(feed) {
    connect(&feed, &QuestionFeed::raised, this, &QuestionModel::reset);
    connect(&feed, &QuestionFeed::closed, this, &QuestionModel::reset);
    connect(&feed, &QuestionFeed::changed, this, &QuestionModel::reset);
    reset();
}

// A queue has at most some hundreds of entries, and who shows it holds on to ids, not to rows.
void QuestionModel::reset() {
    std::vector<std::string> ids;
    for (const bool waits : {true, false}) {
        for (const auto& question : m_feed.questions()) {
            if ((question.state == "pending") == waits) {
                ids.push_back(question.id);
            }
        }
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

int QuestionModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_ids.size()); }

const api::PendingQuestion* QuestionModel::at(const QModelIndex& index) const {
    return index.isValid() && index.row() < rowCount() ? m_feed.find(m_ids[static_cast<std::size_t>(index.row())]) : nullptr;
}

QModelIndex QuestionModel::indexOf(const std::string& id) const {
    const auto at = std::find(m_ids.begin(), m_ids.end(), id);
    return at == m_ids.end() ? QModelIndex() : index(static_cast<int>(at - m_ids.begin()));
}

QVariant QuestionModel::data(const QModelIndex& index, int role) const {
    const auto* question = at(index);
    if (question == nullptr) {
        return {};
    }
    const QString target = leftToRight(shown(question->host, 120) + QLatin1Char(':') + QString::number(question->port));
    switch (role) {
        case Qt::DisplayRole:
            //: An entry of the queue. %1: host and port; %2: profile of the agent
            return question->state == "pending" ? target + QLatin1Char('\n') + shown(question->profile, 40)
                                                : tr("%1 (refused for now)\n%2").arg(target, shown(question->profile, 40));
        case Qt::ToolTipRole: // plain: tool tips guess whether they are markup
            return QStringLiteral("<qt>%1</qt>").arg((target + QLatin1Char('\n') + words::wants(*question)).toHtmlEscaped());
        default: return {};
    }
}

} // namespace leadglass::app
