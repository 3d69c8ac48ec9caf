#include "app/approval/question_model.h"

#include "app/approval/question_words.h"
#include "app/widgets/text.h"

namespace leadglass::app {

QuestionModel::QuestionModel(QuestionFeed& feed, QObject* parent) : IdListModel(parent), m_feed(feed) {
    connect(&feed, &QuestionFeed::raised, this, &QuestionModel::reset);
    connect(&feed, &QuestionFeed::closed, this, &QuestionModel::reset);
    connect(&feed, &QuestionFeed::changed, this, &QuestionModel::reset);
    reset();
}

void QuestionModel::reset() {
    std::vector<std::string> ids;
    for (const bool waits : {true, false}) {
        for (const auto& question : m_feed.questions()) {
            if ((question.state == "pending") == waits) {
                ids.push_back(question.id);
            }
        }
    }
    setIds(std::move(ids));
}

const api::PendingQuestion* QuestionModel::at(const QModelIndex& index) const {
    const std::string* id = idAt(index);
    return id != nullptr ? m_feed.find(*id) : nullptr;
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
