// What was asked while nobody answered, and what a rule would have spared: on the first page, until the person has seen it.
// Empty, and without height, where there is nothing to say.
#pragma once

#include <QTimer>
#include <QWidget>

#include <set>

#include "app/bridge/question_feed.h"
#include "app/bridge/run_feed.h"
#include "app/home/seen_mark.h"

class QPushButton;
class QTreeWidget;

namespace leadglass::app {

class KeepRule;
class PlainLabel;

class MissedPanel : public QWidget {
    Q_OBJECT
public:
    // Feeds: borrowed.
    MissedPanel(RunFeed& runs, QuestionFeed& questions, const Services& services, QWidget* parent = nullptr);

    [[nodiscard]] QTreeWidget& list() { return *m_list; }
    [[nodiscard]] bool saysAnything() const { return !m_missed.requests.empty() || m_suggests || !m_problem.isEmpty(); }

signals:
    // The same words again, in a run of its own. `rule`: whose run it was, where the run itself is not kept any more.
    void againWanted(const std::string& run, const leadglass::api::ProjectRule& rule);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void look();
    void take(const Result<api::Missed>& missed, const Result<api::Hindsight>& hindsight);
    void showList();
    void choose();
    void seen();
    void remember();
    void retell();

    RunFeed& m_runs;
    Maker<api::ApprovalService> m_makes;
    SeenMark m_mark;
    Seen m_seen;
    QString m_problem; // of the mark
    api::Missed m_missed;
    std::set<std::string> m_kept; // rules that were kept here: their requests stay, for "Run again"
    std::string m_newestRun; // that has ended
    bool m_suggests = false;
    bool m_dirty = true;
    QTimer m_looks; // a moment after something ended: once for all that ends with it
    PlainLabel* m_trouble;
    QWidget* m_away;
    PlainLabel* m_heading;
    QTreeWidget* m_list;
    KeepRule* m_grant;
    QPushButton* m_again;
    QWidget* m_after;
    PlainLabel* m_hindsight;
    KeepRule* m_add;
};

} // namespace leadglass::app
