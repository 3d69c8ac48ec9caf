#include "app/widgets/text.h"

#include <QDir>

#include "core/base/escape.h"

namespace leadglass::app {

QString shown(const std::string& hostile, std::size_t maxBytes) { return QString::fromStdString(forScreen(hostile, maxBytes)); }

QString shownOnButton(const std::string& hostile, std::size_t maxBytes) {
    return shown(hostile, maxBytes).replace(QLatin1Char('&'), QLatin1String("&&"));
}

QString leftToRight(const QString& text) { return QChar(0x2066) + text + QChar(0x2069); } // isolate: UAX #9

QString shownPath(const std::string& path, std::size_t maxBytes) {
    const std::string home = QDir::homePath().toStdString();
    if (home.size() > 1 && (path == home || path.starts_with(home + "/"))) {
        return shown("~" + path.substr(home.size()), maxBytes);
    }
    return shown(path, maxBytes);
}

} // namespace leadglass::app
