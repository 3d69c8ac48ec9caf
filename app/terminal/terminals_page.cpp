#include "app/terminal/terminals_page.h"

#include <QApplication>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QTabWidget>
#include <QTime>
#include <QVBoxLayout>

#include <algorithm>

#include "app/bridge/run_feed.h"
#include "app/terminal/terminal_tab.h"
#include "app/widgets/answer_after.h"
#include "app/widgets/icons.h"

namespace leadglass::app {

TerminalsPage::TerminalsPage(QWidget* parent) : QWidget(parent), m_tabs(new QTabWidget) {
    m_tabs->setTabsClosable(true);
    m_tabs->setMovable(true);
    m_tabs->setDocumentMode(true);
    m_tabs->setElideMode(Qt::ElideRight);
    m_tabs->setAccessibleName(tr("Terminals"));
    connect(m_tabs, &QTabWidget::tabCloseRequested, this, &TerminalsPage::close);
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] { focusShown(); });
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_tabs);
}

TerminalTab* TerminalsPage::tab(int index) const { return qobject_cast<TerminalTab*>(m_tabs->widget(index)); }

void TerminalsPage::focusShown() {
    if (auto* shown = tab(m_tabs->currentIndex())) {
        shown->view().setFocus();
    }
}

int TerminalsPage::count() const { return m_tabs->count(); }

int TerminalsPage::live() const {
    int out = 0;
    for (int i = 0; i < count(); ++i) {
        out += tab(i)->live() ? 1 : 0;
    }
    return out;
}

TerminalTab& TerminalsPage::open(const Start& start, const QString& title) {
    auto* made = new TerminalTab(start, title);
    add(made);
    made->begin();
    made->view().setFocus();
    return *made;
}

void TerminalsPage::add(TerminalTab* made) {
    //: Title of a tab. %1: "claude in ~/src/shop"; %2: the time of day when it was opened, by which two of them differ
    QString text = tr("%1 \u00b7 %2").arg(made->title(), QLocale().toString(QTime::currentTime(), QLocale::ShortFormat));
    m_tabs->addTab(made, text.replace(QLatin1Char('&'), QLatin1String("&&")));
    m_tabs->setCurrentWidget(made);
    connect(made, &TerminalTab::liveChanged, this, &TerminalsPage::retell);
    connect(made, &TerminalTab::closeWanted, this, [this, made] { close(m_tabs->indexOf(made)); });
    connect(made, &TerminalTab::reviewWanted, this, &TerminalsPage::reviewWanted);
    connect(made, &TerminalTab::rang, this, [this] { QApplication::alert(window()); });
    retell();
}

void TerminalsPage::retell() {
    for (int i = 0; i < count(); ++i) {
        m_tabs->setTabIcon(i, tab(i)->live() ? icon(QStringLiteral("terminal")) : icon(QStringLiteral("terminal-ended")));
    }
    look();
    emit changed();
}

void TerminalsPage::follow(RunFeed& runs) {
    m_runs = &runs;
    connect(&runs, &RunFeed::changed, this, &TerminalsPage::look);
}

void TerminalsPage::look() {
    if (m_runs == nullptr) {
        return;
    }
    std::vector<TerminalTab*> all; // by when they were begun: so are the runs
    for (int i = 0; i < count(); ++i) {
        all.push_back(tab(i));
    }
    std::ranges::sort(all, {}, &TerminalTab::begun);
    for (auto* each : all) {
        std::vector<std::string> taken;
        for (const auto* other : all) {
            if (other != each && !other->run().empty()) {
                taken.push_back(other->run());
            }
        }
        each->lookFor(m_runs->runs(), taken);
    }
}

bool TerminalsPage::ask(const QString& title, const QString& question, const QString& yes, std::chrono::seconds patience) {
    QMessageBox sure(QMessageBox::Warning, title, question, QMessageBox::NoButton, this);
    sure.setTextFormat(Qt::PlainText);
    sure.setInformativeText(tr("What runs there gets SIGHUP, as when a terminal is closed: most commands end then. What it changed stays, and waits for review. "
                               "Runs in other terminals are not touched."));
    auto* does = sure.addButton(yes, QMessageBox::DestructiveRole);
    auto* keeps = sure.addButton(tr("Keep"), QMessageBox::RejectRole);
    sure.setDefaultButton(keeps);
    sure.setEscapeButton(keeps);
    answerAfter(sure, *does, patience);
    sure.exec();
    return sure.clickedButton() == does;
}

void TerminalsPage::close(int index) {
    auto* made = tab(index);
    if (made == nullptr || (made->live() && !ask(tr("Close the terminal"), tr("A run is live in this terminal. Close it?"), tr("Close")))) {
        return;
    }
    m_tabs->removeTab(m_tabs->indexOf(made)); // it may have moved while it was asked
    made->deleteLater();
    retell();
}

bool TerminalsPage::mayLeave(std::chrono::seconds patience) {
    const int is = live();
    return is == 0 || ask(tr("Quit Leadglass"), tr("%n run(s) are live in terminals of this window. Quit?", nullptr, is), tr("Quit"), patience);
}

} // namespace leadglass::app
