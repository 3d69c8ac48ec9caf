#include "app/policy/policy_page.h"

#include <QComboBox>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QUrl>

#include "app/bridge/off_thread.h"
#include "app/policy/edit_tab.h"
#include "app/policy/grants_tab.h"
#include "app/policy/lines_tab.h"
#include "app/policy/reach_tab.h"
#include "app/policy/simulate_tab.h"
#include "app/runs/proposed_folders.h"
#include "app/widgets/plain_label.h"
#include "app/widgets/text.h"

namespace leadglass::app {

PolicyPage::PolicyPage(RunFeed& runs, const Services& services, QWidget* parent)
    : QWidget(parent), m_runs(runs), m_services(services), m_profile(new QComboBox), m_project(new QComboBox), m_trouble(new PlainLabel), m_tabs(new QTabWidget),
      m_lines(new LinesTab), m_simulate(new SimulateTab(services)) {
    build();
    connect(m_lines, &LinesTab::openWanted, this, &PolicyPage::openFile);
    connect(m_simulate, &SimulateTab::openWanted, this, &PolicyPage::openFile);
    if (m_edit != nullptr) {
        connect(m_edit, &EditTab::openWanted, this, &PolicyPage::openFile);
        connect(m_edit, &EditTab::changed, this, &PolicyPage::look);
        connect(m_edit, &EditTab::ownMade, this, [this](const QString& profile) {
            m_profile->setEditText(profile);
            look();
        });
    }
    if (m_grants != nullptr) {
        connect(m_grants, &GrantsTab::changed, this, &PolicyPage::look);
    }
    connect(m_profile, &QComboBox::activated, this, &PolicyPage::look);
    connect(m_project, &QComboBox::activated, this, &PolicyPage::look);
    for (auto* box : {m_profile, m_project}) {
        connect(box->lineEdit(), &QLineEdit::editingFinished, this, [this] {
            if (const auto wanted = query(); wanted.profile != m_looked.profile || wanted.project != m_looked.project) {
                look();
            }
        });
    }
}

// A field that loses the focus as the page goes would call what is not there any more.
PolicyPage::~PolicyPage() {
    for (auto* box : {m_profile, m_project}) {
        box->disconnect(this);
        box->lineEdit()->disconnect(this);
    }
}

void PolicyPage::build() {
    for (auto* box : {m_profile, m_project}) {
        box->setEditable(true);
        box->setInsertPolicy(QComboBox::NoInsert);
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    }
    m_profile->setMinimumContentsLength(14);
    m_project->setMinimumContentsLength(24);
    m_profile->setEditText(QStringLiteral("default"));
    m_project->lineEdit()->setPlaceholderText(tr("no project"));
    auto* profileName = new QLabel(tr("&Profile:"));
    auto* projectName = new QLabel(tr("Pro&ject:"));
    profileName->setBuddy(m_profile);
    projectName->setBuddy(m_project);
    auto* browse = new QPushButton(tr("Choose…"));
    browse->setAutoDefault(false);
    connect(browse, &QPushButton::clicked, this, [this] {
        const QString chosen = QFileDialog::getExistingDirectory(this, tr("Folder of the project"), m_project->currentText());
        if (!chosen.isEmpty()) {
            choose(m_profile->currentText(), chosen);
        }
    });
    auto* top = new QHBoxLayout;
    top->addWidget(profileName);
    top->addWidget(m_profile, 1);
    top->addWidget(projectName);
    top->addWidget(m_project, 2);
    top->addWidget(browse);
    m_tabs->addTab(m_lines, tr("What holds"));
    if (m_services.policyEditor) {
        m_edit = new EditTab(m_services);
        m_tabs->addTab(m_edit, tr("Edit", "a page: the files of a policy, to change"));
    }
    m_tabs->addTab(m_simulate, tr("What would happen"));
    if (m_services.grants) {
        m_grants = new GrantsTab(m_services);
        m_tabs->addTab(m_grants, tr("Kept answers"));
    }
    if (m_services.reach) {
        m_reach = new ReachTab(m_services);
        m_tabs->addTab(m_reach, tr("Reach", "a page: how far a run reaches"));
    }
    m_trouble->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(top);
    layout->addWidget(m_trouble);
    layout->addWidget(m_tabs, 1);
}

void PolicyPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    findProfiles();
    proposeProjects();
    look();
}

void PolicyPage::findProfiles() {
    if (!m_services.policyEditor) {
        return;
    }
    offThread(
        this, [makes = m_services.policyEditor] { return makes()->profiles(); },
        [this](const Result<std::vector<std::string>>& profiles) {
            const QString now = m_profile->currentText();
            const QSignalBlocker quiet(m_profile);
            m_profile->clear();
            for (const auto& name : profiles ? *profiles : std::vector<std::string>()) {
                m_profile->addItem(shown(name, 80));
            }
            m_profile->setEditText(now);
        });
}

void PolicyPage::proposeProjects() {
    const QString now = m_project->currentText();
    const QSignalBlocker quiet(m_project);
    m_project->clear();
    m_project->addItems(proposedFolders(m_runs.runs()));
    m_project->setEditText(now);
}

void PolicyPage::choose(const QString& profile, const QString& project) {
    m_profile->setEditText(profile);
    m_project->setEditText(project);
    look();
}

api::PolicyQuery PolicyPage::query() const {
    QString project = m_project->currentText().trimmed();
    if (project == QLatin1String("~") || project.startsWith(QLatin1String("~/"))) {
        project = QDir::homePath() + project.mid(1);
    }
    api::PolicyQuery out;
    out.profile = m_profile->currentText().trimmed().toStdString();
    out.project = project.toStdString();
    return out;
}

void PolicyPage::look() {
    const auto wanted = query();
    m_looked = wanted;
    const QString project = QString::fromStdString(wanted.project);
    const bool fine = project.isEmpty() || QDir::isAbsolutePath(project);
    m_trouble->setText(fine ? QString() : tr("Give the whole path of the project's folder."));
    m_trouble->setVisible(!fine);
    if (!fine) {
        return;
    }
    offThread(
        this, [makes = m_services.policy, wanted] { return makes()->show(wanted); },
        [this, number = ++m_asked](const Result<api::ShownPolicy>& policy) {
            if (number == m_asked) {
                m_lines->tell(policy);
            }
        });
    m_simulate->look(wanted);
    if (m_edit != nullptr) {
        m_edit->look(wanted);
    }
    if (m_grants != nullptr) {
        m_grants->look();
    }
    if (m_reach != nullptr) {
        m_reach->look(wanted);
    }
}

void PolicyPage::openFile(const QString& file) {
    const bool opened = !file.isEmpty() && QDesktopServices::openUrl(QUrl::fromLocalFile(file));
    if (!file.isEmpty() && !opened) {
        //: %1: a file
        m_trouble->setText(tr("The desktop has no program for %1.").arg(shownPath(file.toStdString())));
        m_trouble->show();
    }
}

} // namespace leadglass::app
