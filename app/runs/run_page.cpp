#include "app/runs/run_page.h"

#include <QDateTime>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QSplitter>
#include <QTabWidget>
#include <QTreeView>

#include <algorithm>

#include "app/bridge/off_thread.h"
#include "app/runs/keyed_rows.h"
#include "app/runs/limit_gauges.h"
#include "app/runs/process_model.h"
#include "app/runs/run_acts.h"
#include "app/runs/run_words.h"
#include "app/widgets/page_scroll.h"
#include "app/widgets/flow_row.h"
#include "app/widgets/plain_label.h"
#include "app/widgets/text.h"

namespace leadglass::app {
namespace {

constexpr std::chrono::milliseconds kFollowEvery{1000};

} // namespace

RunPage::RunPage(RunFeed& runs, QuestionFeed& questions, const Services& services, QWidget* parent)
    : QWidget(parent), m_runs(runs), m_questions(questions), m_makes(services.runDetail), m_acts(new RunActs(services.review, this)),
      m_processes(new ProcessModel(this)), m_gauges(new LimitGauges) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* split = new QSplitter(Qt::Vertical);
    split->addWidget(upper());
    split->addWidget(lower());
    split->setStretchFactor(0, 1);
    split->setStretchFactor(1, 1);
    split->setChildrenCollapsible(false);
    layout->addWidget(head());
    layout->addWidget(split, 1);
    m_follow.setInterval(kFollowEvery);
    connect(&m_follow, &QTimer::timeout, this, [this] {
        if (!m_looking) { // where a look takes longer than a second, the next one waits for it
            look();
        }
    });
    connect(m_acts, &RunActs::told, this, [this](const QString& text) {
        m_trouble->setText(text);
        m_trouble->setVisible(!text.isEmpty());
    });
    connect(&runs, &RunFeed::changed, this, [this] {
        retell();
        follow();
        if (isVisible()) {
            look(); // it may have ended, or was applied
        }
    });
    for (const auto signal : {&QuestionFeed::raised, &QuestionFeed::changed, &QuestionFeed::closed}) {
        connect(&questions, signal, this, &RunPage::retell);
    }
    connect(new QShortcut(QKeySequence::Back, this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut), &QShortcut::activated, this, &RunPage::backWanted);
}

QWidget* RunPage::head() {
    auto* out = new QWidget;
    auto* layout = new QVBoxLayout(out);
    layout->setContentsMargins(0, 0, 0, 0);
    m_title = new PlainLabel;
    QFont large = m_title->font();
    large.setPointSizeF(large.pointSizeF() * 1.35);
    m_title->setFont(large);
    m_state = new PlainLabel;
    m_command = new PlainLabel;
    m_trouble = new PlainLabel;
    m_trouble->hide();
    auto* buttons = new FlowRow;
    const auto button = [&](const QString& text, auto&& does) {
        auto* made = new QPushButton(text);
        made->setAutoDefault(false);
        connect(made, &QPushButton::clicked, this, does);
        buttons->addWidget(made);
        return made;
    };
    //: Leaves the page of one run.
    button(tr("All runs"), [this] { emit backWanted(); });
    m_answers = button(tr("Answer its questions"), [this] { emit answersWanted(m_run); });
    m_review = button(tr("Review its changes"), [this] { emit reviewWanted(m_run); });
    button(tr("What it did"), [this] { emit rowsWanted(m_run); });
    m_stop = button(tr("Stop"), [this] { m_acts->stop(m_run); });
    m_drop = button(tr("Stop and discard…"), [this] {
        if (const auto* run = m_runs.find(m_run)) {
            run->state == "running" ? m_acts->stopAndDiscard(*run) : m_acts->discard(*run);
        }
    });
    layout->addWidget(m_title);
    layout->addWidget(m_state);
    layout->addWidget(m_command);
    layout->addLayout(buttons);
    layout->addWidget(m_trouble);
    return out;
}

QWidget* RunPage::upper() {
    auto* split = new QSplitter;
    m_tree = viewOf(*m_processes, tr("Processes"), ProcessModel::Command);
    m_tree->setRootIsDecorated(true);
    m_tree->setTextElideMode(Qt::ElideRight);
    for (const int column : {ProcessModel::State, ProcessModel::Cpu, ProcessModel::Memory, ProcessModel::Pid}) {
        m_tree->setColumnWidth(column, m_tree->fontMetrics().averageCharWidth() * (column == ProcessModel::Pid ? 8 : 12));
    }
    // What is new is unfolded; what the person folded stays folded.
    connect(m_processes, &QAbstractItemModel::rowsInserted, m_tree, [this](const QModelIndex& parent) {
        if (parent.isValid() && m_processes->rowCount(parent) == 1) {
            m_tree->expand(parent);
        }
    });
    m_treeHead = new QLabel;
    m_treeHead->setTextFormat(Qt::PlainText);
    auto* left = new QWidget;
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_treeHead);
    column->addWidget(m_tree, 1);
    auto* scroll = new PageScroll(m_gauges);
    scroll->setAccessibleName(tr("Limits"));
    split->addWidget(left);
    split->addWidget(scroll);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 2);
    split->setSizes({3 * fontMetrics().averageCharWidth() * 25, 2 * fontMetrics().averageCharWidth() * 25});
    split->setChildrenCollapsible(false);
    m_live = split;
    return split;
}

QWidget* RunPage::lower() {
    m_decisions = new KeyedRows({tr("Verdict"), tr("Time"), tr("What"), tr("Subject"), tr("Why")}, {}, this);
    //: Of connections to a host: how many were let through, blocked, asked about, are open; bytes sent and received.
    m_hosts = new KeyedRows({tr("Host"), tr("Allowed"), tr("Blocked"), tr("Asked"), tr("Open"), tr("Sent"), tr("Received")}, {1, 2, 3, 4, 5, 6}, this);
    m_changes = new KeyedRows({tr("File"), tr("Change"), tr("Size"), tr("Time")}, {2}, this);
    constexpr int kSubject = 3, kWhole = 0;
    auto* decisions = viewOf(*m_decisions, tr("Decisions"), kSubject);
    auto* hosts = viewOf(*m_hosts, tr("Hosts"), kWhole);
    m_changeView = viewOf(*m_changes, tr("Files changed so far"), kWhole);
    const int letter = fontMetrics().averageCharWidth();
    decisions->setColumnWidth(0, letter * 14);
    decisions->setColumnWidth(1, letter * 23);
    decisions->setColumnWidth(2, letter * 18);
    decisions->setColumnWidth(4, letter * 36);
    for (int i = 1; i < m_hosts->columnCount(); ++i) {
        hosts->setColumnWidth(i, letter * 11);
    }
    m_changeView->setColumnWidth(1, letter * 14);
    m_changeView->setColumnWidth(2, letter * 14);
    m_changeView->setColumnWidth(3, letter * 23);
    connect(decisions, &QTreeView::activated, this, [this](const QModelIndex& at) { emit rowWanted(m_run, m_decisions->keyAt(at.row()).toLongLong()); });
    connect(decisions, &QTreeView::clicked, this, [this](const QModelIndex& at) { emit rowWanted(m_run, m_decisions->keyAt(at.row()).toLongLong()); });
    connect(m_changeView, &QTreeView::activated, this, [this] { emit reviewWanted(m_run); });
    connect(m_changeView, &QTreeView::clicked, this, [this] { emit reviewWanted(m_run); });
    m_changesNote = new PlainLabel;
    auto* files = new QWidget;
    auto* column = new QVBoxLayout(files);
    column->addWidget(m_changesNote);
    column->addWidget(m_changeView, 1);
    column->addStretch();
    m_tabs = new QTabWidget;
    m_tabs->addTab(decisions, QString());
    m_tabs->addTab(hosts, QString());
    m_tabs->addTab(files, QString());
    m_tabs->setAccessibleName(tr("What it did"));
    return m_tabs;
}

QString RunPage::state() const { return m_state->text(); }

void RunPage::setRun(const std::string& id) {
    if (id != m_run) {
        m_run = id;
        m_seen = false;
        m_trouble->hide();
        m_processes->setProcesses({});
        m_gauges->setLimits({}, {});
        for (auto* rows : {m_decisions, m_hosts, m_changes}) {
            rows->setRows({});
        }
    }
    retell();
    follow();
    look();
}

int RunPage::waiting() const {
    const auto& all = m_questions.questions();
    return static_cast<int>(std::count_if(all.begin(), all.end(), [&](const auto& q) { return q.run == m_run && q.state == "pending"; }));
}

void RunPage::follow() {
    const auto* run = m_runs.find(m_run);
    const bool live = run != nullptr && run->state == "running";
    const bool seen = isVisible() && !window()->isMinimized();
    if (!(live && seen)) {
        m_follow.stop();
    } else if (!m_follow.isActive()) {
        m_follow.start();
    }
}

// One at a time.
void RunPage::look() {
    if (m_run.empty()) {
        return;
    }
    if (m_looking) {
        m_again = true;
        return;
    }
    m_looking = true;
    struct Seen {
        std::shared_ptr<api::RunDetailService> service;
        Result<api::RunNow> now;
    };
    offThread(
        this,
        [service = m_service, makes = m_makes, run = m_run]() mutable {
            if (!service) {
                service = makes();
            }
            auto now = service->look(run);
            return Seen{std::move(service), std::move(now)};
        },
        [this, run = m_run](const Seen& seen) {
            m_looking = false;
            m_service = seen.service;
            if (run == m_run && seen.now) {
                take(*seen.now);
            } else if (run == m_run && !m_seen) {
                m_state->setText(shown(seen.now.error().text(), 1000)); // one that changed nothing is gone when it has ended
            }
            const bool more = run == m_run && seen.now && !seen.now->counted && isVisible();
            if (std::exchange(m_again, false) || more) {
                look();
            }
        });
}

void RunPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    window()->installEventFilter(this);
    follow();
    look();
}

void RunPage::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    follow();
}

bool RunPage::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::WindowStateChange && watched == window()) {
        follow();
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace leadglass::app
