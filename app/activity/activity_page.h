// The audit history to browse: a table, a line to search it, the selected event in full, and what can be done with all of it.
//
// Follows the history at most four times a second while it is seen, and not at all while it is hidden or minimised.
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include "app/activity/event_model.h"
#include "app/bridge/services.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QTableView;

namespace leadglass::app {

class EventDetails;
class HistoryJobs;
class PlainLabel;
class SavedMenu;
class TimelineBar;

class ActivityPage : public QWidget {
    Q_OBJECT
public:
    // `services.activity` is there; without `audit` nothing can be verified, without `policy` nothing explained.
    explicit ActivityPage(const Services& services, QWidget* parent = nullptr);

    // As if a person had written it into the search line.
    void search(const QString& line);
    // The same, and the row of this id selected, where it is among what is found.
    void showRow(const QString& line, qint64 id);
    void exportTo(const QString& file, api::ExportForm form);

    [[nodiscard]] EventModel& model() { return m_model; }
    [[nodiscard]] QTableView& table() { return *m_table; }
    [[nodiscard]] EventDetails& details() { return *m_details; }
    [[nodiscard]] HistoryJobs& jobs() { return *m_jobs; }
    [[nodiscard]] QLineEdit& line() { return *m_line; }
    [[nodiscard]] TimelineBar& timeline() { return *m_timeline; }
    [[nodiscard]] bool isCounting() const { return m_counting; } // for the time line
    [[nodiscard]] SavedMenu* saved() { return m_saved; } // null: there is no place for them
    [[nodiscard]] QPushButton& newEvents() { return *m_new; }
    // What is wrong in the search line, or with the history.
    [[nodiscard]] QString trouble() const;
    // How much there is; or, where there is nothing, why and what to do.
    [[nodiscard]] QString summary() const;
    [[nodiscard]] bool isFollowing() const { return m_follow.isActive(); }

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* top();
    QWidget* filters();
    void setUpTable();
    void setUpTools();
    void countByTime();
    [[nodiscard]] QString savedError() const;
    void measure();
    void follow();
    void searchNow();
    void tellState();
    void tellFilters();
    void hold();
    void go(int row);
    void goWanted();
    void chooseFile();
    [[nodiscard]] QString emptyText() const;
    [[nodiscard]] QString selectedRun() const;

    RowLoader m_loader;
    EventModel m_model;
    QTimer m_follow;
    QTimer m_typing; // a search begins when the person stops for a moment
    QLineEdit* m_line;
    PlainLabel* m_trouble;
    QString m_wrong; // in the search line
    qint64 m_goTo = 0; // id of the row to select when it is found; 0: none
    QStackedWidget* m_stack;
    QTableView* m_table;
    PlainLabel* m_empty;
    QLabel* m_count;
    QPushButton* m_new;
    EventDetails* m_details;
    HistoryJobs* m_jobs;
    QPushButton* m_verify;
    QPushButton* m_export;
    QList<std::pair<QPushButton*, QString>> m_filters; // and the line that each stands for
    QPushButton* m_thisRun;
    QPushButton* m_allTimes;
    TimelineBar* m_timeline;
    SavedMenu* m_saved; // null: there is no place for them
    bool m_counting = false;
    bool m_timelineWaits = false; // for the search index
    qint64 m_timelineNewest = 0;
    QElapsedTimer m_timelineAsked;
};

} // namespace leadglass::app
