// The queue as a list: what waits, oldest first, then what was refused for now and can still be answered.
#pragma once

#include "app/bridge/question_feed.h"
#include "app/widgets/id_list.h"

namespace leadglass::app {

class QuestionModel : public IdListModel {
    Q_OBJECT
public:
    // `feed`: borrowed.
    explicit QuestionModel(QuestionFeed& feed, QObject* parent = nullptr);

    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] const api::PendingQuestion* at(const QModelIndex& index) const;

private:
    void reset();

    QuestionFeed& m_feed;
};

} // namespace leadglass::app
