// Trust: everything that a program in a terminal tab prints; it was filtered outside already, which is not relied on.
// Privilege: none; pure.
// Input: any bytes, in pieces cut anywhere.
// Fails: never; what is not on the lists is left out.
//
// What libvterm gets to see. It writes beyond its array at a 17th parameter, counts in a row of marks without end, loops on
// a repetition of nothing, and keeps places of the cursor that a smaller window no longer has (0.1.4): so only short, whole
// sequences of known kinds reach it, with numbers up to 9999. No string sequence does (title, clipboard, link, DCS), and
// none that would change how bytes are read. What it lacks is put in its words: several modes at once, colours with colons.
//
// After ECMA-48 and xterm's ctlseqs. Invariant (fuzzed): the output does not depend on how the input is cut.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace leadglass::app {

class StreamGuard {
public:
    static constexpr int kMostRepeats = 512;
    static constexpr int kMostMarks = 4; // on one character

    // Appends to `out` what may be shown of `in`: at most kMostRepeats characters for a sequence.
    void feed(std::string_view in, std::string& out);

private:
    enum class State : std::uint8_t { Ground, Escape, EscapeMore, Csi, CsiIgnore, String, StringEscape };
    using Groups = std::vector<std::vector<int>>; // parameters, each with its parts between colons; -1: left out

    void byte(unsigned char b, std::string& out);
    void ground(unsigned char b, std::string& out);
    void escape(unsigned char b, std::string& out);
    void csi(unsigned char b, std::string& out);
    void control(unsigned char b, std::string& out);
    void character(char32_t c, std::string& out);
    void brokenCharacter(std::string& out);
    void passCsi(char final, std::string& out);
    void passModes(const Groups& groups, char final, std::string& out);
    void repeat(int times, std::string& out);

    State m_state = State::Ground;
    bool m_bell = false;    // BEL ends the string that is left out
    std::string m_sequence; // what came after its introducer, bounded
    char32_t m_char = 0;    // the part of a character that is there
    int m_need = 0;         // bytes of it that are missing
    char32_t m_least = 0;   // shorter would be an overlong form
    char32_t m_last = 0;    // printed last; 0: something else came since
    int m_marks = 0;        // on it
};

// Takes no cell of its own: it is drawn over the one before.
bool takesNoCell(char32_t c);

} // namespace leadglass::app
