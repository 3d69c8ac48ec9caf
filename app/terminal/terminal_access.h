// A terminal for a screen reader: the text that is visible, line by line, the cursor in it, and what is selected.
#pragma once

#include <QString>

namespace leadglass::app {

class TerminalView;

// Once is enough; again does nothing.
void installTerminalAccess();
// Tells what is new in the text, and where the cursor is. `told`: what was there the last time; changed.
void tellTerminalAccess(TerminalView& view, QString& told);

} // namespace leadglass::app
