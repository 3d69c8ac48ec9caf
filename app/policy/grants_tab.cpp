#include "app/policy/grants_tab.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLocale>
#include <QPushButton>
#include <QTreeWidget>

#include <algorithm>

#include "app/bridge/off_thread.h"
#include "app/policy/policy_words.h"
#include "app/widgets/icons.h"
#include "app/widgets/plain_label.h"
#include "app/widgets/text.h"

namespace leadglass::app {
namespace {

constexpr int kSoon = 7; // days before an answer counts as unused

// How long until it is proposed for removal; less than 0: it is already.
std::int64_t daysLeft(const api::KeptGrant& grant) { return grant.idleDays < 0 ? kSoon + 1 : api::kUnusedDays - grant.idleDays; }

QString stateOf(const api::KeptGrant& grant) {
    if (grant.projectGone) {
        return GrantsTab::tr("its project is gone");
    }
    if (grant.unused) {
        return GrantsTab::tr("unused");
    }
    return daysLeft(grant) <= kSoon ? GrantsTab::tr("unused in %n day(s)", nullptr, static_cast<int>(daysLeft(grant))) : GrantsTab::tr("in use");
}

QString dayOf(const std::string& time) {
    const auto when = QDateTime::fromString(QString::fromStdString(time), Qt::ISODate);
    return when.isValid() ? QLocale().toString(when.toLocalTime().date(), QLocale::ShortFormat) : shown(time, 40);
}

} // namespace

GrantsTab::GrantsTab(const Services& services, QWidget* parent)
    : QWidget(parent), m_services(services), m_sum(new PlainLabel), m_unused(new QCheckBox(tr("Only those that are unused"))), m_tree(new QTreeWidget),
      m_revoke(new QPushButton(tr("Take back"))) {
    m_tree->setRootIsDecorated(false);
    m_tree->setUniformRowHeights(true);
    m_tree->setAlternatingRowColors(true);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setHeaderLabels({tr("Answer"), tr("What"), tr("State"), tr("Last used"), tr("For"), tr("Where"), tr("Made")});
    m_tree->setAccessibleName(tr("Kept answers"));
    m_tree->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_revoke->setAutoDefault(false);
    auto* row = new QHBoxLayout;
    row->addWidget(m_revoke);
    row->addStretch(1);
    row->addWidget(m_unused);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_sum);
    layout->addWidget(m_tree, 1);
    layout->addLayout(row);
    connect(m_unused, &QCheckBox::toggled, this, [this] { show(m_grants); });
    connect(m_revoke, &QPushButton::clicked, this, &GrantsTab::revoke);
    connect(m_tree, &QTreeWidget::itemSelectionChanged, this, [this] { m_revoke->setEnabled(!m_tree->selectedItems().isEmpty()); });
    m_revoke->setEnabled(false);
}

void GrantsTab::look() {
    offThread(
        this, [makes = m_services.grants] { return makes()->list(); },
        [this, number = ++m_asked](Result<std::vector<api::KeptGrant>> grants) {
            if (number == m_asked) {
                tell(std::move(grants));
            }
        });
}

void GrantsTab::tell(Result<std::vector<api::KeptGrant>> grants) {
    m_known = true;
    if (!grants) {
        m_grants.clear();
        show({});
        m_sum->setText(QString::fromStdString(grants.error().text()));
        return;
    }
    m_grants = std::move(*grants);
    // Those that do nothing any more first.
    std::stable_sort(m_grants.begin(), m_grants.end(), [](const auto& a, const auto& b) {
        return std::pair(a.projectGone || a.unused, a.idleDays) > std::pair(b.projectGone || b.unused, b.idleDays);
    });
    show(m_grants);
}

void GrantsTab::show(const std::vector<api::KeptGrant>& grants) {
    m_tree->clear();
    int unused = 0, soon = 0;
    for (const auto& grant : grants) {
        const bool idle = grant.unused || grant.projectGone;
        unused += idle ? 1 : 0;
        soon += !idle && daysLeft(grant) <= kSoon ? 1 : 0;
        if (m_unused->isChecked() && !idle) {
            continue;
        }
        const bool allows = grant.verdict == policy::Verdict::Allow;
        auto* row = new QTreeWidgetItem({allows ? tr("allow", "a kept answer") : tr("deny", "a kept answer"), leftToRight(shown(grant.rule, 200)), stateOf(grant),
                                         words::grantUse(grant), shown(grant.profile, 60), grant.project.empty() ? tr("every project") : leftToRight(shownPath(grant.project)), dayOf(grant.made)});
        row->setIcon(0, icon(allows ? QStringLiteral("allowed") : QStringLiteral("denied")));
        row->setData(0, Qt::UserRole, QString::fromStdString(grant.id));
        //: %1: "answer in run 7f3a"
        row->setToolTip(1, QStringLiteral("<qt>%1</qt>").arg(tr("Made by: %1").arg(shown(grant.origin, 200)).toHtmlEscaped()));
        m_tree->addTopLevelItem(row);
    }
    if (grants.empty()) {
        m_sum->setText(tr("No answer is kept. Those that you give for a project or for good appear here."));
        return;
    }
    QString sum = tr("%n answer(s) kept.", nullptr, static_cast<int>(grants.size()));
    if (unused > 0) {
        sum += QLatin1Char(' ') + tr("%n of them may go: unused for 30 days, or of a project that is gone.", nullptr, unused);
    }
    if (soon > 0) {
        sum += QLatin1Char(' ') + tr("%n will soon count as unused.", nullptr, soon);
    }
    m_sum->setText(sum);
}

void GrantsTab::revoke() {
    std::vector<std::string> ids;
    for (const auto* item : m_tree->selectedItems()) {
        ids.push_back(item->data(0, Qt::UserRole).toString().toStdString());
    }
    if (ids.empty()) {
        return;
    }
    m_revoke->setEnabled(false);
    offThread(
        this,
        [makes = m_services.grants, ids]() -> Status {
            const auto service = makes();
            for (const auto& id : ids) {
                // One that is gone meanwhile is as it should be.
                if (auto done = service->revoke(id); !done && done.error().code != Code::NotFound) {
                    return done;
                }
            }
            return {};
        },
        [this](const Status& done) {
            if (done) {
                look();
                emit changed();
            } else {
                m_sum->setText(QString::fromStdString(done.error().text()));
            }
        });
}

QString GrantsTab::summary() const { return m_sum->text(); }

} // namespace leadglass::app
