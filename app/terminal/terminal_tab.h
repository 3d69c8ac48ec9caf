// One run in a terminal: the terminal, and below it a line of ours that says what runs there, or how it ended.
#pragma once

#include <QWidget>

#include <memory>
#include <string>
#include <vector>

#include "app/launch/terminals.h"
#include "app/terminal/pty.h"
#include "app/terminal/terminal_view.h"
#include "core/api/review_service.h"

class QPushButton;

namespace leadglass::app {

class PlainLabel;

class TerminalTab : public QWidget {
    Q_OBJECT
public:
    // `title`: of ours, fit for a screen. Nothing starts before begin().
    TerminalTab(Start start, QString title, QWidget* parent = nullptr);
    ~TerminalTab() override; // hangs up

    // Also again, once it has ended.
    void begin();
    [[nodiscard]] bool live() const { return m_pty != nullptr && m_pty->live(); }
    [[nodiscard]] const QString& title() const { return m_title; }
    [[nodiscard]] TerminalView& view() { return *m_view; }
    [[nodiscard]] QString state() const;
    // Which of these the run in it is, by folder, command and time, as nothing that a run writes on a terminal may say; none
    // of `taken`, which are of other tabs. Once it has ended, and changes wait, there is a way to them.
    void lookFor(const std::vector<api::RunInfo>& runs, const std::vector<std::string>& taken);
    [[nodiscard]] const std::string& run() const { return m_run; } // empty: not known
    [[nodiscard]] qint64 begun() const { return m_begun; }         // wall nanoseconds, of the last begin(); 0: never
    // As if it had: for a picture.
    void showEnd(int status, int error);

signals:
    void liveChanged();
    void rang();
    void closeWanted();
    void reviewWanted(const std::string& run);

private:
    void say(const QString& what);
    void sayWhatRuns();
    void send();

    Start m_start;
    QString m_title;
    TerminalView* m_view;
    PlainLabel* m_state;
    QPushButton* m_review;
    QPushButton* m_again;
    std::string m_run;
    qint64 m_begun = 0;
    qint64 m_ended = 0; // 0: not yet
    std::unique_ptr<Pty> m_pty;
};

namespace words {
// How a program ended, by its status as of waitpid(); `error`: why it could not be executed.
QString terminalEnd(int status, int error);
} // namespace words

} // namespace leadglass::app
