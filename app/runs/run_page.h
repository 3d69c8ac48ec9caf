// One run: what lives in it, what it takes of its limits, what was decided, whom it reached, what it changed so far; and what a
// person can do with it. Of a run that has ended, how it ended.
//
// Looks once a second while it is seen and the run is live, off the window's thread; not at all while it is hidden or minimised.
#pragma once

#include <QTimer>
#include <QWidget>

#include <memory>
#include <string>

#include "app/bridge/question_feed.h"
#include "app/bridge/run_feed.h"

class QLabel;
class QPushButton;
class QSplitter;
class QTabWidget;
class QTreeView;

namespace leadglass::app {

class KeyedRows;
class LimitGauges;
class PlainLabel;
class ProcessModel;
class RunActs;

class RunPage : public QWidget {
    Q_OBJECT
public:
    // Feeds borrowed. `services.runDetail` is there.
    RunPage(RunFeed& runs, QuestionFeed& questions, const Services& services, QWidget* parent = nullptr);

    void setRun(const std::string& id);
    [[nodiscard]] const std::string& run() const { return m_run; }
    [[nodiscard]] bool isFollowing() const { return m_follow.isActive(); }
    [[nodiscard]] bool isLooking() const { return m_looking; }

    [[nodiscard]] ProcessModel& processes() { return *m_processes; }
    [[nodiscard]] QTreeView& processView() { return *m_tree; }
    [[nodiscard]] LimitGauges& gauges() { return *m_gauges; }
    [[nodiscard]] KeyedRows& decisions() { return *m_decisions; }
    [[nodiscard]] KeyedRows& hosts() { return *m_hosts; }
    [[nodiscard]] KeyedRows& changes() { return *m_changes; }
    [[nodiscard]] QTabWidget& tabs() { return *m_tabs; }
    [[nodiscard]] QString state() const; // the line below the title

signals:
    void looked(); // what is shown is new
    void backWanted();
    void answersWanted(const std::string& run);
    void reviewWanted(const std::string& run);
    void rowsWanted(const std::string& run);
    void rowWanted(const std::string& run, qint64 id); // of the history

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* head();
    QWidget* upper();
    QWidget* lower();
    void follow();
    void look();
    void take(const api::RunNow& now);
    void takeRows(const api::RunNow& now);
    void takeChanges(const api::RunNow& now);
    void retell();
    [[nodiscard]] int waiting() const;

    RunFeed& m_runs;
    QuestionFeed& m_questions;
    Maker<api::RunDetailService> m_makes;
    std::shared_ptr<api::RunDetailService> m_service; // made and used on a worker thread, one job at a time
    RunActs* m_acts;
    QTimer m_follow;
    std::string m_run;
    bool m_looking = false;
    bool m_again = false; // another run was set, or it ended, while one looked
    bool m_seen = false;  // something of this run is shown

    PlainLabel* m_title;
    PlainLabel* m_state;
    PlainLabel* m_command;
    PlainLabel* m_trouble;
    QPushButton* m_answers;
    QPushButton* m_review;
    QPushButton* m_stop;
    QPushButton* m_drop;
    ProcessModel* m_processes;
    QTreeView* m_tree;
    QLabel* m_treeHead;
    LimitGauges* m_gauges;
    QWidget* m_live; // processes and limits: of a live run
    KeyedRows* m_decisions;
    KeyedRows* m_hosts;
    KeyedRows* m_changes;
    QTabWidget* m_tabs;
    PlainLabel* m_changesNote;
    QTreeView* m_changeView;
};

} // namespace leadglass::app
