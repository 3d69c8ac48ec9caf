// Trust: everything a program inside a run prints.
// Privilege: none; pure.
// Input: any bytes, in pieces cut anywhere.
// Fails: never; what is not on the allow-list is left out of the output.
//
// The streaming filter between a run's terminal and the person's. What passes: text, colours,
// cursor, erase, scrolling, and the modes and queries that full-screen programs need (kAllowed* in
// the .cpp). What does not: clipboard, titles, window operations that report, DCS, APC, PM, SOS,
// answerback, colour and palette queries, notifications, file transfer, printing, unknown sequences.
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

namespace leadglass::session {

// What the program inside has switched on and that would outlive it on the person's terminal.
struct VtModes {
    bool alternateScreen = false;   // 47, 1047, 1049
    bool cursorHidden = false;      // 25
    bool bracketedPaste = false;    // 2004
    bool focusEvents = false;       // 1004
    bool applicationCursor = false; // 1
    bool applicationKeypad = false; // DECKPAM
    bool noAutowrap = false;        // 7
    bool synchronized = false;      // 2026
    std::uint16_t mouse = 0;        // bit set: 1000 1002 1003 1005 1006 1007 1015 1016 (bit 0..7)
    int kittyKeyboardDepth = 0;     // pushes not popped, at most 16
    bool operator==(const VtModes&) const = default;
};

// Puts a terminal back to what a shell expects, whatever was on it.
std::string_view vtResetSequence();
// Switches on again what `modes` says, after vtResetSequence().
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
    enum class State : std::uint8_t {
        Ground, Utf8, Escape, EscapeIntermediate, Csi, CsiIgnore, Osc, OscEscape, Ignore,
        IgnoreEscape
    };
    void byte(unsigned char b, std::string& out);
    void ground(unsigned char b, std::string& out);
    void utf8(unsigned char b, std::string& out);
    void execute(unsigned char b, std::string& out);
    void escape(unsigned char b, std::string& out);
    void csi(unsigned char b, std::string& out);
    void finishCsi(unsigned char final, std::string& out);
    void finishOsc(std::string& out);
    void drop();
    void begin(State state);

    State m_state = State::Ground;
    std::string m_sequence; // the sequence so far, without its introducer
    std::array<unsigned char, 4> m_char{};
    std::uint8_t m_have = 0;
    std::uint8_t m_need = 0;
    bool m_overlong = false;
    VtModes m_modes;
    std::uint64_t m_dropped = 0;
    unsigned m_deviceQueries = 0;
};

} // namespace leadglass::session
