#include "app/launch/terminals.h"

#include <QFileInfo>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStandardPaths>

#include <algorithm>

namespace leadglass::app {
namespace {

struct Known {
    const char* name;
    QStringList before;
};

// How each takes the words of a command: their manual pages.
const std::vector<Known>& known() {
    static const std::vector<Known> all{
        {"xdg-terminal-exec", {}}, {"x-terminal-emulator", {"-e"}}, {"konsole", {"-e"}},       {"gnome-terminal", {"--"}},
        {"kgx", {"--"}},           {"ptyxis", {"--"}},              {"xfce4-terminal", {"-x"}}, {"mate-terminal", {"-x"}},
        {"kitty", {}},             {"alacritty", {"-e"}},           {"foot", {}},               {"wezterm", {"start", "--"}},
        {"xterm", {"-e"}},
    };
    return all;
}

QString& preferred() {
    static QString name;
    return name;
}

// Of the desktop the person is in; before the others, after what was chosen on purpose.
QString ofDesktop() {
    const QString desktop = qEnvironmentVariable("XDG_CURRENT_DESKTOP").toLower();
    if (desktop.contains(QLatin1String("kde"))) {
        return QStringLiteral("konsole");
    }
    if (desktop.contains(QLatin1String("gnome"))) {
        return QStringLiteral("gnome-terminal");
    }
    return desktop.contains(QLatin1String("xfce")) ? QStringLiteral("xfce4-terminal") : QString();
}

} // namespace

void preferTerminal(const QString& name) { preferred() = name; }
const QString& preferredTerminal() { return preferred(); }

std::vector<Terminal> findTerminals() {
    std::vector<Terminal> out;
    for (const auto& each : known()) {
        const QString name = QLatin1String(each.name);
        if (const QString path = QStandardPaths::findExecutable(name); !path.isEmpty()) {
            out.push_back({name, path, each.before});
        }
    }
    const QString own = ofDesktop();
    const auto chosen = std::find_if(out.begin(), out.end(), [](const Terminal& t) { return t.name != "xdg-terminal-exec"; });
    const auto at = std::find_if(chosen, out.end(), [&](const Terminal& t) { return t.name == own; });
    if (at != out.end()) {
        std::rotate(chosen, at, at + 1);
    }
    const auto wish = std::find_if(out.begin(), out.end(), [&](const Terminal& t) { return t.name == preferred(); });
    if (wish != out.end()) {
        std::rotate(out.begin(), wish, wish + 1);
    }
    return out;
}

bool startInTerminal(const Terminal& terminal, const Start& start) {
    QProcess process;
    process.setProgram(terminal.path);
    process.setArguments(terminal.before + QStringList(start.program) + start.words);
    process.setWorkingDirectory(start.folder);
    QProcessEnvironment environment;
    for (const auto& each : start.environment) {
        const auto equals = each.indexOf(QLatin1Char('='));
        if (equals > 0) {
            environment.insert(each.left(equals), each.mid(equals + 1));
        }
    }
    process.setProcessEnvironment(environment);
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardOutputFile(QProcess::nullDevice());
    process.setStandardErrorFile(QProcess::nullDevice());
    return process.startDetached();
}

} // namespace leadglass::app
