// The queue as a list of cards: what waits, oldest first, then what was refused for now and can still be answered. A burst of
// many questions is one card, and stays one until nothing of it is left.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "app/bridge/question_feed.h"
#include "app/widgets/id_list.h"

namespace leadglass::app {

class QuestionModel : public IdListModel {
    Q_OBJECT
public:
    static constexpr std::size_t kBurstFrom = 3; // fewer are single cards

    // `feed`: borrowed.
    explicit QuestionModel(QuestionFeed& feed, QObject* parent = nullptr);

    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    // The question of a card, of a burst the first.
    [[nodiscard]] const api::PendingQuestion* at(const QModelIndex& index) const;
    [[nodiscard]] QModelIndex cardOf(const api::PendingQuestion& question) const;
    // Is it one of a burst that is shown as one?
    [[nodiscard]] bool isInBurst(const api::PendingQuestion& question) const; // never a page: each is shown alone
    // Those of its burst, in order.
    [[nodiscard]] std::vector<api::PendingQuestion> burstOf(const api::PendingQuestion& question) const;

private:
    void reset();
    void change(const api::PendingQuestion& question);
    [[nodiscard]] const api::PendingQuestion* firstOf(const std::string& card) const;

    QuestionFeed& m_feed;
    std::map<std::string, std::vector<std::string>> m_groups; // ids by group
    std::set<std::string> m_bursts;                           // groups that are one card
    std::set<std::string> m_pending;                          // ids
};

} // namespace leadglass::app
