#include "app/widgets/text.h"

#include <QDir>

#include "core/base/escape.h"
#include "core/base/escape_once.h"

namespace leadglass::app {
namespace {

std::string fromHome(const std::string& path) {
    const std::string home = QDir::homePath().toStdString();
    return home.size() > 1 && (path == home || path.starts_with(home + "/")) ? "~" + path.substr(home.size()) : path;
}

} // namespace

QString shown(const std::string& hostile, std::size_t maxBytes) { return QString::fromStdString(forScreen(hostile, maxBytes)); }

QString shownOnButton(const std::string& hostile, std::size_t maxBytes) {
    return shown(hostile, maxBytes).replace(QLatin1Char('&'), QLatin1String("&&"));
}

QString leftToRight(const QString& text) { return QChar(0x2066) + text + QChar(0x2069); } // isolate: UAX #9

QString shownPath(const std::string& path, std::size_t maxBytes) { return shown(fromHome(path), maxBytes); }

QString shownOnce(const std::string& escaped, std::size_t maxBytes) { return QString::fromStdString(onceForScreen(escaped, maxBytes)); }

QString shownPathOnce(const std::string& escaped, std::size_t maxBytes) { return shownOnce(fromHome(escaped), maxBytes); }

} // namespace leadglass::app
