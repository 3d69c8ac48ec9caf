// Trust: everything a program inside a run prints.
// Privilege: none; pure.
// Input: any bytes, in pieces cut anywhere.
// Fails: never; what is not on the allow-list is left out of the output.
//
// The streaming filter between a run's terminal and the person's. What passes: text, colours,
// cursor, erase, scrolling, and the modes and queries that full-screen programs need (the lists are
// in vt_tables.h and vt_allow.cpp). What does not: clipboard, titles, window operations that report,
// DCS, APC, PM, SOS, answerback, colour and palette queries, notifications, file transfer, printing,
// unknown sequences.
//
// Queries that pass, since editors, shells and tmux wait for their answers: DA1 and DA2 (CSI c,
// CSI > c), DSR (CSI 5 n, CSI 6 n, CSI ? 6 n), DECRQM of 2004, 2026, 2027 (CSI ? N $ p), keyboard
// flags (CSI ? u). Their answers are ESC [, digits and punctuation, one final: a program inside chooses
// at most the digits (the cursor's place), never text, and never a control that ends a line. They are
// input of the program inside, as keys are; Terminal's fence keeps them from a question and from the
// shell. A supervisor that was killed cannot fence: what a shell then reads is such digits, unsent.
//
// After Paul Flo Williams' parser for DEC VT500 terminals (vt100.net/emu/dec_ansi_parser), xterm's
// ctlseqs, ECMA-48. 8-bit C1 controls do not pass: a UTF-8 terminal would take U+0080..U+009F for
// them, so those are dropped too. Bytes that are not UTF-8 become U+FFFD.
//
// Invariants (fuzzed): the output does not depend on how the input is cut; filtering the output
// again changes nothing; the output always is whole sequences only.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace leadglass::session {

// What the program inside has switched on and that would outlive it on the person's terminal.
struct VtModes {
    bool alternateScreen = false;   // 47, 1047, 1049
    bool cursorHidden = false;      // 25
    bool bracketedPaste = false;    // 2004
    bool applicationCursor = false; // 1
    bool applicationKeypad = false; // DECKPAM
    bool noAutowrap = false;        // 7
    bool originMode = false;        // 6
    bool margins = false;           // DECSTBM
    bool insertMode = false;        // 4
    bool modifyOtherKeys = false;   // XTMODKEYS 4
    bool kittySet = false;          // kitty keyboard flags set without a push
    std::uint16_t mouse = 0;        // bit N: kMouseModes[N] (mouse and focus reports)
    int kittyMain = 0;              // pushes not popped on the main screen, at most kMaxKitty
    int kittyAlternate = 0;         // and on the alternate screen
    bool operator==(const VtModes&) const = default;
};
constexpr int kMaxKitty = 16;

// ForGood: as a shell expects it. ForQuestion: the same for typing, undone by vtRestoreSequence().
enum class VtReset { ForGood, ForQuestion };
std::string vtResetSequence(const VtModes& modes, VtReset reset);
// Switches on again what `modes` says, after vtResetSequence(modes, ForQuestion).
std::string vtRestoreSequence(const VtModes& modes);

class VtFilter {
public:
    // Appends to `out` what may be shown of `in`. An unfinished sequence is kept (bounded).
    void feed(std::string_view in, std::string& out);
    // End of input: an unfinished sequence is dropped, an unfinished character becomes U+FFFD.
    void finish(std::string& out);

    [[nodiscard]] const VtModes& modes() const { return m_modes; }
    // Sequences left out so far.
    [[nodiscard]] std::uint64_t dropped() const { return m_dropped; }
    // Queries let through since the last call that the terminal answers with a primary device
    // attributes report (CSI c); needed to count a fence.
    unsigned takeDeviceQueries();
    // Is the output at a place where other text may be put (no sequence, no half character)?
    [[nodiscard]] bool atGround() const;

private:
    enum class State : std::uint8_t { Ground, Utf8, Escape, Csi, CsiIgnore, Osc, Ignore, IgnoreOsc,
                                      IgnoreTitle };
    bool handle(unsigned char b, std::string& out); // false: look at the byte again
    bool ground(unsigned char b, std::string& out);
    bool utf8(unsigned char b, std::string& out);
    void control(unsigned char b, std::string& out);
    void escape(unsigned char b, std::string& out);
    void csi(unsigned char b, std::string& out);
    void osc(unsigned char b, std::string& out);
    bool passCsi(std::string& out);
    bool passOsc(std::string& out);
    bool passModes(char prefix, const std::vector<unsigned>& parameters, bool on, std::string& out);
    bool passKitty(char prefix, const std::vector<unsigned>& parameters, std::string& out);
    void setMode(unsigned mode, bool on);
    void drop(State next);

    State m_state = State::Ground;
    std::string m_sequence; // what came after the introducer; at most kMaxString
    std::array<char, 4> m_char{};
    std::uint8_t m_have = 0;
    std::uint8_t m_need = 0;
    unsigned char m_low = 0x80; // bounds of the next continuation byte (Unicode, table 3-7)
    unsigned char m_high = 0xbf;
    VtModes m_modes;
    std::uint64_t m_dropped = 0;
    unsigned m_deviceQueries = 0;
};

} // namespace leadglass::session
