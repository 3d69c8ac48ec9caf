#include "app/welcome/welcome_dialog.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableWidget>
#include <QVBoxLayout>

#include "app/bridge/off_thread.h"
#include "app/doctor/doctor_page.h"
#include "app/widgets/page_scroll.h"
#include "app/widgets/plain_label.h"
#include "app/widgets/text.h"

namespace leadglass::app {
namespace {

QPushButton* plainButton(const QString& text) {
    auto* button = new QPushButton(text);
    button->setAutoDefault(false);
    return button;
}

QHBoxLayout* rowOf(std::initializer_list<QWidget*> widgets) {
    auto* row = new QHBoxLayout;
    for (auto* each : widgets) {
        row->addWidget(each);
    }
    row->addStretch(1);
    return row;
}

} // namespace

WelcomeDialog::WelcomeDialog(QuestionFeed& questions, const Services& services, Settings& settings, QWidget* parent)
    : QDialog(parent), m_services(services), m_settings(settings), m_rehearsal(new Rehearsal(questions, services, settings, this)),
      m_screens(new QStackedWidget) {
    setWindowTitle(tr("First steps with Leadglass"));
    buildMachine();
    buildRehearsal();
    buildAgents();
    m_place = new QLabel;
    auto* skip = plainButton(tr("&Close"));
    m_back = plainButton(tr("&Back"));
    m_next = plainButton({});
    auto* bottom = new QHBoxLayout;
    bottom->addWidget(skip);
    bottom->addStretch(1);
    bottom->addWidget(m_place);
    bottom->addStretch(1);
    bottom->addWidget(m_back);
    bottom->addWidget(m_next);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_screens, 1);
    layout->addLayout(bottom);
    connect(skip, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_back, &QPushButton::clicked, this, [this] { showScreen(screen() - 1); });
    connect(m_next, &QPushButton::clicked, this, [this] { screen() + 1 < m_screens->count() ? showScreen(screen() + 1) : accept(); });
    connect(m_rehearsal, &Rehearsal::changed, this, [this] { tellRehearsal(m_rehearsal->state()); });
    connect(this, &QDialog::finished, this, [this] {
        m_rehearsal->stop();
        m_settings.change([](Choices& choices) { choices.welcomed = true; });
    });
    tellRehearsal({});
    showScreen(0);
    resize(fontMetrics().averageCharWidth() * 100, fontMetrics().height() * 28);
    checkMachine();
    findAgents();
}

QVBoxLayout* WelcomeDialog::addScreen(const QString& heading, const QString& text) {
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    auto* title = new PlainLabel(heading);
    QFont large = title->font();
    large.setPointSizeF(large.pointSizeF() * 1.35);
    title->setFont(large);
    layout->addWidget(title);
    layout->addWidget(new PlainLabel(text));
    layout->addSpacing(fontMetrics().height() / 2);
    m_screens->addWidget(new PageScroll(content));
    return layout;
}

void WelcomeDialog::buildMachine() {
    auto* layout = addScreen(tr("What this machine gives"),
                             tr("Leadglass starts a coding agent in a sandbox. It sees only its project, reaches only what you allow, and changes "
                                "nothing of yours until you have looked at it."));
    m_machine = new PlainLabel(tr("Looking at this machine…"));
    m_doctor = plainButton(tr("See &all checks"));
    connect(m_doctor, &QPushButton::clicked, this, &WelcomeDialog::doctorWanted);
    layout->addWidget(m_machine);
    layout->addLayout(rowOf({m_doctor}));
    layout->addStretch(1);
}

void WelcomeDialog::buildRehearsal() {
    auto* layout = addScreen(tr("A rehearsal"),
                             tr("A toy agent runs for about 20 seconds in a real sandbox. It tries a file beside its project, and the host %1, which "
                                "nobody has. A request comes up: answer it as you like. Nothing leaves this machine, and only the rows of the history stay.")
                                 .arg(Rehearsal::host()));
    m_try = plainButton(tr("&Start the rehearsal"));
    m_answer = plainButton(tr("Show the &request"));
    m_rows = plainButton(tr("Show in &Activity"));
    connect(m_try, &QPushButton::clicked, m_rehearsal, &Rehearsal::start);
    connect(m_answer, &QPushButton::clicked, this, [this] { emit answerWanted(m_rehearsal->state().question); });
    connect(m_rows, &QPushButton::clicked, this, [this] { emit rowsWanted(m_rehearsal->state().run); });
    m_state = new PlainLabel;
    m_table = new QTableWidget(0, 5);
    m_table->setHorizontalHeaderLabels({tr("Time"), tr("What"), tr("Verdict"), tr("Subject"), tr("Why")});
    m_table->setAccessibleName(tr("What the history says of the rehearsal"));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setTabKeyNavigation(false);
    m_table->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    m_table->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setStretchLastSection(true);
    layout->addLayout(rowOf({m_try, m_answer, m_rows}));
    layout->addWidget(m_state);
    layout->addWidget(m_table);
    layout->addStretch();
}

void WelcomeDialog::buildAgents() {
    auto* layout = addScreen(tr("Your agents"), tr("Start one in Leadglass: it works as it did without."));
    m_none = new PlainLabel(tr("Looking for agents…"));
    layout->addWidget(m_none);
    m_agents = new QVBoxLayout;
    layout->addLayout(m_agents);
    layout->addStretch(1);
}

int WelcomeDialog::screen() const { return m_screens->currentIndex(); }

void WelcomeDialog::showScreen(int screen) {
    m_screens->setCurrentIndex(screen);
    //: Which of the first steps is shown. %1 of %2: numbers
    m_place->setText(tr("%1 of %2").arg(screen + 1).arg(m_screens->count()));
    m_back->setEnabled(screen > 0);
    m_next->setText(screen + 1 < m_screens->count() ? tr("&Next") : tr("&Done"));
}

void WelcomeDialog::checkMachine() {
    if (m_services.doctor) {
        offThread(this, [makes = m_services.doctor] { return makes()->check(); }, [this](const std::vector<api::DoctorCheck>& checks) { tellMachine(ofApp(checks)); });
    }
}

void WelcomeDialog::tellMachine(const std::vector<api::DoctorCheck>& checks) {
    using Status = api::DoctorCheck::Status;
    QString missing, weaker;
    for (const auto& check : checks) {
        auto& list = check.status == Status::Missing ? missing : weaker;
        if (check.status != Status::Ok) {
            list += QString::fromUtf8("\n• ") + shown(check.evidence, 300);
            list += check.fix.empty() ? QString() : QLatin1String(": ") + shown(check.fix, 300);
        }
    }
    QString text = missing.isEmpty() ? tr("Runs can start on this machine.") : tr("No run can start on this machine yet:") + missing;
    if (!weaker.isEmpty()) {
        text += QStringLiteral("\n\n") + tr("Weaker than it could be:") + weaker;
    }
    m_machine->setText(text);
    m_try->setEnabled(missing.isEmpty());
}

void WelcomeDialog::findAgents() {
    if (!m_services.policy) {
        return;
    }
    offThread(
        this, [makes = m_services.policy] { return makes()->agents(); },
        [this](const Result<std::vector<api::FoundAgent>>& agents) {
            if (!agents || agents->empty()) {
                m_none->setText(agents ? tr("None of those that Leadglass has a profile for is on your PATH. Any other command can be started, too: Home, “New run…”.")
                                       : QString::fromStdString(agents.error().text()));
                return;
            }
            m_none->hide();
            for (const auto& agent : *agents) {
                const QString name = shown(agent.command, 60);
                const QString version = agent.version.empty() ? QString() : QLatin1Char(' ') + shown(agent.version, 40);
                auto* label = new PlainLabel(name + version + QLatin1Char('\n') + shownPath(agent.path));
                auto* start = plainButton(tr("Start in Leadglass…"));
                //: For a screen reader. %1: an agent
                start->setAccessibleName(tr("Start %1 in Leadglass").arg(name));
                connect(start, &QPushButton::clicked, this, [this, name] { emit launchWanted(name); });
                auto* row = new QHBoxLayout;
                row->addWidget(label, 1);
                row->addWidget(start);
                m_agents->addLayout(row);
            }
        });
}

void WelcomeDialog::tellRehearsal(const RehearsalState& state) {
    using Stage = RehearsalState::Stage;
    using File = RehearsalState::File;
    const auto stage = state.stage;
    QStringList text;
    if (state.file == File::NotThere) {
        text << tr("The file beside the project: for the agent it is not there. What it is not shown, it cannot ask for.");
    } else if (state.file == File::Read) {
        text << tr("The file beside the project could be read. That should not be: see Doctor.");
    }
    switch (stage) {
        case Stage::Idle: break;
        case Stage::Starting: text << tr("The run is being built…"); break;
        case Stage::Asking: text << tr("It asks for %1 and waits: the request is in front, or behind this window.").arg(Rehearsal::host()); break;
        case Stage::Ending: text << tr("Reading the history…"); break;
        case Stage::Done:
            text << (state.rows.isEmpty() ? state.trouble
                     : state.answered     ? tr("Asked and answered: these two rows of the history say so, and will in a year.")
                                          : tr("Asked, and not answered in time: so it was refused, as always when nobody answers. The history says so."));
            break;
        case Stage::Failed: text << tr("The rehearsal did not go through: %1").arg(state.trouble); break;
    }
    m_state->setText(text.join(QLatin1Char('\n')));
    const bool goes = stage == Stage::Starting || stage == Stage::Asking || stage == Stage::Ending;
    m_try->setEnabled(!goes);
    m_try->setText(stage == Stage::Done || stage == Stage::Failed ? tr("&Start it again") : tr("&Start the rehearsal"));
    m_answer->setVisible(stage == Stage::Asking);
    m_rows->setVisible(stage == Stage::Done);
    const auto& rows = state.rows;
    m_table->setVisible(!rows.isEmpty());
    m_table->setRowCount(static_cast<int>(rows.size()));
    for (int row = 0; row < m_table->rowCount(); ++row) {
        for (int column = 0; column < m_table->columnCount(); ++column) {
            m_table->setItem(row, column, new QTableWidgetItem(rows[row].value(column)));
        }
    }
    m_table->updateGeometry();
}

} // namespace leadglass::app
