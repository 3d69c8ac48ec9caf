#include "app/home/missed_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <tuple>

#include "app/approval/keep_rule.h"
#include "app/bridge/off_thread.h"
#include "app/runs/run_words.h"
#include "app/welcome/rehearsal.h"
#include "app/widgets/plain_label.h"
#include "app/widgets/text.h"

namespace leadglass::app {
namespace {

constexpr int kLooks = 700; // milliseconds
constexpr int kIndexRole = Qt::UserRole; // of the request; of a run: of its first
std::string keyOf(const api::ProjectRule& rule) { return rule.profile + "\n" + rule.project + "\n" + rule.text; }

// Nobody has the host of a rehearsal, and its project goes with it: no request is missed there, and no rule is of use.
bool isOfRehearsal(const api::ProjectRule& rule) { return QString::fromStdString(rule.host) == Rehearsal::host(); }

// One that left nothing, so that its command is not kept.
QString runOf(const api::ProjectRule& rule) {
    //: A run. %1: the project's folder; %2: profile of the agent
    return MissedPanel::tr("a run in %1, profile %2").arg(shownPath(rule.project), shown(rule.profile, 64));
}

enum Column { What, Times, When, Outcome, kColumns };

} // namespace

MissedPanel::MissedPanel(RunFeed& runs, QuestionFeed& questions, const Services& services, QWidget* parent)
    : QWidget(parent), m_runs(runs), m_makes(services.approvals), m_mark(services.state), m_trouble(new PlainLabel), m_away(new QWidget),
      m_heading(new PlainLabel), m_list(new QTreeWidget), m_grant(new KeepRule(services, tr("Allow in this project…"))),
      m_again(new QPushButton(tr("Run again…"))), m_after(new QWidget), m_hindsight(new PlainLabel),
      m_add(new KeepRule(services, tr("Show the rule…"))) {
    m_list->setColumnCount(kColumns);
    m_list->setHeaderLabels({tr("Host and port"), tr("Tries"), tr("Last"), tr("Why it was refused")});
    m_list->setAccessibleName(tr("Requests that nobody answered"));
    m_list->setMinimumHeight(fontMetrics().height() * 7);
    m_list->setUniformRowHeights(true);
    m_list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(What, QHeaderView::Stretch); // a host of 253 letters pushes nothing out of sight
    m_list->header()->setStretchLastSection(false);
    m_list->setTextElideMode(Qt::ElideMiddle); // whose it is stands at its end
    connect(m_list, &QTreeWidget::currentItemChanged, this, &MissedPanel::choose);
    m_again->setAutoDefault(false);
    connect(m_again, &QPushButton::clicked, this, [this] {
        if (const auto* item = m_list->currentItem()) {
            const auto& request = m_missed.requests[item->data(0, kIndexRole).toUInt()];
            emit againWanted(request.run, request.rule);
        }
    });
    auto* seenAll = new QPushButton(tr("Seen"));
    seenAll->setAutoDefault(false);
    seenAll->setToolTip(tr("Puts this away. It stays in the history."));
    connect(seenAll, &QPushButton::clicked, this, &MissedPanel::seen);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_grant, 1);
    buttons->addWidget(m_again, 0, Qt::AlignTop);
    buttons->addWidget(seenAll, 0, Qt::AlignTop);
    auto* away = new QVBoxLayout(m_away);
    away->setContentsMargins(0, 0, 0, 0);
    away->addWidget(m_heading);
    away->addWidget(m_list, 1);
    away->addLayout(buttons);
    auto* later = new QPushButton(tr("Not now"));
    later->setAutoDefault(false);
    connect(later, &QPushButton::clicked, this, [this] {
        m_suggests = false;
        remember();
        retell();
    });
    auto* after = new QHBoxLayout;
    after->addWidget(m_add, 1);
    after->addWidget(later, 0, Qt::AlignTop);
    auto* afterAll = new QVBoxLayout(m_after);
    afterAll->setContentsMargins(0, 0, 0, 0);
    afterAll->addWidget(m_hindsight);
    afterAll->addLayout(after);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_trouble);
    layout->addWidget(m_away, 1);
    layout->addWidget(m_after);
    connect(m_grant, &KeepRule::kept, this, [this](const api::ProjectRule& rule) {
        m_kept.insert(keyOf(rule));
        showList();
    });
    connect(m_add, &KeepRule::kept, this, [this] {
        m_suggests = false;
        remember();
        retell();
    });
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum); // what is left over is below the runs
    m_looks.setSingleShot(true);
    m_looks.setInterval(kLooks);
    connect(&m_looks, &QTimer::timeout, this, &MissedPanel::look);
    const auto dirty = [this] {
        m_dirty = true;
        if (isVisible()) {
            m_looks.start();
        }
    };
    connect(&runs, &RunFeed::changed, this, dirty);
    connect(&questions, &QuestionFeed::closed, this, dirty);
    connect(&questions, &QuestionFeed::changed, this, [dirty](const api::PendingQuestion& question) {
        if (question.state == "expired") {
            dirty();
        }
    });
    if (const auto seen = m_mark.read()) {
        m_seen = *seen;
    } else {
        m_problem = QString::fromStdString(seen.error().text());
    }
    retell();
}

void MissedPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_dirty) {
        m_looks.start();
    }
}

void MissedPanel::look() {
    m_dirty = false;
    if (!m_makes) {
        return;
    }
    offThread(
        this,
        [makes = m_makes, after = m_seen.missed] {
            const auto service = makes();
            auto missed = service->missed(after);
            return std::tuple(std::move(missed), service->hindsight({}));
        },
        [this](const std::tuple<Result<api::Missed>, Result<api::Hindsight>>& found) { take(std::get<0>(found), std::get<1>(found)); });
}

void MissedPanel::take(const Result<api::Missed>& missed, const Result<api::Hindsight>& hindsight) {
    if (missed) {
        m_missed = *missed;
        std::erase_if(m_missed.requests, [](const auto& each) { return isOfRehearsal(each.rule); });
        showList();
    }
    m_suggests = hindsight && !hindsight->suggestions.empty() && !isOfRehearsal(hindsight->suggestions.front().rule) && hindsight->run != m_seen.hindsight;
    if (m_suggests && hindsight->run != m_newestRun) {
        const auto& best = hindsight->suggestions.front();
        const auto* run = m_runs.find(hindsight->run);
        const int asked = static_cast<int>(hindsight->questions), avoids = static_cast<int>(best.avoids);
        //: After a run. %1: "claude in ~/src/shop"
        m_hindsight->setText(tr("The last run, %1, asked %n question(s).", nullptr, asked)
                                 .arg(run != nullptr ? words::runTitle(*run) : runOf(best.rule)) +
                             QLatin1Char(' ') + (avoids >= asked ? tr("One rule would have avoided all %n.", nullptr, asked)
                                                                 : tr("One rule would have avoided %n of them.", nullptr, avoids)));
        m_add->setRule(best.rule);
    }
    m_newestRun = hindsight ? hindsight->run : std::string();
    retell();
}

void MissedPanel::showList() {
    auto* current = m_list->currentItem();
    std::pair<int, int> at{0, 0};
    if (current != nullptr && current->parent() != nullptr) {
        at = {m_list->indexOfTopLevelItem(current->parent()), current->parent()->indexOfChild(current)};
    }
    const QSignalBlocker quiet(m_list); // choose() once, below
    m_list->clear();
    QTreeWidgetItem* run = nullptr;
    for (std::size_t i = 0; i < m_missed.requests.size(); ++i) {
        const auto& request = m_missed.requests[i];
        if (run == nullptr || request.run != m_missed.requests[i - 1].run) {
            run = new QTreeWidgetItem(m_list);
            const auto* known = m_runs.find(request.run);
            run->setText(What, known != nullptr ? words::runTitle(*known) + QStringLiteral(" \u00b7 ") + words::runState(*known, 0)
                               : request.rule.profile.empty()
                                   ? shown(request.run, 64)
                                   : runOf(request.rule));
            run->setFirstColumnSpanned(true);
            run->setData(0, kIndexRole, static_cast<uint>(i));
        }
        auto* item = new QTreeWidgetItem(run);
        item->setText(What, leftToRight(shown(request.rule.host, 200) + QLatin1Char(':') + QString::number(request.rule.port)));
        item->setText(Times, QString::number(request.times));
        item->setText(When, words::runTime(request.last));
        item->setText(Outcome, m_kept.contains(keyOf(request.rule)) ? tr("allowed from now on")
                               : request.hadApprover ? tr("not answered in time") : tr("nobody was there to answer"));
        item->setData(0, kIndexRole, static_cast<uint>(i));
    }
    m_list->expandAll();
    // Where the person was, as far as it is still there.
    const auto top = std::min(at.first, m_list->topLevelItemCount() - 1);
    auto* parent = top >= 0 ? m_list->topLevelItem(top) : nullptr;
    m_list->setCurrentItem(parent != nullptr ? parent->child(std::min(at.second, parent->childCount() - 1)) : nullptr);
    choose();
}

void MissedPanel::choose() {
    const auto* item = m_list->currentItem();
    const bool one = item != nullptr && item->parent() != nullptr; // a run is no host that could be allowed
    if (!one || m_kept.contains(keyOf(m_missed.requests[item->data(0, kIndexRole).toUInt()].rule))) {
        m_grant->clear();
    } else {
        m_grant->setRule(m_missed.requests[item->data(0, kIndexRole).toUInt()].rule);
    }
    const auto* run = item != nullptr ? m_runs.find(m_missed.requests[item->data(0, kIndexRole).toUInt()].run) : nullptr;
    m_again->setEnabled(item != nullptr && (run == nullptr || run->state != "running"));
}

void MissedPanel::seen() {
    m_seen.missed = std::max(m_seen.missed, m_missed.newest);
    m_missed.requests.clear();
    m_list->clear();
    remember();
    retell();
}

void MissedPanel::remember() {
    if (!m_suggests && !m_newestRun.empty()) {
        m_seen.hindsight = m_newestRun;
    }
    const Status kept = m_mark.write(m_seen);
    m_problem = kept ? QString() : QString::fromStdString(kept.error().text());
}

void MissedPanel::retell() {
    m_trouble->setText(m_problem);
    m_trouble->setVisible(!m_problem.isEmpty());
    const int count = static_cast<int>(m_missed.requests.size());
    m_heading->setText(tr("Nobody answered %n request(s), so they were refused. The agent was told that a later try may pass.", nullptr, count));
    m_away->setVisible(count > 0);
    m_after->setVisible(m_suggests);
}

} // namespace leadglass::app
