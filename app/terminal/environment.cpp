#include "app/terminal/environment.h"

#include <algorithm>
#include <array>

namespace leadglass::app {
namespace {

constexpr std::array kNames{"TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "TERMINFO", "TERMCAP", "WINDOWID", "WINDOW",
                            "LINES", "COLUMNS", "COLORFGBG", "TMUX", "TMUX_PANE", "STY", "VTE_VERSION", "TERMINAL_EMULATOR", "TERM_SESSION_ID"};
constexpr std::array kBeginnings{"KONSOLE_", "GNOME_TERMINAL_", "KITTY_", "WEZTERM_", "ALACRITTY_", "XTERM_", "ITERM_", "GHOSTTY_", "VSCODE_"};

bool isOfAnother(const QString& entry) {
    const QString name = entry.section(QLatin1Char('='), 0, 0);
    return std::any_of(kNames.begin(), kNames.end(), [&](const char* each) { return name == QLatin1String(each); }) ||
           std::any_of(kBeginnings.begin(), kBeginnings.end(), [&](const char* each) { return name.startsWith(QLatin1String(each)); });
}

} // namespace

QStringList terminalEnvironment(const QStringList& from) {
    QStringList out;
    std::copy_if(from.begin(), from.end(), std::back_inserter(out), [](const QString& entry) { return !isOfAnother(entry); });
    out << QStringLiteral("TERM=xterm-256color") << QStringLiteral("COLORTERM=truecolor");
    return out;
}

} // namespace leadglass::app
