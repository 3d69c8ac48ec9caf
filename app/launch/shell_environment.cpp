#include "app/launch/shell_environment.h"

#include <pwd.h>
#include <signal.h>
#include <unistd.h>

#include <QFileInfo>
#include <QProcessEnvironment>
#include <QRandomGenerator>

#include <algorithm>
#include <array>
#include <utility>

namespace leadglass::app {
namespace {

constexpr int kPatience = 5000; // milliseconds
constexpr qsizetype kMost = 1 << 20;

// Where tools are, never what opens a door: no name here holds a credential.
constexpr std::array kNames{"PATH",       "MANPATH",   "NVM_DIR",      "NVM_BIN",     "PYENV_ROOT",  "PYENV_SHELL",  "RBENV_ROOT",
                            "CARGO_HOME", "RUSTUP_HOME", "GOPATH",      "GOROOT",      "GOBIN",       "JAVA_HOME",    "SDKMAN_DIR",
                            "VOLTA_HOME", "FNM_DIR",   "ASDF_DIR",     "ASDF_DATA_DIR", "MISE_DATA_DIR", "PNPM_HOME", "BUN_INSTALL",
                            "DENO_DIR",   "CONDA_EXE", "CONDA_PREFIX", "VIRTUAL_ENV", "NODE_PATH",   "GEM_HOME",     "EDITOR",
                            "VISUAL",     "PAGER",     "LANG",         "LC_ALL",      "LC_CTYPE",    "TZ"};

QString ownShell() {
    const passwd* entry = ::getpwuid(::getuid());
    return entry != nullptr && entry->pw_shell != nullptr ? QString::fromLocal8Bit(entry->pw_shell) : QString();
}

} // namespace

ShellEnvironment::ShellEnvironment(QObject* parent) : QObject(parent) {
    m_deadline.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, [this] { end(tr("your shell did not answer within 5 seconds")); });
    connect(&m_shell, &QProcess::readyReadStandardOutput, this, [this] {
        m_output += m_shell.readAllStandardOutput();
        const auto first = m_output.indexOf(m_mark), last = m_output.lastIndexOf(m_mark);
        if (first >= 0 && last > first) { // what its profile leaves running is not waited for
            take(m_output.mid(first + m_mark.size(), last - first - m_mark.size()));
            end({});
        } else if (m_output.size() > kMost) {
            end(tr("your shell prints without end when it starts"));
        }
    });
    connect(&m_shell, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            end(tr("your shell cannot be started"));
        }
    });
    connect(&m_shell, &QProcess::finished, this, [this] { end(tr("your shell ended without an answer")); });
}

ShellEnvironment::~ShellEnvironment() {
    m_shell.disconnect(this);
    end({});
}

void ShellEnvironment::ask(const QString& wanted) {
    end({});
    m_taken.clear();
    m_output.clear();
    m_mark = "--leadglass-" + QByteArray::number(QRandomGenerator::system()->generate64(), 36) + "--";
    const QString shell = wanted.isEmpty() ? ownShell() : wanted;
    const QString name = QFileInfo(shell).fileName();
    if (!QFileInfo(shell).isExecutable() || name == QLatin1String("nologin") || name == QLatin1String("false")) {
        m_trouble = tr("there is no shell of yours");
        emit done();
        return;
    }
    // The same words in every common shell, fish and csh included; `env` writes what it was given and knows no alias.
    const QString script = QStringLiteral("printf %s %1; /usr/bin/env -0; printf %s %1").arg(QString::fromLatin1(m_mark));
    m_shell.setStandardInputFile(QProcess::nullDevice());
    m_shell.setStandardErrorFile(QProcess::nullDevice());
    m_shell.setChildProcessModifier([] { ::setsid(); }); // no terminal to wait on, and one group to end
    m_asking = true;
    m_deadline.start(kPatience);
    // Interactive as well: that is where version managers put themselves.
    m_shell.start(shell, {QStringLiteral("-l"), QStringLiteral("-i"), QStringLiteral("-c"), script});
}

void ShellEnvironment::end(const QString& trouble) {
    const bool asked = std::exchange(m_asking, false);
    m_deadline.stop();
    if (const qint64 pid = m_shell.processId(); pid > 0) {
        ::kill(static_cast<pid_t>(-pid), SIGKILL);
        const QSignalBlocker quiet(&m_shell);
        m_shell.waitForFinished(1000);
    }
    if (asked) {
        m_trouble = trouble;
        emit done();
    }
}

void ShellEnvironment::take(const QByteArray& output) {
    const auto entries = output.split('\0');
    for (const auto& entry : entries) {
        const auto equals = entry.indexOf('=');
        const QByteArray name = entry.left(qMax<qsizetype>(equals, 0));
        if (equals > 0 && std::find_if(kNames.begin(), kNames.end(), [&](const char* each) { return name == each; }) != kNames.end()) {
            m_taken.insert(QString::fromLocal8Bit(name), QString::fromLocal8Bit(entry.mid(equals + 1)));
        }
    }
}

QStringList ShellEnvironment::merged() const {
    auto all = QProcessEnvironment::systemEnvironment();
    for (auto at = m_taken.begin(); at != m_taken.end(); ++at) {
        all.insert(at.key(), at.value());
    }
    return all.toStringList();
}

} // namespace leadglass::app
