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
class RunActs;
class RunModel;
class RunPage;

class RunsPage : public QWidget {
    Q_OBJECT
public:
    // Both borrowed.
    RunsPage(RunFeed& runs, QuestionFeed& questions, const Services& services, QWidget* parent = nullptr);

    // In the list.
    void showRun(const std::string& id);
    // In full, where that service is there.
    void openRun(const std::string& id);
    void showList(); // in place of one run that was looked into
    [[nodiscard]] RunPage* page() { return m_page; } // null: this installation has none

signals:
    void launchWanted();
    void againWanted(const leadglass::api::RunInfo& run);
    void terminalWanted(const QString& folder);
    void answersWanted(const std::string& run);
    void reviewWanted(const std::string& run);
    void rowsWanted(const std::string& run); // of the history
    void rowWanted(const std::string& run, qint64 id);

private:
    void build();
    void retell();
    void back();
    [[nodiscard]] const api::RunInfo* current() const;

    RunFeed& m_runs;
    RunActs* m_acts;
    RunPage* m_page = nullptr;
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
    QPushButton* m_drop;
    QPushButton* m_open;
    QPushButton* m_again;
    QPushButton* m_terminal;
    QPushButton* m_rows;
    std::string m_current;
};

} // namespace leadglass::app
