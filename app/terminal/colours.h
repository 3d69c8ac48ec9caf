// The colours of a terminal in the person's theme: its own background and text, sixteen named colours that can be read on
// them, and the 256 of xterm.
#pragma once

#include <QColor>
#include <QPalette>

#include <array>

#include "app/terminal/screen.h"

namespace leadglass::app {

class TerminalColours {
public:
    explicit TerminalColours(const QPalette& palette);

    struct Pair {
        QColor ink;
        QColor ground;
    };
    // What a cell is drawn in. A named or default colour on a named or default one has a contrast of 4.5 : 1 at least; what a
    // program mixed itself stays as it is.
    [[nodiscard]] Pair of(const Cell& cell) const;
    [[nodiscard]] QColor ground() const { return m_ground; }
    [[nodiscard]] QColor ink() const { return m_ink; }
    // WCAG 2.1, relative luminance: 1 to 21.
    static double contrast(const QColor& a, const QColor& b);

private:
    [[nodiscard]] QColor indexed(int index) const;

    QColor m_ink;
    QColor m_ground;
    std::array<QColor, 16> m_named;
};

} // namespace leadglass::app
