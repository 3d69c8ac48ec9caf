// The main window: pages behind a navigation on the left.
#pragma once

#include <QMainWindow>

#include <chrono>

#include "app/alerts/alert_feed.h"
#include "app/bridge/question_feed.h"
#include "app/bridge/run_feed.h"
#include "app/bridge/services.h"

class QListWidget;
class QListWidgetItem;
class QStackedWidget;

namespace leadglass::app {

class ActivityPage;
class AlertBar;
class ApprovalView;
class DoctorPage;
class HomePage;
class PlainLabel;
class PolicyPage;
class ReviewPage;
class RunsPage;
class SecretsPage;
class Settings;
class SettingsPage;
class ShellEnvironment;
class TerminalsPage;
class WelcomeDialog;
struct LaunchWish;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    // Feeds and settings borrowed; without `settings` there is no page for them, and no first steps.
    MainWindow(QuestionFeed& questions, RunFeed& runs, const Services& services, Settings* settings = nullptr, QWidget* parent = nullptr);

    // Questions that wait for an answer.
    [[nodiscard]] int waiting() const;
    [[nodiscard]] bool showsApprovals() const;
    // What does not work; stays above all pages until it is empty, but for the one that says the same.
    void setTrouble(const QString& text);
    void showPage(QWidget* page);
    // The rows of the history that alerts stand for; nothing without that page.
    void showAlerts();
    // `wish`: what the fields begin with.
    void launch(const LaunchWish& wish);
    // Runs at work, in terminals of this window or elsewhere.
    [[nodiscard]] int live() const;
    // Asks where runs are live. True: the app may end. `patience`: an answer that does not come within it is yes; 0: it is waited for.
    [[nodiscard]] bool mayLeave(std::chrono::seconds patience = {});
    // The first steps, in a window of their own; one at a time.
    void welcome();
    void runAgain(const api::RunInfo& run);

    [[nodiscard]] ApprovalView& approvals() { return *m_approvals; }
    [[nodiscard]] ReviewPage* review() { return m_review; }
    [[nodiscard]] PolicyPage* policy() { return m_policy; }
    [[nodiscard]] SecretsPage* secrets() { return m_secrets; }
    [[nodiscard]] RunsPage& runs() { return *m_runs; }
    [[nodiscard]] TerminalsPage& terminals() { return *m_terminals; }
    [[nodiscard]] AlertFeed& alerts() { return m_alerts; }
    [[nodiscard]] AlertBar& alertBar() { return *m_alertBar; }
    [[nodiscard]] ActivityPage* activity() { return m_activity; }
    [[nodiscard]] HomePage& home() { return *m_home; }
    [[nodiscard]] DoctorPage& doctor() { return *m_doctor; }
    [[nodiscard]] SettingsPage* settings() { return m_settingsPage; }
    [[nodiscard]] WelcomeDialog* welcomeDialog() { return m_welcome; }

signals:
    void questionWanted(const std::string& id); // on the approval window

private:
    QListWidgetItem* addPage(const QString& name, const QString& icon, QWidget* page);
    void buildPages();
    void buildSettings();
    void count();
    void showTerminals();
    void tellTrouble();
    void openTerminal(const QString& folder);

    Services m_services;
    RunFeed& m_feed;
    AlertFeed m_alerts; // does nothing until it is started
    ShellEnvironment* m_shell;
    QListWidget* m_navigation;
    QStackedWidget* m_pages;
    PlainLabel* m_trouble;
    AlertBar* m_alertBar;
    HomePage* m_home;
    ApprovalView* m_approvals;
    RunsPage* m_runs;
    TerminalsPage* m_terminals;
    ReviewPage* m_review = nullptr; // none without its service
    ActivityPage* m_activity = nullptr; // none without its service
    PolicyPage* m_policy = nullptr; // none without its service
    SecretsPage* m_secrets = nullptr; // none without its service
    DoctorPage* m_doctor;
    QListWidgetItem* m_approvalsItem = nullptr;
    QListWidgetItem* m_terminalsItem = nullptr; // shown while there is one
    QuestionFeed& m_questions;
    Settings* m_settings;
    SettingsPage* m_settingsPage = nullptr; // none without settings
    bool m_leads = false; // showPage() is at work: what it shows was chosen by whoever called
    WelcomeDialog* m_welcome = nullptr; // once it was asked for
};

} // namespace leadglass::app
