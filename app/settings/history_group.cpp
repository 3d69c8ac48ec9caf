#include <QComboBox>
#include <QDateTime>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>

#include "app/bridge/off_thread.h"
#include "app/settings/groups.h"
#include "app/widgets/plain_label.h"
#include "app/widgets/text.h"

namespace leadglass::app {
namespace {

QString sum(const api::PruneResult& result) {
    const QString rows = HistoryGroup::tr("%n row(s) of the history", nullptr, static_cast<int>(result.rows));
    return result.runs.empty() ? rows
                               //: %1: "3 rows of the history"; %n: folders
                               : HistoryGroup::tr("%1 and what is left of %n finished run(s)", nullptr, static_cast<int>(result.runs.size())).arg(rows);
}

} // namespace

HistoryGroup::HistoryGroup(const Services& services, QWidget* parent) : QGroupBox(tr("History"), parent), m_services(services) {
    m_where = new PlainLabel;
    m_age = new QComboBox;
    m_age->setAccessibleName(tr("Older than"));
    for (const int days : {90, 180, 400}) {
        m_age->addItem(tr("older than %n day(s)", nullptr, days), days);
    }
    m_age->setCurrentIndex(m_age->count() - 1);
    m_prune = new QPushButton(tr("&Remove rows…"));
    m_prune->setAutoDefault(false);
    m_result = new PlainLabel;
    m_result->hide();
    auto* row = new QHBoxLayout;
    row->addWidget(m_prune);
    row->addWidget(m_age);
    row->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_where);
    layout->addWidget(new PlainLabel(tr("Nothing is ever removed by itself. The chain stays provable: a row says what went, and when.")));
    layout->addLayout(row);
    layout->addWidget(m_result);
    m_prune->setVisible(static_cast<bool>(services.audit));
    m_age->setVisible(static_cast<bool>(services.audit));
    connect(m_prune, &QPushButton::clicked, this, &HistoryGroup::prune);
}

void HistoryGroup::look() {
    if (m_services.history.empty()) {
        return;
    }
    offThread(
        this,
        [file = QString::fromStdString(m_services.history)]() -> qint64 {
            return QFileInfo::exists(file) ? QFileInfo(file).size() + QFileInfo(file + QStringLiteral("-wal")).size() : -1;
        },
        [this](qint64 bytes) {
            const QString file = leftToRight(shownPath(m_services.history));
            //: %1: a file; %2: "12 MiB"
            m_where->setText(bytes < 0 ? tr("It will be kept in %1.").arg(file) : tr("Kept in %1 (%2).").arg(file, QLocale().formattedDataSize(bytes, 1)));
        });
}

void HistoryGroup::say(const QString& text) {
    m_prune->setEnabled(true);
    m_result->setText(text);
    m_result->setVisible(!text.isEmpty());
    look();
}

void HistoryGroup::prune() {
    api::PruneRequest request;
    request.olderThan = std::to_string(m_age->currentData().toInt()) + "d";
    request.dryRun = true;
    m_prune->setEnabled(false);
    offThread(
        this, [makes = m_services.audit, request] { return makes()->prune(request); },
        [this, request](const Result<api::PruneResult>& would) {
            if (!would) {
                say(QString::fromStdString(would.error().text()));
            } else if (would->rows == 0 && would->runs.empty()) {
                say(tr("There is nothing that old."));
            } else {
                say({});
                confirm(request, *would);
            }
        });
}

void HistoryGroup::confirm(const api::PruneRequest& request, const api::PruneResult& would) {
    auto* box = new QMessageBox(QMessageBox::Question, tr("Remove from the history"),
                                //: %1: "3 rows of the history"
                                tr("%1 would be removed for good.").arg(sum(would)), QMessageBox::Cancel, this);
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    auto* remove = box->addButton(tr("Remove"), QMessageBox::DestructiveRole);
    box->setDefaultButton(QMessageBox::Cancel);
    connect(box, &QMessageBox::buttonClicked, this, [this, remove, request](const QAbstractButton* pressed) {
        if (pressed == remove) {
            doPrune(request);
        }
    });
    box->open();
}

void HistoryGroup::doPrune(api::PruneRequest request) {
    request.dryRun = false;
    m_prune->setEnabled(false);
    offThread(
        this, [makes = m_services.audit, request] { return makes()->prune(request); },
        [this](const Result<api::PruneResult>& done) {
            //: %1: "3 rows of the history"
            say(done ? tr("%1 were removed.").arg(sum(*done)) : QString::fromStdString(done.error().text()));
        });
}

} // namespace leadglass::app
