// The terminals of this window: a tab for each run that was started in it.
#pragma once

#include <QWidget>

#include <chrono>

#include "app/launch/terminals.h"

class QTabWidget;

namespace leadglass::app {

class RunFeed;
class TerminalTab;

class TerminalsPage : public QWidget {
    Q_OBJECT
public:
    explicit TerminalsPage(QWidget* parent = nullptr);

    // Starts it in a tab of its own, which gets the focus. `title`: of ours, fit for a screen.
    TerminalTab& open(const Start& start, const QString& title);
    void add(TerminalTab* tab); // one that was made already; taken over
    // Which runs there are, so that a tab whose run has ended leads to its changes. Borrowed.
    void follow(RunFeed& runs);
    void focusShown(); // the terminal that is shown
    [[nodiscard]] int count() const;
    [[nodiscard]] int live() const;
    [[nodiscard]] TerminalTab* tab(int index) const;
    // Asks where runs are live in it. True: they may be hung up.
    [[nodiscard]] bool mayLeave(std::chrono::seconds patience = {});

signals:
    void reviewWanted(const std::string& run);
    void changed(); // how many there are, and how many of them are live

private:
    void retell();
    void look();
    void close(int index);
    [[nodiscard]] bool ask(const QString& title, const QString& question, const QString& yes, std::chrono::seconds patience = {});

    QTabWidget* m_tabs;
    RunFeed* m_runs = nullptr;
};

} // namespace leadglass::app
