#include "app/approval/question_model.h"

#include <algorithm>

#include "app/approval/question_words.h"
#include "app/widgets/text.h"

namespace leadglass::app {
namespace {

const std::string kBurst = "burst "; // before its group: no id of a question has a blank

} // namespace

QuestionModel::QuestionModel(QuestionFeed& feed, QObject* parent) : IdListModel(parent), m_feed(feed) {
    connect(&feed, &QuestionFeed::raised, this, &QuestionModel::reset);
    connect(&feed, &QuestionFeed::closed, this, &QuestionModel::reset);
    connect(&feed, &QuestionFeed::changed, this, &QuestionModel::change);
    reset();
}

void QuestionModel::reset() {
    m_groups.clear();
    m_pending.clear();
    std::set<std::string> pending;
    for (const auto& question : m_feed.questions()) {
        if (words::isPage(question)) {
            continue; // its whole address is read, each time
        }
        if (question.quiet) {
            m_bursts.insert(question.group); // the card says why nothing came up for it, be it one or many
        }
        m_groups[question.group].push_back(question.id);
        if (question.state == "pending") {
            pending.insert(question.group);
            m_pending.insert(question.id);
        }
    }
    std::erase_if(m_bursts, [this](const std::string& group) { return !m_groups.contains(group); });
    for (const auto& [group, ids] : m_groups) {
        if (ids.size() >= kBurstFrom) {
            m_bursts.insert(group);
        }
    }
    std::vector<std::string> cards;
    std::set<std::string> listed;
    for (const bool waits : {true, false}) {
        for (const auto& question : m_feed.questions()) {
            const bool burst = isInBurst(question);
            const bool isPending = burst ? pending.contains(question.group) : question.state == "pending";
            if (isPending == waits && (!burst || listed.insert(question.group).second)) {
                cards.push_back(burst ? kBurst + question.group : question.id);
            }
        }
    }
    setIds(std::move(cards));
}

// A run can change a thousand many times a second: the list is made anew only where an entry comes, goes or moves.
void QuestionModel::change(const api::PendingQuestion& question) {
    const auto card = cardOf(question);
    const auto group = m_groups.find(question.group);
    const bool stays = card.isValid() && group != m_groups.end() && question.quiet <= isInBurst(question) &&
                       (question.state == "pending") == m_pending.contains(question.id) &&
                       std::find(group->second.begin(), group->second.end(), question.id) != group->second.end();
    if (stays) {
        emit dataChanged(card, card);
    } else {
        reset();
    }
}

bool QuestionModel::isInBurst(const api::PendingQuestion& question) const {
    return m_bursts.contains(question.group) && !words::isPage(question);
}

const api::PendingQuestion* QuestionModel::firstOf(const std::string& card) const {
    if (!card.starts_with(kBurst)) {
        return m_feed.find(card);
    }
    const auto group = m_groups.find(card.substr(kBurst.size()));
    return group != m_groups.end() ? m_feed.find(group->second.front()) : nullptr;
}

const api::PendingQuestion* QuestionModel::at(const QModelIndex& index) const {
    const std::string* card = idAt(index);
    return card != nullptr ? firstOf(*card) : nullptr;
}

QModelIndex QuestionModel::cardOf(const api::PendingQuestion& question) const {
    return indexOf(isInBurst(question) ? kBurst + question.group : question.id);
}

std::vector<api::PendingQuestion> QuestionModel::burstOf(const api::PendingQuestion& question) const {
    std::vector<api::PendingQuestion> out;
    for (const auto& each : m_feed.questions()) {
        if (each.group == question.group && !words::isPage(each)) {
            out.push_back(each);
        }
    }
    return out;
}

QVariant QuestionModel::data(const QModelIndex& index, int role) const {
    const auto* question = at(index);
    if (question == nullptr) {
        return {};
    }
    QString target = leftToRight(shownOnce(question->host, 120) + QLatin1Char(':') + QString::number(question->port));
    if (isInBurst(*question)) {
        const int others = static_cast<int>(m_groups.at(question->group).size()) - 1;
        //: An entry of the queue that stands for a burst of requests. %1: the first host and port
        target = others == 0 ? target : tr("%1 and %n other(s)", nullptr, others).arg(target);
    }
    switch (role) {
        case Qt::DisplayRole:
            //: An entry of the queue. %1: host and port; %2: the program that asks
            return question->state == "pending" ? target + QLatin1Char('\n') + words::who(*question)
                                                : tr("%1 (refused for now)\n%2").arg(target, words::who(*question));
        case Qt::ToolTipRole: // plain: tool tips guess whether they are markup
            return QStringLiteral("<qt>%1</qt>").arg((target + QLatin1Char('\n') + words::wants(*question)).toHtmlEscaped());
        default: return {};
    }
}

} // namespace leadglass::app
