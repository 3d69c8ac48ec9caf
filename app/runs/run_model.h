// The runs as a list: those that need the person first, then those that live, then the newest.
#pragma once

#include <QAbstractListModel>

#include "app/bridge/question_feed.h"
#include "app/bridge/run_feed.h"

namespace leadglass::app {

class RunModel : public QAbstractListModel {
    Q_OBJECT
public:
    // Both borrowed.
    RunModel(RunFeed& runs, QuestionFeed& questions, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] const api::RunInfo* at(const QModelIndex& index) const; // null: not any more
    [[nodiscard]] QModelIndex indexOf(const std::string& id) const;
    [[nodiscard]] int waiting(const std::string& run) const;

private:
    void renew();

    RunFeed& m_runs;
    QuestionFeed& m_questions;
    std::vector<std::string> m_ids;
};

} // namespace leadglass::app
