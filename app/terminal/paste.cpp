#include "app/terminal/paste.h"

#include <algorithm>

namespace leadglass::app {
namespace {

// C0, DEL, C1, and what turns the order of text on a screen.
bool isControl(QChar c) {
    const auto u = c.unicode();
    return u < 0x20 || (u >= 0x7f && u < 0xa0) || u == 0x61c || u == 0x200e || u == 0x200f || (u >= 0x202a && u <= 0x202e) ||
           (u >= 0x2066 && u <= 0x2069);
}

} // namespace

CleanPaste cleanPaste(const QString& from) {
    CleanPaste out;
    out.text.reserve(from.size());
    for (qsizetype i = 0; i < from.size(); ++i) {
        const QChar c = from[i];
        if (c == QLatin1Char('\n') || c == QLatin1Char('\r') || c.unicode() == 0x2028 || c.unicode() == 0x2029) {
            if (c == QLatin1Char('\r') && i + 1 < from.size() && from[i + 1] == QLatin1Char('\n')) {
                ++i;
            }
            out.text += QLatin1Char('\r');
            ++out.lines; // also one at the end: it would be done at once
        } else if (c == QLatin1Char('\t') || !isControl(c)) {
            out.text += c;
        } else {
            ++out.controls;
        }
    }
    return out;
}

QString quotedPaths(const QList<QUrl>& files) {
    QString out;
    for (const auto& file : files) {
        const QString path = file.isLocalFile() ? file.toLocalFile() : QString();
        if (!path.isEmpty() && std::none_of(path.begin(), path.end(), isControl)) {
            out += QLatin1Char('\'') + QString(path).replace(QLatin1Char('\''), QLatin1String("'\\''")) + QLatin1String("' ");
        }
    }
    return out;
}

} // namespace leadglass::app
