// The allow-lists of vt_filter: what a program inside may do to the person's terminal.
// xterm "Control Sequences" (ctlseqs), kitty "Comprehensive keyboard handling".
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace leadglass::session {

// X11, button-event, any-event tracking; focus; UTF-8, SGR; alternate scroll; urxvt; SGR pixels.
constexpr std::array<unsigned, 9> kMouseModes{1000, 1002, 1003, 1004, 1005, 1006, 1007, 1015, 1016};

// CSI ? N h/l besides kMouseModes: cursor keys, origin, autowrap, blink, cursor, alternate screens,
// save cursor, bracketed paste, synchronized output, grapheme clusters.
constexpr std::array<unsigned, 12> kPrivateModes{1,    6,    7,    12,   25,   47,
                                                 1047, 1048, 1049, 2004, 2026, 2027};

// CSI ? N $ p (DECRQM): answered with numbers only.
constexpr std::array<unsigned, 3> kQueriedModes{2004, 2026, 2027};

// CSI finals without prefix or intermediate that only draw, with any numbers: insert, cursor, tabs,
// erase, scroll, repeat, colours, margins. Others are judged one by one.
constexpr std::string_view kDrawingFinals = "@ABCDEFGHIJKLMPSXZ`abdefgmr";

// Longest sequence looked at. An OSC 8 link may be 2,083 bytes (what browsers take).
constexpr std::size_t kMaxCsi = 256;
constexpr std::size_t kMaxOsc = 2300;

template <std::size_t N>
constexpr bool contains(const std::array<unsigned, N>& list, unsigned value) {
    return std::find(list.begin(), list.end(), value) != list.end();
}

} // namespace leadglass::session
