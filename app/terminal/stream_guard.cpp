#include "app/terminal/stream_guard.h"

#include <QChar>

#include <algorithm>

#include "app/terminal/sgr.h"

namespace leadglass::app {
namespace {

constexpr std::size_t kMostSequence = 256;
constexpr int kMostNumber = 9999;
constexpr std::string_view kClamp = "\x1b[1g"; // changes nothing, and puts the cursor back onto the screen

void put(char32_t c, std::string& out) {
    if (c < 0x80) {
        out += static_cast<char>(c);
    } else if (c < 0x800) {
        out += {static_cast<char>(0xc0 | (c >> 6)), static_cast<char>(0x80 | (c & 0x3f))};
    } else if (c < 0x10000) {
        out += {static_cast<char>(0xe0 | (c >> 12)), static_cast<char>(0x80 | ((c >> 6) & 0x3f)), static_cast<char>(0x80 | (c & 0x3f))};
    } else {
        out += {static_cast<char>(0xf0 | (c >> 18)), static_cast<char>(0x80 | ((c >> 12) & 0x3f)),
                static_cast<char>(0x80 | ((c >> 6) & 0x3f)), static_cast<char>(0x80 | (c & 0x3f))};
    }
}

// They would turn the order of what stands beside them.
bool turnsText(char32_t c) {
    return c == 0x61c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

bool isNoCharacter(char32_t c) {
    return c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff) || (c & 0xfffe) == 0xfffe || (c >= 0xfdd0 && c <= 0xfdef);
}

std::vector<std::vector<int>> groupsOf(std::string_view text) {
    std::vector<std::vector<int>> out{{-1}};
    for (const char c : text) {
        if (c == ';') {
            out.push_back({-1});
        } else if (c == ':') {
            out.back().push_back(-1);
        } else {
            int& number = out.back().back();
            number = std::min(std::max(number, 0) * 10 + (c - '0'), kMostNumber);
        }
    }
    return out;
}

bool isMode(int mode) {
    constexpr int kModes[] = {1, 5, 6, 7, 12, 25, 1000, 1002, 1003, 1004, 1006, 1047, 1048, 1049, 2004};
    return std::find(std::begin(kModes), std::end(kModes), mode) != std::end(kModes);
}

std::string number(int value) { return value < 0 ? std::string() : std::to_string(value); }

} // namespace

bool takesNoCell(char32_t c) {
    if (c < 0x300) {
        return false;
    }
    switch (QChar::category(c)) {
        case QChar::Mark_NonSpacing:
        case QChar::Mark_Enclosing:
        case QChar::Mark_SpacingCombining:
        case QChar::Other_Format: return true;
        default: return (c >= 0x1160 && c <= 0x11ff) || c == 0x6de; // parts of Korean syllables; and what was a mark in older tables
    }
}

void StreamGuard::feed(std::string_view in, std::string& out) {
    for (const char c : in) {
        byte(static_cast<unsigned char>(c), out);
    }
}

void StreamGuard::byte(unsigned char b, std::string& out) {
    if (b == 0x18 || b == 0x1a) { // CAN, SUB: whatever it was is over
        brokenCharacter(out);
        m_state = State::Ground;
        return;
    }
    switch (m_state) {
        case State::Ground: ground(b, out); return;
        case State::Escape:
        case State::EscapeMore: escape(b, out); return;
        case State::Csi:
        case State::CsiIgnore: csi(b, out); return;
        case State::String:
            if (b == 0x1b) {
                m_state = State::StringEscape;
            } else if (b == 0x07 && m_bell) {
                m_state = State::Ground;
            }
            return;
        case State::StringEscape:
            m_state = State::Ground;
            if (b != '\\') {
                m_sequence.clear();
                m_state = State::Escape;
                byte(b, out);
            }
            return;
    }
}

void StreamGuard::ground(unsigned char b, std::string& out) {
    if (m_need > 0) {
        if ((b & 0xc0) == 0x80) {
            m_char = (m_char << 6) | (b & 0x3fU);
            if (--m_need == 0) {
                character(m_char < m_least || isNoCharacter(m_char) ? 0xfffd : m_char, out);
            }
            return;
        }
        brokenCharacter(out);
    }
    if (b == 0x1b) {
        m_sequence.clear();
        m_state = State::Escape;
    } else if (b < 0x20 || b == 0x7f) {
        control(b, out);
    } else if (b < 0x80) {
        character(b, out);
    } else if (b >= 0xc2 && b <= 0xf4) {
        m_need = b < 0xe0 ? 1 : b < 0xf0 ? 2 : 3;
        m_least = m_need == 1 ? 0x80 : m_need == 2 ? 0x800 : 0x10000;
        m_char = b & (0x3fU >> m_need);
    } else {
        character(0xfffd, out);
    }
}

void StreamGuard::brokenCharacter(std::string& out) {
    if (m_need > 0) {
        m_need = 0;
        character(0xfffd, out);
    }
}

void StreamGuard::character(char32_t c, std::string& out) {
    if ((c >= 0x80 && c < 0xa0) || turnsText(c)) {
        return;
    }
    if (takesNoCell(c)) {
        if (m_last != 0 && m_marks < kMostMarks) {
            ++m_marks;
            put(c, out);
        }
        return;
    }
    m_last = c;
    m_marks = 0;
    put(c, out);
}

void StreamGuard::control(unsigned char b, std::string& out) {
    if (b >= 0x07 && b <= 0x0f) { // bell, backspace, tab, the ends of lines, the two sets of characters; no question for who we are
        m_last = 0;
        out += static_cast<char>(b);
    }
}

void StreamGuard::escape(unsigned char b, std::string& out) {
    if (b == 0x1b) {
        m_sequence.clear();
        m_state = State::Escape;
        return;
    }
    if (b < 0x20 || b >= 0x7f) {
        if (b < 0x20) {
            control(b, out);
        } else if (b != 0x7f) {
            m_state = State::Ground;
            ground(b, out);
        }
        return;
    }
    if (b < 0x30) {
        if (m_sequence.size() < kMostSequence) {
            m_sequence += static_cast<char>(b);
        }
        m_state = State::EscapeMore;
        return;
    }
    const char final = static_cast<char>(b);
    const bool plain = m_state == State::Escape;
    m_state = State::Ground;
    m_last = plain && final == '[' ? m_last : 0; // it may become a repetition
    if (plain && final == '[') {
        m_state = State::Csi;
    } else if (plain && std::string_view("]PX^_k").find(final) != std::string_view::npos) {
        m_bell = final == ']';
        m_state = State::String;
    } else if ((plain && std::string_view("78=>DEHMc").find(final) != std::string_view::npos) || (m_sequence == "#" && final == '8') ||
               ((m_sequence == "(" || m_sequence == ")") && (final == '0' || final == 'A' || final == 'B'))) {
        out += '\x1b' + m_sequence + final;
        if (plain && final == '8') {
            out += kClamp;
        }
    }
}

void StreamGuard::csi(unsigned char b, std::string& out) {
    if (b == 0x1b) {
        m_sequence.clear();
        m_state = State::Escape;
    } else if (b < 0x20) {
        control(b, out);
    } else if (b >= 0x80) {
        m_state = State::Ground;
        ground(b, out);
    } else if (b < 0x40) {
        if (m_sequence.size() >= kMostSequence) {
            m_state = State::CsiIgnore;
        } else {
            m_sequence += static_cast<char>(b);
        }
    } else if (b != 0x7f) {
        const bool pass = m_state == State::Csi;
        m_state = State::Ground;
        if (pass) {
            passCsi(static_cast<char>(b), out);
        }
        m_last = b == 'b' ? m_last : 0;
    }
}

void StreamGuard::passCsi(char final, std::string& out) {
    std::string_view text = m_sequence;
    const char leader = !text.empty() && text[0] >= '<' && text[0] <= '?' ? text[0] : ' ';
    text.remove_prefix(leader == ' ' ? 0 : 1);
    const auto end = std::min(text.find_first_not_of("0123456789:;"), text.size());
    const std::string_view middle = text.substr(end);
    if (middle.size() > 1) {
        return;
    }
    const auto groups = groupsOf(text.substr(0, end));
    const int first = groups[0][0];
    const int second = groups.size() > 1 ? groups[1][0] : -1;
    const char kind = middle.empty() ? ' ' : middle[0];
    const auto is = [&](char l, char m, std::string_view finals) {
        return leader == l && kind == m && finals.find(final) != std::string_view::npos;
    };
    if (is(' ', ' ', "m")) {
        passColours(groups, out);
    } else if (is(' ', ' ', "Hfr")) {
        out += "\x1b[" + number(first) + ';' + number(second) + final;
    } else if (is(' ', ' ', "@ABCDEFGIJKLMPSXZ`ade") || (is(' ', ' ', "T") && groups.size() == 1) ||
               (is(' ', ' ', "g") && (first <= 0 || first == 3)) || (is(' ', ' ', "n") && (first == 5 || first == 6)) ||
               (is(' ', ' ', "c") && first <= 0) || (is(' ', ' ', "hl") && first == 4 && groups.size() == 1)) {
        out += "\x1b[" + number(first) + final;
    } else if (is('?', ' ', "JK") || (is('?', ' ', "n") && first == 6)) {
        out += "\x1b[?" + number(first) + final;
    } else if (is('>', ' ', "c") && first <= 0) {
        out += "\x1b[>c";
    } else if (is('?', '$', "p") && first >= 0) {
        out += "\x1b[?" + number(first) + "$p";
    } else if (is(' ', ' ', "b")) {
        repeat(std::max(first, 1), out);
    } else if (leader == ' ' && middle == " " && final == 'q' && first <= 6) {
        out += "\x1b[" + number(first) + " q";
    } else if (is(' ', ' ', "su") && text.empty()) { // as xterm has it where there are no side margins, and here are none
        out += final == 's' ? std::string("\x1b") + "7" : std::string("\x1b") + "8" + std::string(kClamp);
    } else if (is('?', ' ', "hl")) {
        passModes(groups, final, out);
    } else if (is(' ', '!', "p")) {
        out += "\x1b[?25h\x1b[4l\x1b[?1l\x1b>\x1b[m";
    }
}

void StreamGuard::passModes(const Groups& groups, char final, std::string& out) {
    int left = 16;
    for (const auto& group : groups) {
        const int mode = group[0] == 47 ? 1047 : group[0];
        if (!isMode(mode) || left-- == 0) {
            continue;
        }
        out += "\x1b[?" + number(mode) + final;
        if (final == 'l' && (mode == 1048 || mode == 1049)) {
            out += kClamp;
        }
    }
}

void StreamGuard::repeat(int times, std::string& out) {
    for (int i = 0; m_last != 0 && i < std::min(times, kMostRepeats); ++i) {
        put(m_last, out);
    }
}

} // namespace leadglass::app
