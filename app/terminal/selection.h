// A selected part of a terminal's lines, history and grid alike. Pure: nothing is drawn here.
#pragma once

#include <QString>

#include <compare>
#include <cstdint>
#include <utility>

#include "app/terminal/screen.h"

namespace leadglass::app {

struct Place {
    std::int64_t line = 0; // Screen's numbers
    int column = 0;        // a border between cells: 0 to columns
    auto operator<=>(const Place&) const = default;
};

class Selection {
public:
    enum class Unit { Character, Word, Line };

    void begin(const Screen& screen, Place at, Unit unit);
    void extend(const Screen& screen, Place at);
    void all(const Screen& screen);
    void clear() { m_on = false; }
    [[nodiscard]] bool empty() const { return !m_on || m_from == m_to; }
    [[nodiscard]] Place from() const { return m_from; }
    [[nodiscard]] Place to() const { return m_to; }
    // Columns of this line: from, and one behind the last.
    [[nodiscard]] std::pair<int, int> on(std::int64_t line, int columns) const;
    // Blanks at the end of a line are not its text. A row that is full to its end goes on in the next.
    [[nodiscard]] QString text(const Screen& screen) const;

private:
    bool m_on = false;
    Unit m_unit = Unit::Character;
    std::pair<Place, Place> m_anchor;
    Place m_from;
    Place m_to;
};

// Text of the cells from `from` to before `to`, each blank a space, without those at the end.
QString textOf(const Row& row, int from, int to);

} // namespace leadglass::app
