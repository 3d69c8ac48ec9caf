#include "app/terminal/screen.h"

#include <vterm.h>

#include <algorithm>
#include <utility>

namespace leadglass::app {
namespace {

constexpr std::size_t kPiece = 1024; // libvterm keeps four bytes of stack for each
// Erase what scrolled away, as the guard writes it, whole. libvterm 0.1 knows it for nothing and says nothing of it.
constexpr std::string_view kForget = "\x1b[3J";

CellColour colourOf(const VTermColor& from) {
    if (VTERM_COLOR_IS_DEFAULT_FG(&from) || VTERM_COLOR_IS_DEFAULT_BG(&from)) {
        return {};
    }
    if (VTERM_COLOR_IS_INDEXED(&from)) {
        return {CellColour::Kind::Indexed, from.indexed.idx, 0, 0};
    }
    return {CellColour::Kind::Rgb, from.rgb.red, from.rgb.green, from.rgb.blue};
}

VTermColor colourOf(const CellColour& from, bool ink) {
    VTermColor out;
    if (from.kind == CellColour::Kind::Rgb) {
        vterm_color_rgb(&out, from.red, from.green, from.blue);
    } else {
        vterm_color_indexed(&out, from.red);
    }
    if (from.kind == CellColour::Kind::Default) {
        vterm_color_rgb(&out, 0, 0, 0);
        out.type = static_cast<std::uint8_t>(out.type | (ink ? VTERM_COLOR_DEFAULT_FG : VTERM_COLOR_DEFAULT_BG));
    }
    return out;
}

Cell cellOf(const VTermScreenCell& from) {
    Cell out;
    if (from.chars[0] == static_cast<std::uint32_t>(-1)) {
        out.width = 0;
    } else {
        for (std::size_t i = 0; i < out.chars.size() && from.chars[i] != 0; ++i) {
            out.chars[i] = from.chars[i];
        }
        out.width = from.width == 2 ? 2 : 1;
    }
    out.ink = colourOf(from.fg);
    out.ground = colourOf(from.bg);
    out.underline = static_cast<std::uint8_t>(from.attrs.underline);
    out.bold = from.attrs.bold != 0;
    out.faint = from.attrs.font == 1;
    out.italic = from.attrs.italic != 0;
    out.reverse = from.attrs.reverse != 0;
    out.strike = from.attrs.strike != 0;
    return out;
}

VTermScreenCell cellOf(const Cell& from) {
    VTermScreenCell out{};
    for (std::size_t i = 0; i < from.chars.size(); ++i) {
        out.chars[i] = from.chars[i];
    }
    out.width = static_cast<char>(std::max<int>(from.width, 1));
    out.attrs.underline = from.underline & 3U;
    out.attrs.bold = from.bold ? 1U : 0U;
    out.attrs.font = from.faint ? 1U : 0U;
    out.attrs.italic = from.italic ? 1U : 0U;
    out.attrs.reverse = from.reverse ? 1U : 0U;
    out.attrs.strike = from.strike ? 1U : 0U;
    out.fg = colourOf(from.ink, true);
    out.bg = colourOf(from.ground, false);
    return out;
}

std::size_t bytesOf(const Row& row) { return row.capacity() * sizeof(Cell) + sizeof(Row); }

int between(int value) { return std::clamp(value, Screen::kLeast, Screen::kMost); }

VTermModifier modifierOf(Modifiers from) {
    return static_cast<VTermModifier>((from.shift ? VTERM_MOD_SHIFT : 0) | (from.alt ? VTERM_MOD_ALT : 0) | (from.control ? VTERM_MOD_CTRL : 0));
}

} // namespace

struct Screen::Hooks {
    static Screen& of(void* user) { return *static_cast<Screen*>(user); }
    static int damage(VTermRect rect, void* user) {
        of(user).damage(rect.start_row, rect.end_row - 1);
        return 1;
    }
    static int moveRect(VTermRect dest, VTermRect, void* user) {
        of(user).damage(dest.start_row, dest.end_row - 1);
        return 1;
    }
    static int moveCursor(VTermPos pos, VTermPos old, int, void* user) {
        auto& screen = of(user);
        screen.m_cursor.row = std::clamp(pos.row, 0, screen.m_rows - 1);
        screen.m_cursor.column = std::clamp(pos.col, 0, screen.m_columns - 1);
        screen.damage(old.row, old.row);
        screen.damage(pos.row, pos.row);
        return 1;
    }
    static int property(VTermProp which, VTermValue* value, void* user) {
        auto& screen = of(user);
        switch (which) {
            case VTERM_PROP_CURSORVISIBLE: screen.m_cursor.visible = value->boolean != 0; break;
            case VTERM_PROP_CURSORBLINK: screen.m_cursor.blinks = value->boolean != 0; break;
            case VTERM_PROP_CURSORSHAPE:
                screen.m_cursor.shape = value->number == VTERM_PROP_CURSORSHAPE_UNDERLINE  ? CursorShape::Underline
                                        : value->number == VTERM_PROP_CURSORSHAPE_BAR_LEFT ? CursorShape::Bar
                                                                                           : CursorShape::Block;
                break;
            case VTERM_PROP_ALTSCREEN:
                screen.m_alternate = value->boolean != 0;
                screen.m_change.lines = true;
                break;
            case VTERM_PROP_MOUSE:
                screen.m_mouse = value->number == VTERM_PROP_MOUSE_CLICK  ? MouseWish::Click
                                 : value->number == VTERM_PROP_MOUSE_DRAG ? MouseWish::Drag
                                 : value->number == VTERM_PROP_MOUSE_MOVE ? MouseWish::Move
                                                                          : MouseWish::None;
                return 1;
            case VTERM_PROP_REVERSE: screen.damage(0, screen.m_rows - 1); return 1;
            default: return 0;
        }
        screen.damage(screen.m_cursor.row, screen.m_cursor.row);
        return 1;
    }
    static int bell(void* user) {
        of(user).m_change.bell = true;
        return 1;
    }
    static int pushLine(int columns, const VTermScreenCell* cells, void* user) {
        Row row;
        int used = columns;
        while (used > 0 && cells[used - 1].chars[0] == 0 && colourOf(cells[used - 1].bg).kind == CellColour::Kind::Default) {
            --used;
        }
        row.reserve(static_cast<std::size_t>(used));
        for (int i = 0; i < used; ++i) {
            row.push_back(cellOf(cells[i]));
        }
        of(user).push(std::move(row));
        return 1;
    }
    static int popLine(int columns, VTermScreenCell* cells, void* user) {
        Row row;
        if (!of(user).pop(row)) {
            return 0;
        }
        row.resize(static_cast<std::size_t>(columns));
        if (row.back().width == 2) {
            row.back() = Cell(); // its right half was cut off
        }
        for (std::size_t i = 0; i < row.size(); ++i) {
            cells[i] = cellOf(row[i]);
        }
        return 1;
    }
    static void output(const char* bytes, std::size_t size, void* user) {
        auto& screen = of(user);
        if (!screen.m_answering || screen.m_output.size() + size <= kMostAnswers) {
            screen.m_output.append(bytes, size);
        }
    }
    static constexpr VTermScreenCallbacks kCallbacks{&damage, &moveRect, &moveCursor, &property, &bell, nullptr, &pushLine, &popLine};
};

Screen::Screen(int rows, int columns)
    : m_term(vterm_new(between(rows), between(columns))), m_screen(nullptr), m_state(nullptr), m_rows(between(rows)), m_columns(between(columns)) {
    vterm_set_utf8(m_term, 1);
    m_state = vterm_obtain_state(m_term);
    m_screen = vterm_obtain_screen(m_term);
    vterm_output_set_callback(m_term, &Hooks::output, this);
    vterm_screen_set_callbacks(m_screen, &Hooks::kCallbacks, this);
    vterm_screen_enable_altscreen(m_screen, 1);
    vterm_screen_set_damage_merge(m_screen, VTERM_DAMAGE_SCROLL);
    vterm_screen_reset(m_screen, 1);
}

Screen::~Screen() { vterm_free(m_term); }

void Screen::feed(std::string_view bytes) {
    m_answering = true;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(kPiece, bytes.size()))) {
        m_clean.clear();
        m_guard.feed(bytes.substr(0, kPiece), m_clean);
        for (std::string_view rest = m_clean; !rest.empty();) {
            const std::size_t at = rest.find(kForget), end = at == rest.npos ? rest.size() : at + kForget.size();
            for (std::string_view part = rest.substr(0, end); !part.empty(); part.remove_prefix(std::min(kPiece, part.size()))) {
                vterm_input_write(m_term, part.data(), std::min(kPiece, part.size()));
            }
            rest.remove_prefix(end);
            if (at != rest.npos) {
                forgetHistory();
            }
        }
    }
    vterm_screen_flush_damage(m_screen);
    m_answering = false;
}

void Screen::resize(int rows, int columns) {
    rows = between(rows);
    columns = between(columns);
    if (rows == m_rows && columns == m_columns) {
        return;
    }
    setRegionBack();
    m_rows = rows;
    m_columns = columns;
    vterm_set_size(m_term, rows, columns);
    constexpr std::string_view kInside = "\x1b[1g"; // changes nothing, and puts the cursor back: it may be above the first row now
    vterm_input_write(m_term, kInside.data(), kInside.size());
    vterm_screen_flush_damage(m_screen);
    VTermPos at{};
    vterm_state_get_cursorpos(m_state, &at);
    m_cursor.row = std::clamp(at.row, 0, m_rows - 1);
    m_cursor.column = std::clamp(at.col, 0, m_columns - 1);
    m_change.any = m_change.lines = true;
}

// libvterm keeps the top of a scrolling region that a smaller window does not have, and then moves a negative number of lines.
void Screen::setRegionBack() {
    const std::string back = "\x1b[r\x1b[?6l\x1b[" + std::to_string(m_cursor.row + 1) + ';' + std::to_string(m_cursor.column + 1) + 'H';
    vterm_input_write(m_term, back.data(), back.size());
}

Row Screen::line(std::int64_t number) const {
    if (number < m_first || number >= end()) {
        return {};
    }
    if (number < top()) {
        return m_history[static_cast<std::size_t>(number - m_first)];
    }
    Row out;
    out.reserve(static_cast<std::size_t>(m_columns));
    VTermPos at{static_cast<int>(number - top()), 0};
    for (; at.col < m_columns; ++at.col) {
        VTermScreenCell cell{};
        vterm_screen_get_cell(m_screen, at, &cell);
        out.push_back(cellOf(cell));
    }
    return out;
}

void Screen::push(Row row) {
    m_historyBytes += bytesOf(row);
    m_history.push_back(std::move(row));
    while (m_history.size() > kMostLines || m_historyBytes > kMostHistory) {
        m_historyBytes -= bytesOf(m_history.front());
        m_history.pop_front();
        ++m_first;
    }
    m_change.any = m_change.lines = true;
}

bool Screen::pop(Row& row) {
    if (m_history.empty()) {
        return false;
    }
    m_historyBytes -= bytesOf(m_history.back());
    row = std::move(m_history.back());
    m_history.pop_back();
    return true;
}

void Screen::forgetHistory() {
    m_first = top();
    m_history.clear();
    m_historyBytes = 0;
    m_change.any = m_change.lines = true;
}

void Screen::damage(int first, int last) {
    first = std::clamp(first, 0, m_rows - 1);
    last = std::clamp(last, 0, m_rows - 1);
    const bool fresh = m_change.last < 0;
    m_change.first = fresh ? first : std::min(m_change.first, first);
    m_change.last = fresh ? last : std::max(m_change.last, last);
    m_change.any = true;
}

ScreenChange Screen::takeChange() { return std::exchange(m_change, {}); }

std::string Screen::takeOutput() { return std::exchange(m_output, {}); }

void Screen::special(SpecialKey key, Modifiers modifiers, int function) {
    static constexpr VTermKey kKeys[] = {VTERM_KEY_ENTER, VTERM_KEY_TAB,   VTERM_KEY_BACKSPACE, VTERM_KEY_ESCAPE, VTERM_KEY_UP,
                                         VTERM_KEY_DOWN,  VTERM_KEY_LEFT,  VTERM_KEY_RIGHT,     VTERM_KEY_INS,    VTERM_KEY_DEL,
                                         VTERM_KEY_HOME,  VTERM_KEY_END,   VTERM_KEY_PAGEUP,    VTERM_KEY_PAGEDOWN};
    if (key == SpecialKey::Function) {
        if (function >= 1 && function <= 12) {
            vterm_keyboard_key(m_term, static_cast<VTermKey>(VTERM_KEY_FUNCTION(function)), modifierOf(modifiers));
        }
        return;
    }
    vterm_keyboard_key(m_term, kKeys[static_cast<std::size_t>(key)], modifierOf(modifiers));
}

void Screen::paste(std::string_view clean) {
    vterm_keyboard_start_paste(m_term);
    m_output += clean;
    vterm_keyboard_end_paste(m_term);
}

void Screen::mouseMove(int row, int column, Modifiers modifiers) {
    vterm_mouse_move(m_term, std::clamp(row, 0, m_rows - 1), std::clamp(column, 0, m_columns - 1), modifierOf(modifiers));
}

void Screen::mouseButton(int button, bool down, Modifiers modifiers) {
    if (m_mouse != MouseWish::None && button >= 1 && button <= 5) {
        vterm_mouse_button(m_term, button, down, modifierOf(modifiers));
    }
}

void Screen::focus(bool is) { is ? vterm_state_focus_in(m_state) : vterm_state_focus_out(m_state); }

} // namespace leadglass::app
