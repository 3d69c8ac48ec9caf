// The first steps, on the first start and whenever they are asked for: what this machine gives, a rehearsal, the agents that
// are here. Nothing is demanded: it can be closed on every screen.
#pragma once

#include <QDialog>

#include "app/welcome/rehearsal.h"

class QLabel;
class QPushButton;
class QStackedWidget;
class QTableWidget;
class QVBoxLayout;

namespace leadglass::app {

class PlainLabel;

class WelcomeDialog : public QDialog {
    Q_OBJECT
public:
    // All borrowed.
    WelcomeDialog(QuestionFeed& questions, const Services& services, Settings& settings, QWidget* parent = nullptr);

    [[nodiscard]] Rehearsal& rehearsal() { return *m_rehearsal; }
    void showScreen(int screen); // 0 to 2
    [[nodiscard]] int screen() const;
    void tellRehearsal(const RehearsalState& state);

signals:
    void launchWanted(const QString& command);
    void answerWanted(const std::string& question);
    void rowsWanted(const std::string& run);
    void doctorWanted();

private:
    QVBoxLayout* addScreen(const QString& heading, const QString& text);
    void buildMachine();
    void buildRehearsal();
    void buildAgents();
    void checkMachine();
    void findAgents();
    void tellMachine(const std::vector<api::DoctorCheck>& checks);

    Services m_services;
    Settings& m_settings;
    Rehearsal* m_rehearsal;
    QStackedWidget* m_screens;
    PlainLabel* m_machine;
    QPushButton* m_doctor;
    PlainLabel* m_state;
    QPushButton* m_try;
    QPushButton* m_answer;
    QPushButton* m_rows;
    QTableWidget* m_table;
    PlainLabel* m_none;
    QVBoxLayout* m_agents;
    QLabel* m_place;
    QPushButton* m_back;
    QPushButton* m_next;
};

} // namespace leadglass::app
