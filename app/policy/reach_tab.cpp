#include "app/policy/reach_tab.h"

#include <QHeaderView>
#include <QLocale>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

#include "app/bridge/off_thread.h"
#include "app/policy/policy_words.h"
#include "app/widgets/icons.h"
#include "app/widgets/plain_label.h"
#include "app/widgets/text.h"

namespace leadglass::app {
namespace {

using api::ReachKind;

int countOf(const std::vector<api::ReachLine>& lines, std::initializer_list<ReachKind> kinds) {
    return static_cast<int>(std::count_if(lines.begin(), lines.end(), [&](const auto& line) {
        return line.here && std::find(kinds.begin(), kinds.end(), line.kind) != kinds.end();
    }));
}

// What one should look at twice.
bool isWide(ReachKind kind) {
    return kind == ReachKind::ProjectItself || kind == ReachKind::Credential || kind == ReachKind::HostsBelow || kind == ReachKind::Loopback || kind == ReachKind::Device ||
           kind == ReachKind::Address;
}

bool narrows(ReachKind kind) { return kind == ReachKind::Protected || kind == ReachKind::Hidden || kind == ReachKind::DeniedRest; }

} // namespace

ReachTab::ReachTab(const Services& services, QWidget* parent) : QWidget(parent), m_services(services), m_sum(new PlainLabel), m_tree(new QTreeWidget) {
    m_tree->setHeaderLabels({tr("What"), tr("Said by")});
    m_tree->setUniformRowHeights(true);
    m_tree->setAccessibleName(tr("What a run could do"));
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_sum);
    layout->addWidget(m_tree, 1);
}

void ReachTab::look(const api::PolicyQuery& query) {
    offThread(
        this, [makes = m_services.reach, query] { return makes()->reach(query); },
        [this, number = ++m_asked](const Result<api::Reach>& reach) {
            if (number == m_asked) {
                tell(reach);
            }
        });
}

void ReachTab::list(const QString& title, const std::vector<api::ReachLine>& lines) {
    auto* top = new QTreeWidgetItem(m_tree, {title});
    QFont bold = top->font(0);
    bold.setBold(true);
    top->setFont(0, bold);
    std::map<ReachKind, QTreeWidgetItem*> groups;
    for (const auto& line : lines) {
        auto*& group = groups[line.kind];
        const QString said = line.origin ? words::place(*line.origin) : QString();
        if (group == nullptr) {
            group = new QTreeWidgetItem(top, {words::reachKind(line.kind)});
            if (isWide(line.kind) || narrows(line.kind)) {
                group->setIcon(0, icon(isWide(line.kind) ? QStringLiteral("risk-unusual") : QStringLiteral("locked")));
            }
        }
        if (line.what.empty()) {
            group->setText(1, said);
            continue;
        }
        auto* row = new QTreeWidgetItem(group, {leftToRight(shown(line.what, 300)), said});
        if (!line.here) {
            //: %1: a path or device that a policy names and this machine does not have
            row->setText(0, tr("%1 (not on this machine)").arg(row->text(0)));
            row->setDisabled(true);
        }
    }
    for (auto& [kind, group] : groups) {
        if (group->childCount() > 1) {
            //: %1: "Hosts"; %2: how many
            group->setText(0, tr("%1: %2").arg(group->text(0), QLocale().toString(group->childCount())));
        }
        group->setExpanded(group->childCount() <= 6 && !narrows(kind));
    }
    top->setExpanded(true);
}

void ReachTab::tell(const Result<api::Reach>& reach) {
    m_tree->clear();
    if (!reach) {
        m_sum->setText(QString::fromStdString(reach.error().text()));
        return;
    }
    QStringList sum;
    switch (reach->mode) {
        case policy::WorkspaceMode::Direct: sum << tr("It writes in your project at once."); break;
        case policy::WorkspaceMode::ReadOnly: sum << tr("It writes nothing of yours."); break;
        case policy::WorkspaceMode::Scratch: sum << tr("It sees nothing of your project."); break;
        case policy::WorkspaceMode::Overlay:
        case policy::WorkspaceMode::Copy: sum << tr("It writes nothing of yours until you apply it."); break;
    }
    const int keys = countOf(reach->reads, {ReachKind::Credential});
    sum << (keys == 0 ? tr("It has no key of your environment.") : tr("It has %n key(s) of your environment.", nullptr, keys));
    if (const int used = countOf(reach->reads, {ReachKind::Placeholder}); used > 0) {
        sum << tr("It can use %n credential(s) that it never has.", nullptr, used);
    }
    const int hosts = countOf(reach->connects, {ReachKind::Host, ReachKind::HostsBelow, ReachKind::Address, ReachKind::Loopback});
    sum << (hosts == 0 ? tr("It connects to nothing by itself.") : tr("It connects to %n place(s) without asking.", nullptr, hosts));
    if (reach->disk) {
        //: %1: "10 GiB"
        sum << tr("It writes at most %1.").arg(QLocale().formattedDataSize(static_cast<qint64>(*reach->disk), 0));
    }
    m_sum->setText(sum.join(QLatin1Char(' ')));
    list(tr("What it could write"), reach->writes);
    list(tr("What it could read"), reach->reads);
    list(tr("Where it could connect"), reach->connects);
}

QString ReachTab::summary() const { return m_sum->text(); }

} // namespace leadglass::app
