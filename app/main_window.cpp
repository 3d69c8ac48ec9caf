#include "app/main_window.h"

#include <QHBoxLayout>
#include <QListWidget>
#include <QMessageBox>
#include <QStackedWidget>

#include "app/activity/activity_page.h"
#include "app/alerts/alert_bar.h"
#include "app/approval/approval_view.h"
#include "app/doctor/doctor_page.h"
#include "app/home/home_page.h"
#include "app/launch/launch_dialog.h"
#include "app/policy/policy_page.h"
#include "app/review/review_page.h"
#include "app/runs/proposed_folders.h"
#include "app/runs/run_words.h"
#include "app/runs/runs_page.h"
#include "app/secrets/secrets_page.h"
#include "app/settings/settings_page.h"
#include "app/terminal/terminal_tab.h"
#include "app/terminal/terminals_page.h"
#include "app/welcome/welcome_dialog.h"
#include "app/widgets/answer_after.h"
#include "app/widgets/icons.h"
#include "app/widgets/plain_label.h"
#include "app/widgets/text.h"

namespace leadglass::app {

MainWindow::MainWindow(QuestionFeed& questions, RunFeed& runs, const Services& services, Settings* settings, QWidget* parent)
    : QMainWindow(parent), m_services(services), m_feed(runs), m_alerts(runs, services), m_shell(new ShellEnvironment(this)), m_navigation(new QListWidget),
      m_pages(new QStackedWidget), m_trouble(new PlainLabel), m_alertBar(new AlertBar(m_alerts)), m_home(new HomePage(runs, questions, services)),
      m_approvals(new ApprovalView(questions, services)), m_runs(new RunsPage(runs, questions, services)),
      m_terminals(new TerminalsPage), m_doctor(new DoctorPage(services)), m_questions(questions), m_settings(settings) {
    auto* all = new QWidget;
    auto* layout = new QHBoxLayout(all);
    auto* right = new QVBoxLayout;
    m_trouble->hide();
    right->addWidget(m_alertBar);
    right->addWidget(m_trouble);
    connect(m_alertBar, &AlertBar::rowsWanted, this, &MainWindow::showAlerts);
    right->addWidget(m_pages, 1);
    layout->addWidget(m_navigation);
    layout->addLayout(right, 1);
    setCentralWidget(all);
    m_navigation->setAccessibleName(tr("Pages"));
    m_navigation->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_navigation->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    buildPages();
    connect(m_navigation, &QListWidget::currentRowChanged, this, [this](int row) {
        if (m_pages->widget(row) == m_runs && !m_leads) {
            m_runs->showList(); // who goes to the page wants it, not the run that was last looked into
        }
        m_pages->setCurrentIndex(row);
    });
    connect(m_pages, &QStackedWidget::currentChanged, this, &MainWindow::tellTrouble);
    connect(m_navigation, &QListWidget::itemClicked, this, [this] { // by keys one goes on through the pages
        if (m_pages->currentWidget() == m_terminals) {
            m_terminals->focusShown();
        } else if (m_pages->currentWidget() == m_runs) {
            m_runs->showList();
        }
    });
    m_navigation->setCurrentRow(0);
    resize(fontMetrics().averageCharWidth() * 150, fontMetrics().height() * 42);
    count();
}

void MainWindow::buildPages() {
    addPage(tr("Home"), QStringLiteral("home"), m_home);
    m_approvalsItem = addPage(tr("Approvals"), QStringLiteral("approvals"), m_approvals);
    addPage(tr("Runs"), QStringLiteral("runs"), m_runs);
    m_terminalsItem = addPage(tr("Terminals"), QStringLiteral("terminal"), m_terminals);
    m_terminalsItem->setHidden(true);
    connect(m_terminals, &TerminalsPage::changed, this, &MainWindow::showTerminals);
    if (m_services.review) {
        m_review = new ReviewPage(m_services);
        addPage(tr("Review"), QStringLiteral("review"), m_review);
        const auto review = [this](const std::string& id) {
            m_review->showRun(id);
            showPage(m_review);
        };
        connect(m_runs, &RunsPage::reviewWanted, this, review);
        m_terminals->follow(m_feed);
        connect(m_terminals, &TerminalsPage::reviewWanted, this, review);
    }
    if (m_services.activity) {
        m_activity = new ActivityPage(m_services);
        addPage(tr("Activity"), QStringLiteral("activity"), m_activity);
        connect(m_runs, &RunsPage::rowsWanted, this, [this](const std::string& id) {
            m_activity->search(QStringLiteral("run:") + QString::fromStdString(id));
            showPage(m_activity);
        });
        connect(m_runs, &RunsPage::rowWanted, this, [this](const std::string& id, qint64 row) {
            m_activity->showRow(QStringLiteral("run:") + QString::fromStdString(id), row);
            showPage(m_activity);
        });
    }
    if (m_services.policy) {
        m_policy = new PolicyPage(m_feed, m_services);
        addPage(tr("Policy"), QStringLiteral("policy"), m_policy);
    }
    if (m_services.secrets) {
        m_secrets = new SecretsPage(m_services);
        //: A page of the navigation: credentials that agents use without having them.
        addPage(tr("Secrets"), QStringLiteral("secrets"), m_secrets);
    }
    addPage(tr("Doctor"), QStringLiteral("doctor"), m_doctor);
    buildSettings();
    connect(m_approvals, &ApprovalView::positionChanged, this, &MainWindow::count);
    connect(m_doctor, &DoctorPage::checked, m_home, &HomePage::setDoctor);
    connect(m_home, &HomePage::launchWanted, this, [this] { launch({}); });
    connect(m_home, &HomePage::answersWanted, this, [this] { showPage(m_approvals); });
    connect(m_home, &HomePage::doctorWanted, this, [this] { showPage(m_doctor); });
    connect(m_home, &HomePage::runWanted, this, [this](const std::string& id) {
        m_runs->openRun(id);
        showPage(m_runs);
    });
    connect(m_runs, &RunsPage::launchWanted, this, [this] { launch({}); });
    connect(m_runs, &RunsPage::answersWanted, this, [this] { showPage(m_approvals); });
    connect(m_runs, &RunsPage::terminalWanted, this, &MainWindow::openTerminal);
    connect(m_runs, &RunsPage::againWanted, this, &MainWindow::runAgain);
    connect(m_home, &HomePage::againWanted, this, [this](const std::string& id, const api::ProjectRule& rule) {
        if (const auto* run = m_feed.find(id)) {
            runAgain(*run);
        } else { // it left nothing, so its words are not kept: the person gives them
            launch({{}, QString::fromStdString(rule.project), QString::fromStdString(rule.profile), {}, {}});
        }
    });
}

void MainWindow::buildSettings() {
    if (m_settings == nullptr) {
        return;
    }
    m_settingsPage = new SettingsPage(*m_settings, m_services);
    addPage(tr("Settings"), QStringLiteral("settings"), m_settingsPage);
    connect(m_settingsPage, &SettingsPage::welcomeWanted, this, &MainWindow::welcome);
    connect(m_home, &HomePage::welcomeWanted, this, &MainWindow::welcome);
    m_home->offerWelcome();
    connect(m_doctor, &DoctorPage::welcomeWanted, this, &MainWindow::welcome);
    m_doctor->offerWelcome();
}

void MainWindow::welcome() {
    if (m_settings == nullptr) {
        return;
    }
    if (m_welcome == nullptr) {
        m_welcome = new WelcomeDialog(m_questions, m_services, *m_settings, this);
        connect(m_welcome, &WelcomeDialog::launchWanted, this, [this](const QString& command) { launch({command, {}, {}, {}, {}}); });
        connect(m_welcome, &WelcomeDialog::answerWanted, this, &MainWindow::questionWanted);
        connect(m_welcome, &WelcomeDialog::doctorWanted, this, [this] { showPage(m_doctor); });
        connect(m_welcome, &WelcomeDialog::rowsWanted, this, [this](const std::string& run) {
            if (m_activity != nullptr) {
                m_activity->search(QStringLiteral("run:") + QString::fromStdString(run));
                showPage(m_activity);
            }
        });
    }
    if (!m_welcome->isVisible()) {
        m_welcome->showScreen(0);
    }
    m_welcome->show();
    m_welcome->raise();
    m_welcome->activateWindow();
}

QListWidgetItem* MainWindow::addPage(const QString& name, const QString& iconName, QWidget* page) {
    auto* item = new QListWidgetItem(icon(iconName), name, m_navigation);
    m_pages->addWidget(page);
    // Room for a number behind the name.
    const int wide = m_navigation->sizeHintForColumn(0) + fontMetrics().averageCharWidth() * 8;
    m_navigation->setFixedWidth(qMax(m_navigation->minimumWidth(), wide));
    return item;
}

void MainWindow::showPage(QWidget* page) {
    m_leads = true;
    m_navigation->setCurrentRow(m_pages->indexOf(page));
    m_leads = false;
}

void MainWindow::showAlerts() {
    if (m_activity == nullptr) {
        return;
    }
    const QString line = QStringLiteral("kind:sighting");
    m_alerts.alerts().empty() ? m_activity->search(line) : m_activity->showRow(line, m_alerts.alerts().front().row);
    showPage(m_activity);
}

int MainWindow::waiting() const { return m_approvals->waiting(); }

bool MainWindow::showsApprovals() const { return isVisible() && m_pages->currentWidget() == m_approvals; }

void MainWindow::setTrouble(const QString& text) {
    m_trouble->setText(text);
    tellTrouble();
}

// The page Settings says what is wrong with them itself.
void MainWindow::tellTrouble() {
    const bool saysItself = m_settingsPage != nullptr && m_pages->currentWidget() == m_settingsPage && m_trouble->text() == m_settings->trouble();
    m_trouble->setVisible(!m_trouble->text().isEmpty() && !saysItself);
}

// The number also stands in the title: where there is no tray, the list of windows shows it.
void MainWindow::count() {
    const int waiting = m_approvals->waiting();
    //: Title of the main window. %1: how many questions wait
    setWindowTitle(waiting == 0 ? tr("Leadglass") : tr("(%1) Leadglass").arg(waiting));
    //: A page of the navigation, and how many questions wait there.
    m_approvalsItem->setText(waiting == 0 ? tr("Approvals") : tr("Approvals (%1)").arg(waiting));
}

void MainWindow::showTerminals() {
    const int count = m_terminals->count();
    m_terminalsItem->setHidden(count == 0);
    m_terminalsItem->setText(count == 0 ? tr("Terminals") : tr("Terminals (%1)").arg(count));
    if (count == 0 && m_pages->currentWidget() == m_terminals) {
        showPage(m_runs);
    }
}

int MainWindow::live() const { return qMax(m_terminals->live(), m_feed.live()); }

bool MainWindow::mayLeave(std::chrono::seconds patience) {
    if (m_terminals->live() > 0 || m_feed.live() == 0) {
        return m_terminals->mayLeave(patience);
    }
    QMessageBox sure(QMessageBox::Question, tr("Quit Leadglass"), tr("%n run(s) are at work. Quit?", nullptr, m_feed.live()), QMessageBox::NoButton, this);
    sure.setTextFormat(Qt::PlainText);
    sure.setInformativeText(tr("They go on, guarded as before. What they ask comes up in their terminals then, or is refused when nobody answers.") +
                            (waiting() == 0 ? QString() : QLatin1Char('\n') + tr("%n request(s) wait for an answer.", nullptr, waiting())));
    auto* does = sure.addButton(tr("Quit"), QMessageBox::AcceptRole);
    auto* stays = sure.addButton(tr("Stay"), QMessageBox::RejectRole);
    sure.setDefaultButton(stays);
    sure.setEscapeButton(stays);
    answerAfter(sure, *does, patience);
    sure.exec();
    return sure.clickedButton() == does;
}

void MainWindow::runAgain(const api::RunInfo& run) {
    LaunchWish wish{words::runCommand(run), QString::fromStdString(run.project), QString::fromStdString(run.profile),
                    QString::fromStdString(run.mode), {}};
    for (const auto& word : run.command) {
        wish.words << QString::fromStdString(word);
    }
    launch(wish);
}

void MainWindow::launch(const LaunchWish& wish) {
    const QStringList folders = proposedFolders(m_feed.runs());
    m_shell->ask();
    auto* dialog = new LaunchDialog(m_services, QString::fromStdString(m_services.program), folders, *m_shell, wish, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (m_settings != nullptr) {
        connect(dialog, &LaunchDialog::terminalChosen, m_settings,
                [this](const QString& name) { m_settings->change([&](Choices& choices) { choices.terminal = name; }); });
    }
    connect(dialog, &LaunchDialog::hereWanted, this, [this](const Start& start, const LaunchWish& wished) {
        const QString program = (wished.words.isEmpty() ? wished.command.section(QLatin1Char(' '), 0, 0) : wished.words.first()).section(QLatin1Char('/'), -1);
        //: Title of a terminal. %1: a program; %2: a folder
        auto& tab = m_terminals->open(start, tr("%1 in %2").arg(shown(program.toStdString(), 30), shownPath(wished.folder.toStdString(), 40)));
        showPage(m_terminals);
        tab.view().setFocus();
    });
    connect(dialog, &LaunchDialog::started, this, [this] { showPage(m_runs); });
    dialog->open();
}

void MainWindow::openTerminal(const QString& folder) {
    const auto terminals = findTerminals();
    const QString shell = qEnvironmentVariable("SHELL", QStringLiteral("/bin/sh"));
    if (terminals.empty() || !startInTerminal(terminals.front(), {shell, {}, folder, m_shell->merged()})) {
        setTrouble(tr("No terminal program could be started: install one, for example xterm."));
    }
}

} // namespace leadglass::app
