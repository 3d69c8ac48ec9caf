#include "core/session/vt_filter.h"

#include <utility>

#include "core/session/vt_tables.h"

namespace leadglass::session {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd"; // U+FFFD
constexpr unsigned char kEscape = 0x1b;

} // namespace

bool VtFilter::atGround() const { return m_state == State::Ground; }

unsigned VtFilter::takeDeviceQueries() { return std::exchange(m_deviceQueries, 0); }

void VtFilter::feed(std::string_view in, std::string& out) {
    std::size_t at = 0;
    while (at < in.size()) {
        if (m_state == State::Ground) {
            std::size_t end = at;
            while (end < in.size() && in[end] >= ' ' && in[end] < 0x7f) {
                ++end;
            }
            out.append(in.substr(at, end - at));
            at = end;
            if (at == in.size()) {
                return;
            }
        }
        const auto b = static_cast<unsigned char>(in[at]);
        while (!handle(b, out)) {
        }
        ++at;
    }
}

void VtFilter::finish(std::string& out) {
    if (m_state == State::Utf8) {
        out += kReplacement;
    } else if (m_state != State::Ground) {
        ++m_dropped;
    }
    m_state = State::Ground;
    m_sequence.clear();
}

void VtFilter::drop(State next) {
    ++m_dropped;
    m_sequence.clear();
    m_state = next;
}

bool VtFilter::handle(unsigned char b, std::string& out) {
    if (m_state == State::Ground) {
        return ground(b, out);
    }
    if (m_state == State::Utf8) {
        return utf8(b, out);
    }
    // CAN and SUB end, ESC ends and begins, whatever the sequence (VT500 parser, "anywhere").
    if (b == 0x18 || b == 0x1a) {
        drop(State::Ground);
        return true;
    }
    if (b == kEscape && m_state != State::Osc) {
        if (m_state == State::Ignore || m_state == State::IgnoreOsc ||
            m_state == State::IgnoreTitle) {
            m_state = State::Escape; // counted when the string began
        } else {
            drop(State::Escape);
        }
        return true;
    }
    switch (m_state) {
        case State::Escape: {
            if (b >= 0x80) {
                drop(State::Ground);
                return false;
            }
            if (b < 0x20) {
                control(b, out);
            } else {
                escape(b, out);
            }
            return true;
        }
        case State::Csi:
        case State::CsiIgnore: {
            if (b >= 0x80) {
                drop(State::Ground);
                return false;
            }
            if (b < 0x20) {
                control(b, out);
            } else {
                csi(b, out);
            }
            return true;
        }
        case State::Osc: osc(b, out); return true;
        case State::IgnoreOsc:
            if (b == 0x07) {
                m_state = State::Ground;
            }
            return true;
        case State::IgnoreTitle:
            // Only screen and tmux take ESC k for a string: a control ends it, so that nothing of
            // a program that never ends it is lost.
            if (b < 0x20) {
                m_state = State::Ground;
                return false;
            }
            return true;
        default: return true; // Ignore: up to ESC, CAN or SUB
    }
}

bool VtFilter::ground(unsigned char b, std::string& out) {
    if (b < 0x80) {
        if (b == kEscape) {
            m_sequence.clear();
            m_state = State::Escape;
        } else {
            control(b, out);
        }
        return true;
    }
    m_low = 0x80;
    m_high = 0xbf;
    if (b >= 0xc2 && b <= 0xdf) {
        m_need = 1;
    } else if (b >= 0xe0 && b <= 0xef) {
        m_need = 2;
        m_low = b == 0xe0 ? 0xa0 : 0x80;
        m_high = b == 0xed ? 0x9f : 0xbf;
    } else if (b >= 0xf0 && b <= 0xf4) {
        m_need = 3;
        m_low = b == 0xf0 ? 0x90 : 0x80;
        m_high = b == 0xf4 ? 0x8f : 0xbf;
    } else {
        out += kReplacement;
        return true;
    }
    m_char[0] = static_cast<char>(b);
    m_have = 1;
    m_state = State::Utf8;
    return true;
}

bool VtFilter::utf8(unsigned char b, std::string& out) {
    if (b < m_low || b > m_high) {
        out += kReplacement;
        m_state = State::Ground;
        return false;
    }
    m_char[m_have++] = static_cast<char>(b);
    m_low = 0x80;
    m_high = 0xbf;
    if (m_have > m_need) {
        m_state = State::Ground;
        // U+0080..U+009F are the C1 controls: U+009B is another way to write CSI.
        if (m_char[0] == '\xc2' && b < 0xa0) {
            ++m_dropped;
        } else {
            out.append(m_char.data(), m_have);
        }
    }
    return true;
}

void VtFilter::control(unsigned char b, std::string& out) {
    // BEL BS HT LF VT FF CR SO SI, and printable bytes. Not ENQ (answerback), not XON and XOFF.
    if ((b >= 0x07 && b <= 0x0f) || (b >= 0x20 && b < 0x7f)) {
        out += static_cast<char>(b);
    } else if (b != 0 && b != 0x7f) {
        ++m_dropped;
    }
}

void VtFilter::escape(unsigned char b, std::string& out) {
    const char c = static_cast<char>(b);
    if (b <= 0x2f) { // an intermediate
        m_sequence += c;
        if (m_sequence.size() > 4) {
            drop(State::Ground);
        }
        return;
    }
    if (m_sequence.empty()) {
        switch (c) {
            case '[': m_state = State::Csi; return;
            case ']': m_state = State::Osc; return;
            case 'P': case 'X': case '^': case '_': drop(State::Ignore); return;
            case 'k': drop(State::IgnoreTitle); return;
            case '\\': m_state = State::Ground; return; // the end of a string that did not pass
            case '=': m_modes.applicationKeypad = true; break;
            case '>': m_modes.applicationKeypad = false; break;
            case 'c': m_modes = {}; break;
            case '7': case '8': case 'D': case 'E': case 'H': case 'M': break;
            default: drop(State::Ground); return;
        }
        out += "\x1b";
        out += c;
        m_state = State::Ground;
        return;
    }
    // Character sets: line drawing and back. Never ESC % (leaves UTF-8) or ESC SP (8-bit controls).
    const char set = m_sequence[0];
    if (m_sequence.size() == 1 && set >= '(' && set <= '+' && (c == '0' || c == 'A' || c == 'B')) {
        out += "\x1b" + m_sequence + c;
        m_sequence.clear();
        m_state = State::Ground;
        return;
    }
    drop(State::Ground);
}

void VtFilter::csi(unsigned char b, std::string& out) {
    if (b == 0x7f) {
        return;
    }
    if (m_state == State::CsiIgnore) {
        if (b >= 0x40) {
            drop(State::Ground);
        }
        return;
    }
    m_sequence += static_cast<char>(b);
    if (m_sequence.size() > kMaxCsi) {
        m_state = State::CsiIgnore;
        if (b >= 0x40) {
            drop(State::Ground);
        }
        return;
    }
    if (b < 0x40) {
        return;
    }
    if (!passCsi(out)) {
        ++m_dropped;
    }
    m_sequence.clear();
    m_state = State::Ground;
}

void VtFilter::osc(unsigned char b, std::string& out) {
    const bool escaped = !m_sequence.empty() && m_sequence.back() == static_cast<char>(kEscape);
    if (b == 0x07 || (escaped && b == '\\')) {
        if (escaped) {
            m_sequence.pop_back();
        }
        if ((escaped && b == 0x07) || !passOsc(out)) {
            ++m_dropped;
        }
        m_sequence.clear();
        m_state = State::Ground;
        return;
    }
    if (escaped) { // ESC and something else: the string is lost, another sequence begins
        drop(State::Escape);
        if (b != kEscape) {
            while (!handle(b, out)) {
            }
        }
        return;
    }
    if (b >= 0x20 || b == kEscape) {
        m_sequence += static_cast<char>(b);
    }
    if (m_sequence.size() > kMaxOsc) {
        drop(b == kEscape ? State::Escape : State::IgnoreOsc);
    }
}

} // namespace leadglass::session
