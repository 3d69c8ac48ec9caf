// A terminal for a screen reader: the text that is visible, line by line, the cursor in it, and what is selected.
#pragma once

#include <QString>

namespace leadglass::app {

class TerminalView;

// Once is enough; again does nothing.
void installTerminalAccess();
struct TextChange {
    int at = 0;
    QString removed;
    QString inserted;
    bool operator==(const TextChange&) const = default;
};
// Without what is the same before and behind it.
TextChange changeOf(const QString& before, const QString& now);
// Tells what is new in the text, and where the cursor is. `told`: what was there the last time; changed.
void tellTerminalAccess(TerminalView& view, QString& told);

} // namespace leadglass::app
