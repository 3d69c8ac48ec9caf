// Choose a run, see what it changed, decide, and have it written. Nothing of the project is touched before Apply, and
// Apply writes only what was looked at: what is different by then is left, and said so.
//
// All of it is asked for off the window's thread; one action at a time.
#pragma once

#include <QWidget>

#include <set>

#include "app/bridge/services.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QMessageBox;
class QPlainTextEdit;
class QPushButton;
class QStackedWidget;
class QTreeView;

namespace leadglass::app {

class ChangeDetail;
class ChangeModel;
class DiffView;
class PlainLabel;

class ReviewPage : public QWidget {
    Q_OBJECT
public:
    // `services.review` is not empty.
    explicit ReviewPage(const Services& services, QWidget* parent = nullptr);

    // Reads runs and changes anew; what was decided stays, where it still fits.
    void refresh();
    void showRun(const std::string& id);
    [[nodiscard]] ChangeModel& model() { return *m_model; }
    [[nodiscard]] DiffView& diff() { return *m_diff; }
    // Nothing is being read or written.
    [[nodiscard]] bool isIdle() const { return m_loading == 0 && m_doing.isEmpty(); }

public slots:
    void apply();
    void undo();
    void discard(); // asks
    void stop();

signals:
    void done(); // an action came to its end, in whichever way

protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QWidget* makeTop();
    [[nodiscard]] QWidget* makeContent();
    [[nodiscard]] QWidget* makeMessage();
    [[nodiscard]] QWidget* makeActions();
    void takeRuns(std::vector<api::RunInfo> runs);
    void loadReview();
    void takeReview(const std::string& id, Result<api::Review> review);
    void showCurrent();
    void showDetail();
    void takeHunks();           // those that were read
    void toggleHunk(int hunk);
    void step(int by);
    void message(const QString& text, bool alarm = false);
    void updateActions();
    void outcome(const QString& text);
    void begin(const QString& doing);
    void end(const QString& text);
    void waitForEnd(int tries);
    [[nodiscard]] QString lost() const; // what discarding would lose
    void discardNow();

    Maker<api::ReviewService> m_makes;
    ChangeModel* m_model;
    std::vector<api::RunInfo> m_runs;
    std::string m_run;                // the chosen one; empty: none
    std::set<std::string> m_seenAlarms; // runs
    int m_loading = 0;
    quint64 m_generation = 0;
    QString m_doing; // empty: nothing
    bool m_loaded = false;

    QComboBox* m_choice;
    PlainLabel* m_summary;
    PlainLabel* m_notes;
    QWidget* m_notesArea;
    QWidget* m_outcomeArea;
    QPlainTextEdit* m_outcome;
    QStackedWidget* m_stack;
    QWidget *m_messagePage, *m_content, *m_actions;
    PlainLabel* m_message;
    QLabel* m_messageIcon;
    QPushButton* m_showAnyway;
    QTreeView* m_tree;
    ChangeDetail* m_detail;
    DiffView* m_diff;
    QLabel* m_state;
    QCheckBox* m_torn;
    QPushButton *m_all, *m_none, *m_stop, *m_discard, *m_undo, *m_apply;
};

} // namespace leadglass::app
