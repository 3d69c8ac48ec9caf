#include <QApplication>
#include <QPaintEvent>
#include <QPainter>

#include <algorithm>

#include "app/terminal/terminal_view.h"

namespace leadglass::app {
namespace {

bool isAscii(const Cell& cell) { return cell.chars[0] < 0x80 && cell.chars[1] == 0; }

// Solid blocks are filled, so that they meet in every font: U+2580 to U+2590 without the shades, as eighths of the cell.
bool fillBlock(QPainter& painter, char32_t c, const QRect& at, const QColor& ink) {
    const auto part = [&](int x, int y, int width, int height) { // eighths
        const int left = at.left() + at.width() * x / 8, top = at.top() + at.height() * y / 8;
        painter.fillRect(QRect(left, top, at.left() + at.width() * (x + width) / 8 - left, at.top() + at.height() * (y + height) / 8 - top), ink);
        return true;
    };
    if (c == 0x2580) {
        return part(0, 0, 8, 4);
    }
    if (c >= 0x2581 && c <= 0x2588) {
        const int high = static_cast<int>(c - 0x2580);
        return part(0, 8 - high, 8, high);
    }
    if (c >= 0x2589 && c <= 0x258f) {
        return part(0, 0, static_cast<int>(0x2590 - c), 8);
    }
    return c == 0x2590 && part(4, 0, 4, 8);
}

// Lines of frames, the same way: which arms a character has, as bits left, right, up, down; 0: none of these.
int armsOf(char32_t c) {
    switch (c) {
        case 0x2500: return 3;
        case 0x2502: return 12;
        case 0x250c: case 0x256d: return 2 | 8;
        case 0x2510: case 0x256e: return 1 | 8;
        case 0x2514: case 0x2570: return 2 | 4;
        case 0x2518: case 0x256f: return 1 | 4;
        case 0x251c: return 2 | 12;
        case 0x2524: return 1 | 12;
        case 0x252c: return 3 | 8;
        case 0x2534: return 3 | 4;
        case 0x253c: return 15;
        default: return 0;
    }
}

bool drawLines(QPainter& painter, char32_t c, const QRect& at, const QColor& ink) {
    const int arms = armsOf(c);
    if (arms == 0) {
        return false;
    }
    const int thick = std::max(1, at.height() / 16);
    const int x = at.left() + (at.width() - thick) / 2, y = at.top() + (at.height() - thick) / 2;
    const int left = (arms & 1) != 0 ? at.left() : x, right = (arms & 2) != 0 ? at.right() + 1 : x + thick;
    const int up = (arms & 4) != 0 ? at.top() : y, down = (arms & 8) != 0 ? at.bottom() + 1 : y + thick;
    painter.fillRect(left, y, right - left, thick, ink);
    painter.fillRect(x, up, thick, down - up, ink);
    return true;
}

} // namespace

// Cells that look alike, side by side.
struct TerminalView::Stretch {
    QString text;
    TerminalColours::Pair colours;
    Cell look;
};

void TerminalView::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    painter.setLayoutDirection(Qt::LeftToRight); // a grid has no other
    painter.fillRect(event->rect(), m_colours.ground());
    const int first = std::max(event->rect().top() / m_cellHeight, 0);
    const int last = std::min(event->rect().bottom() / m_cellHeight, m_screen->rows() - 1);
    for (int row = first; row <= last; ++row) {
        paintRow(painter, row, firstVisible() + row);
    }
    paintCursor(painter);
}

void TerminalView::paintRow(QPainter& painter, int row, std::int64_t line) {
    const Row cells = m_screen->line(line);
    const auto [from, to] = m_selection.on(line, m_screen->columns());
    const auto lookOf = [&](int column) {
        Cell cell = column < static_cast<int>(cells.size()) ? cells[static_cast<std::size_t>(column)] : Cell();
        auto colours = m_colours.of(cell);
        if (column >= from && column < to) {
            colours = {palette().color(QPalette::HighlightedText), palette().color(QPalette::Highlight)};
        }
        return std::make_pair(cell, colours);
    };
    for (int column = 0; column < m_screen->columns();) {
        const auto [cell, colours] = lookOf(column);
        Stretch stretch{{}, colours, cell};
        int end = column;
        while (end < m_screen->columns()) {
            const auto [next, its] = lookOf(end);
            if (end > column && (!isAscii(cell) || !isAscii(next) || its.ink != colours.ink || its.ground != colours.ground || next.bold != cell.bold ||
                                 next.italic != cell.italic || next.underline != cell.underline || next.strike != cell.strike || next.width != 1)) {
                break;
            }
            for (const char32_t c : next.chars) {
                if (c == 0) {
                    break;
                }
                stretch.text += QString::fromUcs4(&c, 1);
            }
            if (next.chars[0] == 0) {
                stretch.text += QLatin1Char(' ');
            }
            end += std::max<int>(next.width, 1);
            if (!isAscii(next)) {
                break;
            }
        }
        paintStretch(painter, stretch, cellRect(row, column, end - column));
        column = end;
    }
}

void TerminalView::paintStretch(QPainter& painter, const Stretch& stretch, const QRect& at) {
    if (stretch.colours.ground != m_colours.ground()) {
        painter.fillRect(at, stretch.colours.ground);
    }
    const char32_t only = isAscii(stretch.look) ? U'\0' : stretch.look.chars[0];
    if (only != 0 && (fillBlock(painter, only, at, stretch.colours.ink) || drawLines(painter, only, at, stretch.colours.ink))) {
        return;
    }
    const bool decorated = stretch.look.underline != 0 || stretch.look.strike;
    if (!decorated && stretch.text.trimmed().isEmpty()) {
        return;
    }
    QFont face = m_face;
    face.setBold(stretch.look.bold);
    face.setItalic(stretch.look.italic);
    painter.setFont(face);
    painter.setPen(stretch.colours.ink);
    if (only != 0) { // another font may make it wider than its cells
        painter.save();
        painter.setClipRect(at);
    }
    painter.drawText(at.left(), at.top() + m_ascent, stretch.text);
    if (only != 0) {
        painter.restore();
    }
    const int thick = std::max(1, m_cellHeight / 16);
    const int below = std::min(at.top() + m_ascent + thick, at.bottom() + 1 - thick);
    if (stretch.look.underline != 0) {
        painter.fillRect(at.left(), below, at.width(), thick, stretch.colours.ink);
    }
    if (stretch.look.underline == 2) {
        painter.fillRect(at.left(), std::min(below + 2 * thick, at.bottom() + 1 - thick), at.width(), thick, stretch.colours.ink);
    }
    if (stretch.look.strike) {
        painter.fillRect(at.left(), at.top() + m_ascent * 2 / 3, at.width(), thick, stretch.colours.ink);
    }
}

void TerminalView::paintCursor(QPainter& painter) {
    const auto& cursor = m_screen->cursor();
    const auto row = m_screen->top() + cursor.row - firstVisible();
    if (row >= m_screen->rows() || !m_live) {
        return;
    }
    const Row cells = m_screen->line(m_screen->top() + cursor.row);
    const auto& cell = cells[static_cast<std::size_t>(std::min<int>(cursor.column, static_cast<int>(cells.size()) - 1))];
    const QRect at = cellRect(static_cast<int>(row), cursor.column, std::max<int>(cell.width, 1));
    if (!m_preedit.isEmpty()) {
        const QRect wide(at.left(), at.top(), QFontMetrics(m_face).horizontalAdvance(m_preedit), m_cellHeight);
        painter.fillRect(wide, m_colours.ground());
        painter.setFont(m_face);
        painter.setPen(m_colours.ink());
        painter.drawText(wide.left(), wide.top() + m_ascent, m_preedit);
        painter.fillRect(wide.left(), wide.bottom(), wide.width(), 1, m_colours.ink());
        return;
    }
    if (!cursor.visible || !m_cursorOn) {
        return;
    }
    const auto colours = m_colours.of(cell);
    const int thick = std::max(1, m_cellHeight / 10);
    if (!hasFocus()) {
        painter.setPen(colours.ink);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(at.adjusted(0, 0, -1, -1));
        return;
    }
    switch (cursor.shape) {
        case CursorShape::Bar: painter.fillRect(at.left(), at.top(), thick, at.height(), colours.ink); return;
        case CursorShape::Underline: painter.fillRect(at.left(), at.bottom() + 1 - thick, at.width(), thick, colours.ink); return;
        case CursorShape::Block: break;
    }
    Stretch stretch{{}, {colours.ground, colours.ink}, cell};
    for (std::size_t i = 0; i < cell.chars.size() && cell.chars[i] != 0; ++i) {
        stretch.text += QString::fromUcs4(&cell.chars[i], 1);
    }
    painter.fillRect(at, colours.ink);
    paintStretch(painter, stretch, at);
}

} // namespace leadglass::app
