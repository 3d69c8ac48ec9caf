#include "app/terminal/selection.h"

#include <algorithm>

namespace leadglass::app {
namespace {

const Cell& cellAt(const Row& row, int column) {
    static const Cell none;
    return column >= 0 && column < static_cast<int>(row.size()) ? row[static_cast<std::size_t>(column)] : none;
}

// A path, an address and an option are one word.
bool isOfWord(const Cell& cell) {
    const char32_t c = cell.chars[0];
    return cell.width == 0 || (c >= 0x80 && QChar::isLetterOrNumber(c)) || (c >= U'0' && c <= U'9') || ((c | 32U) >= U'a' && (c | 32U) <= U'z') ||
           (c > U' ' && c < 0x7f && std::u32string_view(U"-_./~@%+#=&?:").find(c) != std::u32string_view::npos);
}

std::pair<Place, Place> around(const Screen& screen, Place at, Selection::Unit unit) {
    if (unit == Selection::Unit::Character) {
        return {at, at};
    }
    if (unit == Selection::Unit::Line) {
        return {{at.line, 0}, {at.line, screen.columns()}};
    }
    const Row row = screen.line(at.line);
    int from = std::min(at.column, screen.columns() - 1), to = from + 1;
    if (isOfWord(cellAt(row, from))) {
        while (from > 0 && isOfWord(cellAt(row, from - 1))) {
            --from;
        }
        while (to < screen.columns() && isOfWord(cellAt(row, to))) {
            ++to;
        }
    }
    return {{at.line, from}, {at.line, to}};
}

} // namespace

QString textOf(const Row& row, int from, int to) {
    QString out;
    for (int column = from; column < std::min(to, static_cast<int>(row.size())); ++column) {
        const Cell& cell = cellAt(row, column);
        if (cell.width == 0) {
            continue;
        }
        if (cell.chars[0] == 0) {
            out += QLatin1Char(' ');
            continue;
        }
        for (const char32_t c : cell.chars) {
            if (c == 0) {
                break;
            }
            out += QString::fromUcs4(&c, 1);
        }
    }
    while (out.endsWith(QLatin1Char(' '))) {
        out.chop(1);
    }
    return out;
}

void Selection::begin(const Screen& screen, Place at, Unit unit) {
    m_on = true;
    m_unit = unit;
    m_anchor = around(screen, at, unit);
    m_from = m_anchor.first;
    m_to = m_anchor.second;
}

void Selection::extend(const Screen& screen, Place at) {
    if (!m_on) {
        begin(screen, at, Unit::Character);
        return;
    }
    const auto [from, to] = around(screen, at, m_unit);
    m_from = std::min(m_anchor.first, from);
    m_to = std::max(m_anchor.second, to);
}

void Selection::all(const Screen& screen) {
    m_on = true;
    m_from = {screen.first(), 0};
    m_to = {screen.end() - 1, screen.columns()};
    m_anchor = {m_from, m_from};
}

std::pair<int, int> Selection::on(std::int64_t line, int columns) const {
    if (empty() || line < m_from.line || line > m_to.line) {
        return {0, 0};
    }
    return {line == m_from.line ? m_from.column : 0, line == m_to.line ? m_to.column : columns};
}

QString Selection::text(const Screen& screen) const {
    QString out;
    if (empty()) {
        return out;
    }
    for (auto line = std::max(m_from.line, screen.first()); line <= std::min(m_to.line, screen.end() - 1); ++line) {
        const auto [from, to] = on(line, screen.columns());
        const Row row = screen.line(line);
        out += textOf(row, from, to);
        // libvterm does not say which rows it broke itself.
        const bool full = static_cast<int>(row.size()) >= screen.columns() && (!row.back().blank() || row.back().width == 0);
        if (line < m_to.line && !full) {
            out += QLatin1Char('\n');
        }
    }
    return out;
}

} // namespace leadglass::app
