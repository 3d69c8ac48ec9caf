// A new run: which agent, where, under which policy; what it will be able to reach; and the terminal it opens in.
#pragma once

#include <QDialog>

#include "app/bridge/services.h"
#include "app/launch/shell_environment.h"
#include "app/launch/terminals.h"

class QComboBox;
class QLineEdit;
class QPushButton;
class QScrollArea;

namespace leadglass::app {

class PlainLabel;

struct LaunchWish {
    QString command; // words as a shell would split them, without its other rules
    QString folder;
    QString profile; // empty: by the command
    QString mode;    // empty: as the policy says
    QStringList words; // what `command` stands for, exactly, while it is left as it is; empty: it is split
};

class LaunchDialog : public QDialog {
    Q_OBJECT
public:
    // `program`: of `leadglass`, absolute. `recent`: folders, the latest first. `shell`: borrowed.
    LaunchDialog(const Services& services, QString program, const QStringList& recent, ShellEnvironment& shell,
                 const LaunchWish& wish = {}, QWidget* parent = nullptr);

    // What would be started; program is empty where something is missing.
    [[nodiscard]] Start start() const;
    [[nodiscard]] LaunchWish wish() const;

signals:
    void started(const leadglass::app::LaunchWish& wish);
    // By name (terminals.h), to be the first choice the next time.
    void terminalChosen(const QString& name);
    // In a terminal of this window, which is not the dialog's to open.
    void hereWanted(const leadglass::app::Start& start, const leadglass::app::LaunchWish& wish);

private:
    void build(const QStringList& recent, const LaunchWish& wish);
    void findAgents();
    void retell();
    void summarize();
    void grow();
    void growSoon();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void launch();
    [[nodiscard]] QStringList words() const;
    [[nodiscard]] QString missing() const;
    [[nodiscard]] bool here() const; // in this window

    Services m_services;
    QString m_program;
    ShellEnvironment& m_shell;
    std::vector<Terminal> m_terminals;
    QComboBox* m_agent;
    QComboBox* m_folder;
    QComboBox* m_profile;
    QComboBox* m_mode;
    QComboBox* m_time;
    QComboBox* m_terminal;
    QScrollArea* m_scroll;
    PlainLabel* m_environment;
    PlainLabel* m_summary;
    PlainLabel* m_trouble;
    QPushButton* m_start;
    LaunchWish m_first;
    unsigned m_asked = 0; // of the summaries: an older answer is not shown
};

} // namespace leadglass::app
