// RunPage: what was looked at, in words.
#include <QDateTime>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QTabWidget>
#include <QTreeView>

#include "app/activity/event_words.h"
#include "app/runs/keyed_rows.h"
#include "app/runs/limit_gauges.h"
#include "app/runs/process_model.h"
#include "app/runs/run_now_words.h"
#include "app/runs/run_page.h"
#include "app/runs/run_words.h"
#include "app/widgets/plain_label.h"
#include "app/widgets/text.h"

namespace leadglass::app {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

QString number(quint64 value) { return value == 0 ? QStringLiteral("–") : QLocale().toString(value); }

QString bytes(quint64 value) { return value == 0 ? QStringLiteral("–") : words::bytes(value); }

QString iconOf(EventLine::Verdict verdict) {
    switch (verdict) {
        case EventLine::Verdict::Allow: return QStringLiteral("allowed");
        case EventLine::Verdict::Deny: return QStringLiteral("denied");
        case EventLine::Verdict::Ask: return QStringLiteral("approvals");
        case EventLine::Verdict::Alert: return QStringLiteral("sighting");
        case EventLine::Verdict::None: break;
    }
    return {};
}

QString cell(const EventLine& line, Column column) { return line.cells[static_cast<std::size_t>(column)]; }

} // namespace

// What the list of runs knows: at once, without a look.
void RunPage::retell() {
    const auto* run = m_runs.find(m_run);
    const bool live = run != nullptr && run->state == "running";
    m_live->setVisible(live);
    m_answers->setVisible(waiting() > 0);
    m_stop->setVisible(live);
    m_drop->setText(live ? tr("Stop and discard…") : tr("Discard…"));
    m_drop->setEnabled(run != nullptr && run->state != "discarded");
    m_review->setEnabled(run != nullptr && run->state != "damaged" && run->state != "discarded");
    if (run == nullptr) {
        if (m_seen) { // it was here a moment ago
            m_state->setText(tr("It has ended and changed nothing; what it did is in the history."));
        }
        return;
    }
    m_title->setText(words::runTitle(*run));
    m_command->setText(words::runCommand(*run));
    const QString state = words::runState(*run, waiting());
    if (live) {
        const std::int64_t now = QDateTime::currentMSecsSinceEpoch() * 1'000'000;
        //: State of a live run. %1: "at work"; %2: for how long ("3 min 05 s"); %3: profile; %4: mode of the workspace; %5: id of the run
        m_state->setText(tr("%1 · %2 so far · profile %3, workspace %4 · run %5")
                             .arg(state, words::duration(static_cast<quint64>(qMax<std::int64_t>(0, now - run->started) / kSecond)), shown(run->profile, 64),
                                  shown(run->mode, 20), shown(run->id, 40)));
    } else {
        const QString end = run->ended == 0 ? QString() : tr("Ended %1, %2").arg(words::runTime(run->ended), words::runEnd(*run));
        //: State of a run that has ended. %1: "applied"; %2: "Ended today, 14:03, with status 1", or nothing; %3: profile; %4: mode of the workspace; %5: id of the run
        m_state->setText(tr("%1 · %2 · profile %3, workspace %4 · run %5").arg(state, end.isEmpty() ? tr("no end was noted") : end, shown(run->profile, 64), shown(run->mode, 20), shown(run->id, 40)));
    }
}

void RunPage::take(const api::RunNow& now) {
    m_seen = true;
    retell();
    const auto* selected = m_processes->at(m_tree->currentIndex());
    const quint32 pid = selected == nullptr ? 0 : selected->pid;
    m_processes->setProcesses(now.processes);
    if (pid != 0 && !m_tree->currentIndex().isValid()) { // it got another parent
        m_tree->setCurrentIndex(m_processes->indexOf(pid));
    }
    const auto count = static_cast<int>(now.processes.size() + now.moreProcesses);
    QString head = tr("%n process(es)", nullptr, count);
    if (now.live && count > 0) {
        //: %1: "3 processes"; %2: processor time of all of them
        head = tr("%1, %2 of processor time").arg(head, words::cpuTime(now.cpu));
    }
    if (now.moreProcesses > 0) {
        //: %1: what was said before; %n: how many
        head = tr("%1; the newest %n are not shown", nullptr, static_cast<int>(now.moreProcesses)).arg(head);
    }
    m_treeHead->setText(head);
    m_gauges->setLimits(now.limits, shown(now.limitsMissing, 500));
    takeRows(now);
    takeChanges(now);
    emit looked();
}

void RunPage::takeRows(const api::RunNow& now) {
    QList<KeyedRow> rows;
    for (const auto& decision : now.decisions) {
        const EventLine line = words::line(decision);
        const QString verdict = cell(line, Column::Verdict);
        rows.append({QString::number(line.id),
                     {verdict.isEmpty() ? cell(line, Column::What) : verdict, cell(line, Column::Time), cell(line, Column::What), cell(line, Column::Subject), cell(line, Column::Why)},
                     iconOf(line.verdict)});
    }
    m_decisions->setRows(rows);
    rows.clear();
    for (const auto& host : now.hosts) {
        QString name = leftToRight(words::stored(host.object));
        if (host.unreached > 0) {
            //: A host in a list. %1: its name; %n: how many connections were allowed and could not be made
            name = tr("%1 (%n not reached)", nullptr, static_cast<int>(host.unreached)).arg(name);
        }
        rows.append({QString::fromLatin1(QByteArray::fromStdString(host.object).toHex()),
                     {name, number(host.allowed), number(host.refused), number(host.asked), number(host.open), bytes(host.bytesOut), bytes(host.bytesIn)},
                     host.refused > 0 && host.allowed == 0 ? QStringLiteral("denied") : host.allowed > 0 ? QStringLiteral("allowed") : QStringLiteral("approvals")});
    }
    m_hosts->setRows(rows);
    //: A tab. %L1, %L2, %L3: how often
    m_tabs->setTabText(0, tr("Decisions: %L1 allowed, %L2 blocked, %L3 asked").arg(now.allowed).arg(now.refused).arg(now.asked));
    //: A tab. %L1: how many
    m_tabs->setTabText(1, now.moreHosts > 0 ? tr("Hosts: more than %L1").arg(now.hosts.size()) : tr("Hosts: %L1").arg(now.hosts.size()));
}

void RunPage::takeChanges(const api::RunNow& now) {
    using Are = api::RunNow::Changes;
    QList<KeyedRow> rows;
    for (const auto& change : now.changes) {
        rows.append({QString::fromLatin1(QByteArray::fromStdString(change.path).toHex()),
                     {leftToRight(shown(change.path, 300)), words::changeKind(change.kind), change.kind == "deleted" ? QString() : words::bytes(change.size), words::time(change.time)},
                     words::changeIcon(change.kind)});
    }
    m_changes->setRows(rows);
    QString note;
    if (!now.live) {
        note = tr("The run has ended: Review lists all that it changed.");
    } else if (now.changesAre == Are::None) {
        note = tr("Nothing that this run writes stays.");
    } else if (now.changes.empty()) {
        note = now.changesWhole ? tr("No file was changed yet.") : tr("There is too much to look through while it is at work: Review lists it.");
    } else if (!now.changesWhole) {
        note = tr("There is too much to look through while it is at work: these are some of those changed last.");
    } else if (now.changed > now.changes.size()) {
        note = tr("The last %n changed, of all.", nullptr, static_cast<int>(now.changes.size()));
    }
    if (now.live && now.changesAre == Are::InProject) {
        const QString where = tr("The run works in the project itself: what it writes is there at once, and what you change meanwhile is listed with it.");
        //: Two sentences, one after the other
        note = note.isEmpty() ? where : tr("%1 %2").arg(where, note);
    }
    m_changesNote->setText(note);
    m_changesNote->setVisible(!note.isEmpty());
    m_changeView->setVisible(!now.changes.empty());
    const bool counted = now.live && now.changesAre != Are::None;
    //: A tab. %L1: how many
    m_tabs->setTabText(2, !counted ? tr("Files") : now.changesWhole ? tr("Files changed so far: %L1").arg(now.changed) : tr("Files changed so far: more than %L1").arg(now.changed));
}

} // namespace leadglass::app
