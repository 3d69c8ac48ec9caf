// Words from elsewhere on the screen: from a run, a file, the history.
#pragma once

#include <QString>

#include <string>

namespace leadglass::app {

// Fit for a screen (core/base/escape.h), at most `maxBytes` with what is left out marked. Plain text: what shows it
// must be set to Qt::PlainText.
QString shown(const std::string& hostile, std::size_t maxBytes = 512);
// The same for the text of a button or a menu entry, where '&' would make a mnemonic of the next letter.
QString shownOnButton(const std::string& hostile, std::size_t maxBytes = 200);
// Names, addresses and patterns are written from left to right in every language: in a text from right to left, too.
QString leftToRight(const QString& text);
// "~/src/shop" for a path below the person's home.
QString shownPath(const std::string& path, std::size_t maxBytes = 300);
// The same of what core made fit for a screen already, as all of PendingQuestion is: escapes are not escaped again, and
// what is none the less not fit becomes so (core/base/escape_once.h).
QString shownOnce(const std::string& escaped, std::size_t maxBytes = 512);
QString shownPathOnce(const std::string& escaped, std::size_t maxBytes = 300);

} // namespace leadglass::app
