#include "app/runs/runs_page.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QListView>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>

#include <algorithm>

#include "app/runs/run_acts.h"
#include "app/runs/run_model.h"
#include "app/runs/run_page.h"
#include "app/runs/run_words.h"
#include "app/widgets/empty_state.h"
#include "app/widgets/flow_row.h"
#include "app/widgets/plain_label.h"
#include "app/widgets/text.h"
#include "core/base/escape.h"

namespace leadglass::app {

RunsPage::RunsPage(RunFeed& runs, QuestionFeed& questions, const Services& services, QWidget* parent)
    : QWidget(parent), m_runs(runs), m_acts(new RunActs(services.review, this)), m_model(new RunModel(runs, questions, this)) {
    if (services.runDetail) {
        m_page = new RunPage(runs, questions, services);
        connect(m_page, &RunPage::backWanted, this, &RunsPage::back);
        connect(m_page, &RunPage::answersWanted, this, &RunsPage::answersWanted);
        connect(m_page, &RunPage::reviewWanted, this, &RunsPage::reviewWanted);
        connect(m_page, &RunPage::rowsWanted, this, &RunsPage::rowsWanted);
        connect(m_page, &RunPage::rowWanted, this, &RunsPage::rowWanted);
    }
    build();
    connect(m_acts, &RunActs::told, this, [this](const QString& text) {
        m_trouble->setText(text);
        m_trouble->setVisible(!text.isEmpty());
    });
    connect(m_list, &QListView::activated, this, [this](const QModelIndex& index) {
        if (const auto* run = m_model->at(index)) {
            openRun(run->id);
        }
    });
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
    m_list->setMinimumWidth(m_list->fontMetrics().averageCharWidth() * 30);
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
    auto* first = new FlowRow;
    auto* second = new FlowRow;
    const auto button = [this](FlowRow* row, const QString& text, auto&& does) {
        auto* made = new QPushButton(text);
        made->setAutoDefault(false);
        connect(made, &QPushButton::clicked, this, does);
        row->addWidget(made);
        return made;
    };
    //: Shows one run in full.
    m_open = button(first, tr("Look into it"), [this] { openRun(m_current); });
    m_open->setVisible(m_page != nullptr);
    m_answers = button(first, tr("Answer its questions"), [this] { emit answersWanted(m_current); });
    m_review = button(first, tr("Review its changes"), [this] { emit reviewWanted(m_current); });
    m_rows = button(first, tr("What it did"), [this] { emit rowsWanted(m_current); });
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
    m_stop = button(second, tr("Stop"), [this] { m_acts->stop(m_current); });
    m_drop = button(second, tr("Stop and discard…"), [this] {
        if (const auto* run = current()) {
            run->state == "running" ? m_acts->stopAndDiscard(*run) : m_acts->discard(*run);
        }
    });
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
    split->setSizes({2000, 3000}); // in proportion
    split->setChildrenCollapsible(false);
    auto* nothing = new EmptyState(tr("No run is live, and none waits for you."),
                                   tr("Start an agent here, or in a terminal with “leadglass run”. Both appear on this page."), tr("New run…"));
    connect(nothing, &EmptyState::pressed, this, &RunsPage::launchWanted);
    m_stack = new QStackedWidget;
    m_stack->addWidget(nothing);
    m_stack->addWidget(split);
    if (m_page != nullptr) {
        m_stack->addWidget(m_page);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
}

const api::RunInfo* RunsPage::current() const { return m_runs.find(m_current); }

void RunsPage::showRun(const std::string& id) {
    m_current = id;
    back();
}

void RunsPage::openRun(const std::string& id) {
    m_current = id;
    if (m_page == nullptr) {
        back();
        return;
    }
    m_page->setRun(id);
    m_stack->setCurrentWidget(m_page);
}

void RunsPage::showList() {
    m_stack->setCurrentIndex(0);
    retell();
}

void RunsPage::back() {
    showList();
    m_list->setFocus();
}

void RunsPage::retell() {
    const bool one = m_page != nullptr && m_stack->currentWidget() == m_page; // stays, whatever the list says
    if (!one) {
        m_stack->setCurrentIndex(m_model->rowCount() == 0 ? 0 : 1);
    }
    if (m_model->rowCount() == 0) {
        return;
    }
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
    m_drop->setVisible(run.state != "discarded");
    m_drop->setText(live ? tr("Stop and discard…") : tr("Discard…"));
    // Words that are not text cannot be given back as they were.
    m_again->setEnabled(!run.command.empty() && std::ranges::all_of(run.command, isValidUtf8));
    m_terminal->setEnabled(!run.project.empty());
    m_review->setText(waits || live ? tr("Review its changes") : tr("See its changes"));
}

} // namespace leadglass::app
