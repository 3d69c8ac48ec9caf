// The person's terminal programs, and how each takes a command: words, never a shell string.
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace leadglass::app {

struct Terminal {
    QString name;           // of the program: "konsole"
    QString path;           // as PATH finds it
    QStringList before;     // words before the command
};

// Those on PATH, the preferred ones first: what the desktop or the distribution names (xdg-terminal-exec,
// x-terminal-emulator), then the desktop's own, then the others.
std::vector<Terminal> findTerminals();
// By name, before all others where it is there; empty: none. One for the whole app.
void preferTerminal(const QString& name);
[[nodiscard]] const QString& preferredTerminal();
// A terminal of the app's own window goes by this name, which no program has.
inline const QString kInThisWindow = QStringLiteral("in this window");

struct Start {
    QString program;        // absolute
    QStringList words;
    QString folder;         // working directory
    QStringList environment; // NAME=VALUE, all of it
};
// Goes on without us. False: the terminal program could not be started.
bool startInTerminal(const Terminal& terminal, const Start& start);

} // namespace leadglass::app
