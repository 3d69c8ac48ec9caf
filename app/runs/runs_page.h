// The runs: what each is doing, and what can be done about it.
#pragma once

#include <QWidget>

#include "app/bridge/question_feed.h"
#include "app/bridge/run_feed.h"

class QListView;
class QPushButton;
class QStackedWidget;

namespace leadglass::app {

class PlainLabel;
class RunModel;

class RunsPage : public QWidget {
    Q_OBJECT
public:
    // Both borrowed.
    RunsPage(RunFeed& runs, QuestionFeed& questions, const Services& services, QWidget* parent = nullptr);

    void showRun(const std::string& id);

signals:
    void launchWanted();
    void againWanted(const leadglass::api::RunInfo& run);
    void terminalWanted(const QString& folder);
    void answersWanted(const std::string& run);
    void reviewWanted(const std::string& run);
    void rowsWanted(const std::string& run); // of the history

private:
    void build();
    void retell();
    void stop();
    void discard();
    void act(const QString& doing, std::function<Result<std::string>(api::ReviewService&)> work);
    [[nodiscard]] const api::RunInfo* current() const;

    RunFeed& m_runs;
    Maker<api::ReviewService> m_makes;
    RunModel* m_model;
    QStackedWidget* m_stack;
    QListView* m_list;
    PlainLabel* m_title;
    PlainLabel* m_state;
    PlainLabel* m_command;
    PlainLabel* m_where;
    PlainLabel* m_when;
    PlainLabel* m_end;
    PlainLabel* m_trouble;
    QPushButton* m_answers;
    QPushButton* m_review;
    QPushButton* m_stop;
    QPushButton* m_discard;
    QPushButton* m_again;
    QPushButton* m_terminal;
    QPushButton* m_rows;
    std::string m_current;
};

} // namespace leadglass::app
