// Putting a terminal back, and on again: the other half of vt_filter.h.
#include <array>

#include "core/session/vt_filter.h"
#include "core/session/vt_tables.h"

namespace leadglass::session {
namespace {

void append(std::string& out, unsigned mode, bool on) {
    out += "\x1b[?" + std::to_string(mode) + (on ? "h" : "l");
}

std::string popKitty(int depth) {
    return depth > 0 ? "\x1b[<" + std::to_string(depth) + "u" : std::string();
}

} // namespace

std::string vtResetSequence(const VtModes& modes, VtReset reset) {
    // A cut-off write may have left the terminal inside a sequence: CAN ends any.
    std::string out = "\x18\x1b[?2026l\x1b[m\x1b]8;;\x1b\\\x0f\x1b(B";
    const bool good = reset == VtReset::ForGood;
    for (std::size_t i = 0; i < kMouseModes.size(); ++i) {
        // Alternate scroll (1007) is on by default in some terminals: only what was set is undone.
        if (kMouseModes[i] != 1007 || (modes.mouse & (1U << i)) != 0) {
            append(out, kMouseModes[i], false);
        }
    }
    append(out, 2004, false);
    append(out, 1, false);
    out += "\x1b>\x1b[4l";
    if (modes.modifyOtherKeys) {
        out += "\x1b[>4m";
    }
    // Both home the cursor, so they come before the screen that has the shell's cursor. On the main
    // screen it is saved around the margins (a saved cursor has the origin mode with it).
    const bool keepCursor = modes.margins && !modes.originMode && !modes.alternateScreen;
    if (modes.originMode) {
        append(out, 6, false);
    }
    if (modes.margins) {
        out += keepCursor ? "\x1b" "7\x1b[r\x1b" "8" : "\x1b[r";
    }
    if (modes.alternateScreen) {
        out += good ? popKitty(modes.kittyAlternate) : std::string();
        append(out, 1049, false);
    } else if (modes.originMode) {
        out += "\x1b[999;1H";
    }
    if (good) {
        out += popKitty(modes.kittyMain);
        out += modes.kittySet ? "\x1b[=0u" : "";
        out += "\x1b[0 q"; // the person's own cursor shape
    } else {
        out += "\x1b[>0u";
    }
    append(out, 7, true);
    append(out, 25, true);
    return out;
}

std::string vtRestoreSequence(const VtModes& modes) {
    std::string out = "\x1b[<1u";
    if (modes.alternateScreen) {
        append(out, 1049, true);
    }
    for (std::size_t i = 0; i < kMouseModes.size(); ++i) {
        if ((modes.mouse & (1U << i)) != 0) {
            append(out, kMouseModes[i], true);
        }
    }
    if (modes.bracketedPaste) {
        append(out, 2004, true);
    }
    if (modes.applicationCursor) {
        append(out, 1, true);
    }
    if (modes.applicationKeypad) {
        out += "\x1b=";
    }
    if (modes.noAutowrap) {
        append(out, 7, false);
    }
    if (modes.insertMode) {
        out += "\x1b[4h";
    }
    if (modes.modifyOtherKeys) {
        out += "\x1b[>4;2m";
    }
    // Margins and origin are set again by a program that redraws; setting them here would need
    // their values and home the cursor.
    if (modes.cursorHidden) {
        append(out, 25, false);
    }
    return out;
}

} // namespace leadglass::session
