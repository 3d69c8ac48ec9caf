#include "app/settings/autostart.h"

#include <QDir>
#include <QFile>
#include <QSaveFile>

#include "core/base/escape.h"

namespace leadglass::app {
namespace {

constexpr qint64 kMost = 64 * 1024;
const QByteArray kOurs = "X-Leadglass-Autostart=1"; // by it we know our own again

QList<QByteArray> linesOf(const QString& path) {
    QFile file(path);
    if (QFileInfo(path).isSymLink() || !QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly)) {
        return {};
    }
    return file.read(kMost).split('\n');
}

bool isThere(const QString& path) { return QFileInfo::exists(path) || QFileInfo(path).isSymLink(); }

// Quoted for the argument, a sign of percent for the key, then once more for a string of the file.
QString quoted(const QString& word) {
    QString out;
    for (const QChar each : word) {
        if (QStringLiteral("\"`$\\").contains(each)) {
            out += QLatin1Char('\\');
        }
        out += each;
    }
    out.replace(QLatin1Char('%'), QLatin1String("%%")).replace(QLatin1Char('\\'), QLatin1String("\\\\"));
    return QLatin1Char('"') + out + QLatin1Char('"');
}

bool hasControl(const QString& text) {
    return std::any_of(text.begin(), text.end(), [](QChar each) { return each.unicode() < 0x20 || each.unicode() == 0x7f; });
}

} // namespace

Autostart::Autostart(QString folder, QString program) : m_folder(std::move(folder)), m_program(std::move(program)) {}

QString Autostart::file() const { return m_folder + QStringLiteral("/org.leadglass.App.desktop"); }

Autostart::State Autostart::state() const {
    if (m_folder.isEmpty() || !isThere(file())) {
        return State::Off;
    }
    const auto lines = linesOf(file());
    if (!lines.contains(kOurs)) {
        return State::Foreign;
    }
    // As a desktop's own list of programs at login switches one off.
    const bool off = lines.contains("Hidden=true") || lines.contains("X-GNOME-Autostart-enabled=false");
    return off ? State::Off : State::On;
}

Status Autostart::set(bool on) const {
    if (m_folder.isEmpty()) {
        return makeError(Code::Unsupported, "there is no directory of programs that start at login");
    }
    const State now = state();
    const std::string name = forScreen(file().toStdString());
    if (now == State::Foreign) {
        return makeError(Code::Refused, "'" + name + "' was not written by Leadglass, and is left as it is", "move it away, or change it yourself");
    }
    if (!on) {
        if (isThere(file()) && !QFile::remove(file())) {
            return makeError(Code::Io, "'" + name + "' cannot be removed");
        }
        return {};
    }
    if (hasControl(m_program) || m_program.contains(QLatin1Char('='))) {
        return makeError(Code::Invalid, "'" + forScreen(m_program.toStdString()) + "' cannot be named in a desktop entry", "install it elsewhere");
    }
    QDir().mkpath(m_folder);
    QSaveFile out(file());
    const QByteArray text = "[Desktop Entry]\nType=Application\nName=Leadglass\nExec=" + quoted(m_program).toUtf8() +
                            " --background\nIcon=org.leadglass.App\nTerminal=false\n" + kOurs + "\n";
    if (!out.open(QIODevice::WriteOnly) || out.write(text) != text.size() || !out.commit()) {
        return makeError(Code::Io, "'" + name + "' cannot be written: " + out.errorString().toStdString());
    }
    return {};
}

} // namespace leadglass::app
