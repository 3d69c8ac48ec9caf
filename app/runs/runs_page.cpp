#include "app/runs/runs_page.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QListView>
#include <QMessageBox>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>

#include <algorithm>

#include "app/bridge/off_thread.h"
#include "app/runs/run_model.h"
#include "app/runs/run_words.h"
#include "app/widgets/empty_state.h"
#include "app/widgets/plain_label.h"
#include "app/widgets/text.h"
#include "core/base/escape.h"

namespace leadglass::app {

RunsPage::RunsPage(RunFeed& runs, QuestionFeed& questions, const Services& services, QWidget* parent)
    : QWidget(parent), m_runs(runs), m_makes(services.review), m_model(new RunModel(runs, questions, this)) {
    build();
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& index) {
        if (const auto* run = m_model->at(index)) {
            m_current = run->id;
            m_trouble->hide();
            retell();
        }
    });
    connect(m_model, &QAbstractItemModel::modelReset, this, &RunsPage::retell);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &RunsPage::retell);
    connect(&runs, &RunFeed::changed, this, &RunsPage::retell);
    retell();
}

void RunsPage::build() {
    m_list = listOf(*m_model, tr("Runs"));
    m_list->setMinimumWidth(m_list->fontMetrics().averageCharWidth() * 44);
    m_title = new PlainLabel;
    QFont large = m_title->font();
    large.setPointSizeF(large.pointSizeF() * 1.35);
    m_title->setFont(large);
    auto* facts = new QFormLayout;
    facts->setRowWrapPolicy(QFormLayout::WrapLongRows);
    const auto fact = [&](const QString& name) {
        auto* label = new PlainLabel;
        facts->addRow(name, label);
        return label;
    };
    m_state = fact(tr("State:"));
    m_command = fact(tr("Command:"));
    //: Of a run: its folder, and how it works on it.
    m_where = fact(tr("Works on:"));
    m_when = fact(tr("Started:"));
    m_end = fact(tr("Ended:"));
    m_trouble = new PlainLabel;
    m_trouble->hide();
    auto* first = new QHBoxLayout;
    auto* second = new QHBoxLayout;
    const auto button = [this](QHBoxLayout* row, const QString& text, auto&& does) {
        auto* made = new QPushButton(text);
        made->setAutoDefault(false);
        connect(made, &QPushButton::clicked, this, does);
        row->addWidget(made);
        return made;
    };
    m_answers = button(first, tr("Answer its questions"), [this] { emit answersWanted(m_current); });
    m_review = button(first, tr("Review its changes"), [this] { emit reviewWanted(m_current); });
    m_rows = button(first, tr("What it did"), [this] { emit rowsWanted(m_current); });
    first->addStretch(1);
    m_again = button(second, tr("Run again…"), [this] {
        if (const auto* run = current()) {
            emit againWanted(*run);
        }
    });
    m_terminal = button(second, tr("Open a terminal there"), [this] {
        if (const auto* run = current()) {
            emit terminalWanted(QString::fromStdString(run->project));
        }
    });
    m_stop = button(second, tr("Stop"), [this] { stop(); });
    m_discard = button(second, tr("Discard…"), [this] { discard(); });
    second->addStretch(1);
    auto* details = new QWidget;
    auto* right = new QVBoxLayout(details);
    right->addWidget(m_title);
    right->addLayout(facts);
    right->addLayout(first);
    right->addLayout(second);
    right->addWidget(m_trouble);
    right->addStretch(1);
    auto* split = new QSplitter;
    auto* left = new QWidget;
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    auto* launch = new QPushButton(tr("New run…"));
    launch->setAutoDefault(false);
    connect(launch, &QPushButton::clicked, this, &RunsPage::launchWanted);
    column->addWidget(launch, 0, Qt::AlignLeft);
    column->addWidget(m_list, 1);
    split->addWidget(left);
    split->addWidget(details);
    split->setStretchFactor(0, 2);
    split->setStretchFactor(1, 3);
    split->setChildrenCollapsible(false);
    auto* nothing = new EmptyState(tr("No run is live, and none waits for you."),
                                   tr("Start an agent here, or in a terminal with “leadglass run”. Both appear on this page."), tr("New run…"));
    connect(nothing, &EmptyState::pressed, this, &RunsPage::launchWanted);
    m_stack = new QStackedWidget;
    m_stack->addWidget(nothing);
    m_stack->addWidget(split);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
}

const api::RunInfo* RunsPage::current() const { return m_runs.find(m_current); }

void RunsPage::showRun(const std::string& id) {
    m_current = id;
    retell();
}

void RunsPage::retell() {
    if (m_model->rowCount() == 0) {
        m_stack->setCurrentIndex(0);
        return;
    }
    m_stack->setCurrentIndex(1);
    if (current() == nullptr) {
        m_current = m_model->at(m_model->index(0))->id;
    }
    const auto& run = *current();
    if (const auto index = m_model->indexOf(m_current); m_list->currentIndex() != index) {
        const QSignalBlocker quiet(m_list->selectionModel());
        m_list->setCurrentIndex(index);
        m_list->viewport()->update();
    }
    const int waiting = m_model->waiting(run.id);
    const bool live = run.state == "running", waits = run.state == "ended" || run.state == "partly_applied" || run.state == "torn";
    m_title->setText(words::runTitle(run));
    m_state->setText(run.state == "damaged" ? shown(run.damage) : words::runState(run, waiting));
    m_command->setText(words::runCommand(run));
    //: %1: a folder; %2: mode of the workspace ("copy"); %3: profile
    m_where->setText(tr("%1 (%2, profile %3)").arg(shownPath(run.project), shown(run.mode, 20), shown(run.profile, 64)));
    //: %1: when; %2: id of the run
    m_when->setText(tr("%1, as run %2").arg(words::runTime(run.started), shown(run.id, 40)));
    //: %1: when; %2: how
    m_end->setText(run.ended == 0 ? tr("not yet") : tr("%1, %2").arg(words::runTime(run.ended), words::runEnd(run)));
    m_answers->setVisible(waiting > 0);
    m_review->setEnabled(run.state != "damaged" && run.state != "discarded");
    m_stop->setVisible(live);
    m_discard->setVisible(!live && run.state != "discarded");
    // Words that are not text cannot be given back as they were.
    m_again->setEnabled(!run.command.empty() && std::ranges::all_of(run.command, isValidUtf8));
    m_terminal->setEnabled(!run.project.empty());
    m_review->setText(waits || live ? tr("Review its changes") : tr("See its changes"));
}

void RunsPage::act(const QString& doing, std::function<Result<std::string>(api::ReviewService&)> work) {
    m_trouble->setText(doing);
    m_trouble->show();
    offThread(
        this, [makes = m_makes, work = std::move(work)] { return work(*makes()); },
        [this](const Result<std::string>& done) {
            m_trouble->setVisible(!done);
            if (!done) {
                m_trouble->setText(QString::fromStdString(done.error().text()));
            }
        });
}

void RunsPage::stop() {
    act(tr("It is being ended; what does not end within 5 seconds is killed."),
        [id = m_current](api::ReviewService& service) { return service.stop(id); });
}

void RunsPage::discard() {
    const auto* run = current();
    if (run == nullptr) {
        return;
    }
    QMessageBox sure(QMessageBox::Warning, tr("Discard"), tr("Throw away what this run changed and was not applied?"),
                     QMessageBox::NoButton, this);
    sure.setTextFormat(Qt::PlainText);
    sure.setInformativeText(words::runTitle(*run) + QLatin1Char('\n') + tr("It cannot be brought back. The history keeps what it did."));
    auto* yes = sure.addButton(tr("Discard"), QMessageBox::DestructiveRole);
    sure.setDefaultButton(sure.addButton(tr("Keep"), QMessageBox::RejectRole));
    const std::string id = run->id;
    sure.exec();
    if (sure.clickedButton() == yes) {
        act(tr("It is being thrown away."), [id](api::ReviewService& service) { return service.discard(id); });
    }
}

} // namespace leadglass::app
