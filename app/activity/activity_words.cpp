// ActivityPage: how things are, in words, and where an export goes.
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>

#include "app/activity/activity_page.h"
#include "app/activity/history_jobs.h"
#include "app/activity/saved_menu.h"
#include "app/activity/search_words.h"
#include "app/widgets/plain_label.h"
#include "app/widgets/text.h"

namespace leadglass::app {

QString ActivityPage::trouble() const { return m_trouble->isHidden() ? QString() : m_trouble->text(); }

QString ActivityPage::summary() const { return m_stack->currentIndex() == 0 ? m_count->text() : m_empty->text(); }

QString ActivityPage::emptyText() const {
    if (!m_model.isReady()) {
        return tr("Reading the history …");
    }
    if (!m_model.error().isEmpty()) {
        return tr("The history cannot be read.");
    }
    if (m_model.sought().isAnything()) {
        return tr("Nothing was recorded yet.\nStart an agent, for example with: leadglass run -- claude\nWhat it does, and what is blocked, is listed here.");
    }
    if (m_model.isSearching() || m_model.hasMore()) {
        return tr("Searching …");
    }
    return tr("No event fits.\nTake a word away, or press Esc in the search line to see all of them.");
}

void ActivityPage::tellState() {
    const int rows = m_model.rowCount();
    m_stack->setCurrentIndex(rows > 0 ? 0 : 1);
    m_empty->setText(emptyText());
    const QString trouble = !m_wrong.isEmpty()            ? m_wrong
                            : !m_model.error().isEmpty() ? shown(m_model.error().toStdString(), 2000)
                                                         : savedError();
    m_trouble->setText(trouble);
    m_trouble->setVisible(!trouble.isEmpty());
    m_export->setEnabled(m_model.bounds().newest > 0);
    QString count;
    if (m_model.sought().isAnything()) {
        count = tr("%Ln event(s)", nullptr, rows);
    } else if (m_model.hasMore()) {
        count = tr("%Ln+ found", "so many events were found until now", rows);
        const auto& covered = m_model.covered();
        if (m_model.sought().needsIndex() && !covered.whole && covered.oldest > 0) {
            //: %1: "12+ found"; %L2: number of a row
            count = tr("%1, searched back to row %L2").arg(count).arg(covered.oldest);
        }
    } else {
        count = tr("%Ln found", "so many events, and that is all", rows);
    }
    m_count->setText(m_model.isReady() ? count : QString());
}

void ActivityPage::tellFilters() {
    const QString now = m_line->text().trimmed();
    m_allTimes->setVisible(withTimes(now, 0, 0) != now);
    if (m_saved != nullptr) {
        m_saved->setLine(searchWords(now, QDateTime::currentDateTime()).error.isEmpty() ? now : QString());
    }
    for (const auto& [button, line] : m_filters) {
        button->setChecked(now == line);
    }
    if (m_thisRun != nullptr) {
        m_thisRun->setChecked(now.startsWith(QLatin1String("run:")) && !now.contains(QLatin1Char(' ')));
    }
}

void ActivityPage::exportTo(const QString& file, api::ExportForm form) { m_jobs->write(file, form, m_model.sought()); }

void ActivityPage::chooseFile() {
    auto* dialog = new QFileDialog(this, tr("Export what is shown"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    const QStringList forms{tr("JSON lines, for programs (*.jsonl)"), tr("CSV, for spreadsheets (*.csv)"), tr("A page with the chain's head, to read (*.html)")};
    static constexpr const char* kEndings[] = {"jsonl", "csv", "html"};
    dialog->setNameFilters(forms);
    dialog->setDefaultSuffix(QString::fromLatin1(kEndings[0]));
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog, forms](const QString& form) {
        dialog->setDefaultSuffix(QString::fromLatin1(kEndings[qMax<qsizetype>(0, forms.indexOf(form))]));
    });
    connect(dialog, &QFileDialog::fileSelected, this, [this, dialog, forms](const QString& file) {
        exportTo(file, static_cast<api::ExportForm>(qMax<qsizetype>(0, forms.indexOf(dialog->selectedNameFilter()))));
    });
    dialog->open();
}

} // namespace leadglass::app
