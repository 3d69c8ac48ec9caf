#include "app/doctor/doctor_page.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QTreeWidget>

#include <algorithm>

#include "app/bridge/off_thread.h"
#include "app/widgets/icons.h"
#include "app/widgets/plain_label.h"
#include "app/widgets/text.h"
#include "app/widgets/whole_text.h"

namespace leadglass::app {
namespace {

using Status = api::DoctorCheck::Status;

QString wordOf(Status status) {
    switch (status) {
        case Status::Ok: return DoctorPage::tr("ok", "result of a check");
        case Status::Weaker: return DoctorPage::tr("weaker", "result of a check");
        case Status::Missing: break;
    }
    return DoctorPage::tr("missing", "result of a check");
}

QString shapeOf(Status status) {
    return status == Status::Ok ? QStringLiteral("allowed") : status == Status::Weaker ? QStringLiteral("risk-unusual") : QStringLiteral("risk-dangerous");
}

constexpr std::size_t kMost = 4000; // bytes of one text
constexpr int kFound = 2;           // the column of what was found

} // namespace

DoctorPage::DoctorPage(const Services& services, QWidget* parent) : QWidget(parent), m_makes(services.doctor) {
    m_sum = new PlainLabel(tr("Not looked yet."));
    m_tree = new QTreeWidget;
    m_tree->setRootIsDecorated(false);
    m_tree->setHeaderLabels({tr("Result"), tr("Check"), tr("What was found, and what to do")});
    m_tree->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    WholeText::set(m_tree, kFound);
    m_tree->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel); // a row may be high
    m_tree->setAccessibleName(tr("Checks of this machine"));
    m_again = new QPushButton(tr("Look again"));
    auto* copied = new QPushButton(tr("Copy the report"));
    m_welcome = new QPushButton(tr("First steps…"));
    m_welcome->hide();
    for (auto* button : {m_again, copied, m_welcome}) {
        button->setAutoDefault(false);
    }
    connect(m_again, &QPushButton::clicked, this, &DoctorPage::check);
    connect(m_welcome, &QPushButton::clicked, this, &DoctorPage::welcomeWanted);
    connect(copied, &QPushButton::clicked, this, &DoctorPage::copy);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_again);
    buttons->addWidget(copied);
    buttons->addWidget(m_welcome);
    buttons->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_sum);
    layout->addWidget(m_tree, 1);
    layout->addLayout(buttons);
}

void DoctorPage::offerWelcome() { m_welcome->show(); }

void DoctorPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_checks.empty()) {
        check();
    }
}

void DoctorPage::check() {
    if (m_busy || !m_makes) {
        return;
    }
    m_busy = true;
    m_again->setEnabled(false);
    m_sum->setText(tr("Looking…"));
    offThread(this, [makes = m_makes] { return makes()->check(); }, [this](std::vector<api::DoctorCheck> checks) { tell(std::move(checks)); });
}

std::vector<api::DoctorCheck> ofApp(std::vector<api::DoctorCheck> checks) {
    std::erase_if(checks, [](const auto& check) { return check.id == "terminal"; });
    return checks;
}

void DoctorPage::tell(std::vector<api::DoctorCheck> checks) {
    m_busy = false;
    m_again->setEnabled(true);
    m_checks = ofApp(std::move(checks));
    std::stable_sort(m_checks.begin(), m_checks.end(), [](const auto& a, const auto& b) { return a.status > b.status; }); // the worst first
    m_tree->clear();
    for (const auto& check : m_checks) {
        const QString found = shown(check.evidence, kMost) + (check.fix.empty() ? QString() : QLatin1Char('\n') + shown(check.fix, kMost));
        auto* item = new QTreeWidgetItem({wordOf(check.status), shown(check.id, 60), found});
        item->setIcon(0, icon(shapeOf(check.status)));
        item->setToolTip(kFound, QStringLiteral("<qt>%1</qt>").arg(found.toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>"))));
        m_tree->addTopLevelItem(item);
    }
    const Status worst = m_checks.empty() ? Status::Ok : m_checks.front().status;
    m_sum->setText(worst == Status::Ok       ? tr("Everything that a run needs is here.")
                   : worst == Status::Weaker ? tr("Runs can start; something is weaker than it could be.")
                                             : tr("No run can start on this machine yet: see what is missing."));
    emit checked(worst);
}

void DoctorPage::copy() {
    QString report;
    for (const auto& check : m_checks) {
        report += wordOf(check.status) + QLatin1Char('\t') + shown(check.id, 60) + QLatin1Char('\t') + shown(check.evidence, kMost) +
                  (check.fix.empty() ? QString() : QLatin1Char('\t') + shown(check.fix, kMost)) + QLatin1Char('\n');
    }
    // Names of the person's own are theirs to share.
    QApplication::clipboard()->setText(report.replace(QDir::homePath(), QStringLiteral("~")));
}

} // namespace leadglass::app
