#include "app/policy/lines_tab.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>

#include "app/policy/policy_words.h"
#include "app/widgets/icons.h"
#include "app/widgets/plain_label.h"
#include "app/widgets/text.h"

namespace leadglass::app {
namespace {

constexpr int kFile = Qt::UserRole;
constexpr int kDetails = Qt::UserRole + 1;

} // namespace

LinesTab::LinesTab(QWidget* parent)
    : QWidget(parent), m_filter(new QLineEdit), m_tree(new QTreeWidget), m_sum(new PlainLabel), m_details(new PlainLabel), m_open(new QPushButton(tr("Open the file"))) {
    m_filter->setPlaceholderText(tr("Filter: a host, a path, a file, a word"));
    m_filter->setAccessibleName(tr("Filter the lines"));
    m_filter->setClearButtonEnabled(true);
    m_tree->setRootIsDecorated(false);
    m_tree->setAlternatingRowColors(true);
    m_tree->setUniformRowHeights(true);
    m_tree->setHeaderLabels({tr("What"), tr("Value"), tr("Said by"), tr("Place")});
    m_tree->setAccessibleName(tr("Lines that hold"));
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(1, QHeaderView::Stretch);
    for (const int column : {0, 2, 3}) {
        m_tree->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    }
    m_open->setAutoDefault(false);
    auto* below = new QHBoxLayout;
    below->addWidget(m_details, 1);
    below->addWidget(m_open, 0, Qt::AlignTop);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_sum);
    layout->addWidget(m_filter);
    layout->addWidget(m_tree, 1);
    layout->addLayout(below);
    connect(m_filter, &QLineEdit::textChanged, this, &LinesTab::sift);
    connect(m_tree, &QTreeWidget::currentItemChanged, this, &LinesTab::select);
    connect(m_tree, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item) { emit openWanted(item->data(0, kFile).toString()); });
    connect(m_open, &QPushButton::clicked, this, [this] {
        if (const auto* item = m_tree->currentItem()) {
            emit openWanted(item->data(0, kFile).toString());
        }
    });
    select();
}

void LinesTab::tell(const Result<api::ShownPolicy>& policy) {
    m_tree->clear();
    if (!policy) {
        m_sum->setText(QString::fromStdString(policy.error().text()));
        return;
    }
    int locked = 0;
    for (const auto& line : policy->lines) {
        const bool program = line.lockedBy == policy::LockedBy::Program;
        const QString by = words::lockedBy(line.lockedBy);
        const QString said = program ? by : line.origin ? words::layer(*line.origin) : QString();
        auto* item = new QTreeWidgetItem({words::lineTitle(line.title), leftToRight(shown(line.what, 400)), said, line.origin ? words::place(*line.origin) : QString()});
        item->setToolTip(1, QStringLiteral("<qt>%1</qt>").arg(shown(line.what, 2000).toHtmlEscaped()));
        QString details = shown(line.what, 2000);
        if (!by.isEmpty()) {
            ++locked;
            item->setIcon(0, icon(QStringLiteral("locked")));
            //: %1: who says a line of the policy
            const QString why = tr("Nothing that is added elsewhere loosens it: locked by %1.").arg(by);
            item->setToolTip(0, why);
            item->setData(0, Qt::AccessibleTextRole, QString(item->text(0) + QStringLiteral(", ") + why));
            details += QLatin1Char('\n') + why;
        }
        if (line.origin && line.origin->line > 0) {
            item->setData(0, kFile, QString::fromStdString(line.origin->file));
            //: %1: a file; %2: a number
            details += QLatin1Char('\n') + tr("%1, line %2").arg(leftToRight(shownPath(line.origin->file))).arg(line.origin->line);
        }
        item->setData(0, kDetails, details);
        m_tree->addTopLevelItem(item);
    }
    QString sum = tr("%n line(s) hold", nullptr, m_tree->topLevelItemCount()) + QStringLiteral(", ") + tr("%n of them locked.", nullptr, locked);
    for (const auto& fault : policy->faults) {
        sum += QLatin1Char('\n') + tr("No run starts with this policy: %1").arg(QString::fromStdString(fault.text()));
    }
    m_sum->setText(sum);
    sift();
    select();
}

QString LinesTab::summary() const { return m_sum->text(); }

void LinesTab::sift() {
    const QString wanted = m_filter->text().trimmed();
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
        auto* item = m_tree->topLevelItem(i);
        bool fits = wanted.isEmpty() || item->data(0, kFile).toString().contains(wanted, Qt::CaseInsensitive);
        for (int column = 0; column < m_tree->columnCount() && !fits; ++column) {
            fits = item->text(column).contains(wanted, Qt::CaseInsensitive);
        }
        item->setHidden(!fits);
    }
}

void LinesTab::select() {
    const auto* item = m_tree->currentItem();
    m_details->setText(item != nullptr ? item->data(0, kDetails).toString() : tr("Select a line to see where it stands."));
    m_open->setEnabled(item != nullptr && !item->data(0, kFile).toString().isEmpty());
}

} // namespace leadglass::app
