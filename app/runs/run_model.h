// The runs as a list: those that need the person first, then those that live, then the newest.
#pragma once

#include "app/bridge/question_feed.h"
#include "app/bridge/run_feed.h"
#include "app/widgets/id_list.h"

namespace leadglass::app {

class RunModel : public IdListModel {
    Q_OBJECT
public:
    // Both borrowed.
    RunModel(RunFeed& runs, QuestionFeed& questions, QObject* parent = nullptr);

    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] const api::RunInfo* at(const QModelIndex& index) const; // null: not any more
    [[nodiscard]] int waiting(const std::string& run) const;

private:
    void renew();

    RunFeed& m_runs;
    QuestionFeed& m_questions;
};

} // namespace leadglass::app
