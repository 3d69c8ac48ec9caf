// The queue as a list: what waits, oldest first, then what was refused for now and can still be answered.
#pragma once

#include <QAbstractListModel>

#include "app/bridge/question_feed.h"

namespace leadglass::app {

class QuestionModel : public QAbstractListModel {
    Q_OBJECT
public:
    // `feed`: borrowed.
    explicit QuestionModel(QuestionFeed& feed, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] const api::PendingQuestion* at(const QModelIndex& index) const;
    [[nodiscard]] QModelIndex indexOf(const std::string& id) const;

private:
    void reset();

    QuestionFeed& m_feed;
    std::vector<std::string> m_ids;
};

} // namespace leadglass::app
