#include "app/terminal/terminal_tab.h"

#include <string.h>
#include <sys/wait.h>

#include <QDateTime>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/terminal/environment.h"
#include "app/widgets/plain_label.h"

#include <algorithm>

namespace leadglass::app {
namespace {

qint64 nowNanos() { return QDateTime::currentMSecsSinceEpoch() * 1'000'000; }

// What follows "--" of `leadglass run`.
std::vector<std::string> commandOf(const Start& start) {
    std::vector<std::string> out;
    for (qsizetype i = start.words.indexOf(QStringLiteral("--")) + 1; i > 0 && i < start.words.size(); ++i) {
        out.push_back(start.words[i].toStdString());
    }
    return out;
}

// A run names its program as PATH finds it.
bool isSame(const std::vector<std::string>& run, const std::vector<std::string>& asked) {
    const auto name = [](const std::string& path) { return path.substr(path.rfind('/') + 1); };
    return run.size() == asked.size() && !run.empty() && name(run.front()) == name(asked.front()) && std::equal(run.begin() + 1, run.end(), asked.begin() + 1);
}

} // namespace

TerminalTab::TerminalTab(Start start, QString title, QWidget* parent)
    : QWidget(parent), m_start(std::move(start)), m_title(std::move(title)), m_view(new TerminalView), m_state(new PlainLabel),
      m_review(new QPushButton(tr("Re&view its changes"))), m_again(new QPushButton(tr("Run &again"))) {
    m_start.environment = terminalEnvironment(m_start.environment);
    m_view->setAccessibleName(tr("Terminal: %1").arg(m_title));
    m_again->setAutoDefault(false);
    auto* close = new QPushButton(tr("&Close")); // that of the tab cannot be reached by keys
    close->setAutoDefault(false);
    connect(close, &QPushButton::clicked, this, &TerminalTab::closeWanted);
    m_again->hide();
    m_review->setAutoDefault(false);
    m_review->hide();
    connect(m_review, &QPushButton::clicked, this, [this] { emit reviewWanted(m_run); });
    m_state->setAccessibleName(tr("State of the run"));
    auto* below = new QHBoxLayout;
    below->addWidget(m_state, 1, Qt::AlignVCenter);
    below->addWidget(m_review);
    below->addWidget(m_again);
    below->addWidget(close);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_view, 1);
    layout->addLayout(below);
    setFocusProxy(m_view);
    sayWhatRuns();
    connect(m_again, &QPushButton::clicked, this, [this] {
        begin();
        m_view->setFocus();
    });
    connect(m_view, &TerminalView::inputReady, this, &TerminalTab::send);
    connect(m_view, &TerminalView::said, this, &TerminalTab::say);
    connect(m_view, &TerminalView::rang, this, &TerminalTab::rang);
    connect(m_view, &TerminalView::sizeChanged, this, [this](int rows, int columns) {
        if (m_pty) {
            m_pty->resize(rows, columns);
        }
    });
}

TerminalTab::~TerminalTab() {
    m_view->disconnect(this); // it loses the focus, and says so, when we are gone already
}

void TerminalTab::begin() {
    if (live()) {
        return;
    }
    m_view->restart();
    m_again->hide();
    m_review->hide();
    m_run.clear();
    m_begun = nowNanos();
    m_ended = 0;
    auto pty = Pty::start(m_start, m_view->screen().rows(), m_view->screen().columns());
    if (!pty) {
        m_view->setLive(false);
        m_again->show();
        say(QString::fromStdString(pty.error().text()));
        return;
    }
    m_pty = std::move(*pty);
    m_pty->setReader([this](QByteArrayView bytes) { m_view->feed(bytes); });
    connect(m_pty.get(), &Pty::ended, this, &TerminalTab::showEnd);
    sayWhatRuns();
    emit liveChanged();
}

void TerminalTab::send() {
    const std::string bytes = m_view->screen().takeOutput();
    if (m_pty && !m_pty->write(QByteArray::fromStdString(bytes))) {
        say(tr("It does not read what is typed: 8 MiB wait for it, and no more is taken."));
    }
}

void TerminalTab::lookFor(const std::vector<api::RunInfo>& runs, const std::vector<std::string>& taken) {
    if (m_run.empty() && m_begun != 0) {
        const auto command = commandOf(m_start);
        const std::string folder = QFileInfo(m_start.folder).canonicalFilePath().toStdString();
        const api::RunInfo* first = nullptr; // since it was begun
        for (const auto& run : runs) {
            const bool inTime = run.started >= m_begun && (m_ended == 0 || run.started <= m_ended);
            const bool is = inTime && run.project == folder && isSame(run.command, command) && std::ranges::find(taken, run.id) == taken.end();
            first = is && (first == nullptr || run.started < first->started) ? &run : first;
        }
        m_run = first != nullptr ? first->id : std::string();
    }
    const auto at = std::ranges::find(runs, m_run, &api::RunInfo::id);
    m_review->setVisible(m_ended != 0 && at != runs.end() && (at->state == "ended" || at->state == "partly_applied"));
}

void TerminalTab::showEnd(int status, int error) {
    m_ended = nowNanos();
    m_view->setLive(false);
    say(words::terminalEnd(status, error));
    m_again->show();
    emit liveChanged();
}

void TerminalTab::sayWhatRuns() {
    //: %1: "claude in ~/src/shop"
    say(tr("%1. Closing this terminal ends it.").arg(m_title));
}

void TerminalTab::say(const QString& what) { m_state->setText(what); }

QString TerminalTab::state() const { return m_state->text(); }

QString words::terminalEnd(int status, int error) {
    if (error != 0) {
        //: %1: why, in the words of the system
        return TerminalTab::tr("It could not be started: %1.").arg(QString::fromLocal8Bit(strerror(error)));
    }
    const int killed = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    const int left = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    const int signal = killed != 0 ? killed : left > 128 && left < 128 + 65 ? left - 128 : 0;
    if (signal != 0) {
        //: %1: a number; %2: its name in the words of the system
        return TerminalTab::tr("It was ended by signal %1 (%2).").arg(signal).arg(QString::fromLocal8Bit(strsignal(signal)));
    }
    switch (left) {
        case 0: return TerminalTab::tr("It has ended.");
        case 124: return TerminalTab::tr("A limit ended it.");
        case 125: return TerminalTab::tr("Leadglass could not do what was asked; the last lines above say why.");
        case 126: return TerminalTab::tr("The command cannot be executed.");
        case 127: return TerminalTab::tr("There is no such command.");
        default: break;
    }
    return TerminalTab::tr("It has ended with status %1.").arg(left);
}

} // namespace leadglass::app
