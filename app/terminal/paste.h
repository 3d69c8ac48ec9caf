// Text and files that the person puts into a terminal. A page or a file may have put into the clipboard what nobody saw.
#pragma once

#include <QList>
#include <QString>
#include <QUrl>

namespace leadglass::app {

constexpr qsizetype kMostPasted = 4 << 20; // characters; more is refused

struct CleanPaste {
    QString text;            // ends of lines as Return gives them; no control character but that and the tab, so no end of a paste
    int lines = 1;
    int controls = 0;        // that were taken out
    [[nodiscard]] bool asks() const { return lines > 1 || controls > 0; } // a person should see it first
};
CleanPaste cleanPaste(const QString& from);
// Local files as words of a shell, each quoted, with a blank behind; what is not a local file, or has control characters
// in its name, is left out.
QString quotedPaths(const QList<QUrl>& files);

} // namespace leadglass::app
