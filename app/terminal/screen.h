// Trust: the same as StreamGuard, which stands before it.
// Privilege: none; memory only.
// Input: any bytes; sizes from the window; keys and text of the person.
// Fails: never; history, answers and marks have bounds, and what is beyond is left out, the oldest first.
//
// What a terminal shows: a grid of cells with the lines above it that scrolled away, behind a plain interface (libvterm
// inside). Title, clipboard and links of a program do not exist here.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/terminal/stream_guard.h"

struct VTerm;
struct VTermScreen;
struct VTermState;

namespace leadglass::app {

struct CellColour {
    enum class Kind : std::uint8_t { Default, Indexed, Rgb };
    Kind kind = Kind::Default;
    std::uint8_t red = 0; // or the index
    std::uint8_t green = 0;
    std::uint8_t blue = 0;
    bool operator==(const CellColour&) const = default;
};

struct Cell {
    std::array<char32_t, 6> chars{}; // a base and its marks; all 0: blank
    CellColour ink;
    CellColour ground;
    std::uint8_t width = 1; // cells; 0: the right half of the one before
    std::uint8_t underline = 0; // 2: double
    bool bold = false;
    bool faint = false;
    bool italic = false;
    bool reverse = false;
    bool strike = false;
    [[nodiscard]] bool blank() const { return chars[0] == 0 || chars[0] == U' '; }
    bool operator==(const Cell&) const = default;
};
using Row = std::vector<Cell>;

enum class CursorShape { Block, Underline, Bar };
struct Cursor {
    int row = 0;
    int column = 0;
    bool visible = true;
    bool blinks = true;
    CursorShape shape = CursorShape::Block;
    bool operator==(const Cursor&) const = default;
};

enum class MouseWish { None, Click, Drag, Move };
enum class SpecialKey { Enter, Tab, Backspace, Escape, Up, Down, Left, Right, Insert, Delete, Home, End, PageUp, PageDown, Function };
struct Modifiers {
    bool shift = false;
    bool alt = false;
    bool control = false;
};

// What changed since it was last asked.
struct ScreenChange {
    bool any = false;
    bool lines = false; // the history or the size: all of it moved
    int first = 0;      // rows of the grid, else
    int last = -1;
    bool bell = false;
};

class Screen {
public:
    static constexpr std::size_t kMostLines = 10'000;           // of the history
    static constexpr std::size_t kMostHistory = 32UL << 20;     // bytes of it
    static constexpr std::size_t kMostAnswers = 4096;           // bytes, until they are taken
    static constexpr int kLeast = 4;                            // rows, columns
    static constexpr int kMost = 1000;

    Screen(int rows, int columns); // both are put between kLeast and kMost
    ~Screen();
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;

    // Takes time that grows with `bytes` and the size of the grid: at most a few KiB at once where a window waits.
    void feed(std::string_view bytes);
    void resize(int rows, int columns);
    [[nodiscard]] int rows() const { return m_rows; }
    [[nodiscard]] int columns() const { return m_columns; }

    // Lines have numbers that stay theirs while others scroll away: first() is the oldest that is kept, top() the first row
    // of the grid, end() one behind its last.
    [[nodiscard]] std::int64_t first() const { return m_first; }
    [[nodiscard]] std::int64_t top() const { return m_first + static_cast<std::int64_t>(m_history.size()); }
    [[nodiscard]] std::int64_t end() const { return top() + m_rows; }
    // One that is not there any more is empty. Of the history: without the blanks at its end.
    [[nodiscard]] Row line(std::int64_t number) const;
    [[nodiscard]] std::size_t historyBytes() const { return m_historyBytes; }
    void forgetHistory(); // as a program can, too: CSI 3 J

    [[nodiscard]] const Cursor& cursor() const { return m_cursor; }
    [[nodiscard]] bool alternate() const { return m_alternate; }
    [[nodiscard]] MouseWish mouse() const { return m_mouse; }
    [[nodiscard]] ScreenChange takeChange();

    // ---- input of the person, encoded as the program asked; in order in takeOutput() ----------
    void special(SpecialKey key, Modifiers modifiers, int function = 0); // function: 1 to 12
    void text(std::string_view utf8) { m_output += utf8; }
    // Between the marks of a paste where the program asked for them: `clean` must come from cleanPaste().
    void paste(std::string_view clean);
    void mouseMove(int row, int column, Modifiers modifiers);
    void mouseButton(int button, bool down, Modifiers modifiers); // 1 to 3; 4 and 5: the wheel
    void focus(bool is);
    // What goes to the program: that, and the answers to its questions.
    [[nodiscard]] std::string takeOutput();

private:
    struct Hooks;
    friend struct Hooks;
    void push(Row row);
    bool pop(Row& row);
    void damage(int first, int last);
    void setRegionBack();

    StreamGuard m_guard;
    std::string m_clean;
    VTerm* m_term;
    VTermScreen* m_screen;
    VTermState* m_state;
    int m_rows;
    int m_columns;
    std::deque<Row> m_history;
    std::size_t m_historyBytes = 0;
    std::int64_t m_first = 0;
    Cursor m_cursor;
    bool m_alternate = false;
    MouseWish m_mouse = MouseWish::None;
    ScreenChange m_change;
    std::string m_output;
    bool m_answering = false; // what is written now is not of the person
};

} // namespace leadglass::app
