// Judging one whole sequence: the other half of vt_filter.cpp. The lists are in vt_tables.h.
#include <algorithm>
#include <optional>

#include "core/session/vt_filter.h"
#include "core/session/vt_tables.h"

namespace leadglass::session {
namespace {

struct Csi {
    char prefix = 0;       // one of < = > ?
    char intermediate = 0; // one of 0x20..0x2f
    char final = 0;
    std::string_view text; // parameters as they were
    std::vector<unsigned> parameters;
};

// "?25;1$p" -> parts. Nothing: not well-formed, or a number above 65535.
std::optional<Csi> parse(std::string_view sequence) {
    Csi out;
    out.final = sequence.back();
    sequence.remove_suffix(1);
    if (!sequence.empty() && sequence.front() >= '<' && sequence.front() <= '?') {
        out.prefix = sequence.front();
        sequence.remove_prefix(1);
    }
    if (!sequence.empty() && sequence.back() >= ' ' && sequence.back() <= '/') {
        out.intermediate = sequence.back();
        sequence.remove_suffix(1);
    }
    out.text = sequence;
    unsigned number = 0;
    bool any = false;
    for (const char c : sequence) {
        if (c >= '0' && c <= '9') {
            number = number * 10 + static_cast<unsigned>(c - '0');
            any = true;
            if (number > 65535) {
                return std::nullopt;
            }
        } else if (c == ';' || (c == ':' && out.final == 'm' && out.prefix == 0)) {
            out.parameters.push_back(number);
            number = 0;
            any = true;
        } else {
            return std::nullopt;
        }
    }
    if (any) {
        out.parameters.push_back(number);
    }
    return out;
}

bool isWebLink(std::string_view uri) {
    for (const char c : uri) {
        if (c <= ' ' || c > '~') {
            return false;
        }
    }
    return uri.starts_with("https://") || uri.starts_with("http://");
}

} // namespace

bool VtFilter::passCsi(std::string& out) {
    const auto parsed = parse(m_sequence);
    if (!parsed) {
        return false;
    }
    const Csi& s = *parsed;
    const auto& p = s.parameters;
    const unsigned first = p.empty() ? 0 : p[0];
    bool pass = false;
    if (s.intermediate != 0) {
        if (s.prefix == 0 && s.intermediate == ' ' && s.final == 'q') {
            pass = p.size() <= 1; // DECSCUSR, cursor shape
        } else if (s.prefix == 0 && s.intermediate == '!' && s.final == 'p' && p.empty()) {
            pass = true; // DECSTR, soft reset
            m_modes.cursorHidden = m_modes.applicationCursor = m_modes.applicationKeypad = false;
            m_modes.originMode = m_modes.margins = m_modes.insertMode = false;
        } else if (s.prefix == '?' && s.intermediate == '$' && s.final == 'p') {
            pass = p.size() == 1 && contains(kQueriedModes, first);
        }
    } else if (s.final == 'h' || s.final == 'l') {
        return passModes(s.prefix, p, s.final == 'h', out);
    } else if (s.final == 'u' && s.prefix != 0) {
        return passKitty(s.prefix, p, out);
    } else if (s.prefix == 0) {
        switch (s.final) {
            case 'c':
                pass = p.empty() || (p.size() == 1 && first == 0);
                m_deviceQueries += pass ? 1 : 0;
                break;
            case 'n': pass = p.size() == 1 && (first == 5 || first == 6); break;
            case 's': case 'u': pass = p.empty(); break;
            case 'T': pass = p.size() <= 1; break; // more: hilite tracking, which hangs
            case 'r':
                pass = p.size() <= 2;
                m_modes.margins = m_modes.margins || pass;
                break;
            default: pass = kDrawingFinals.find(s.final) != std::string_view::npos; break;
        }
    } else if (s.prefix == '?') {
        pass = s.final == 'J' || s.final == 'K' || (s.final == 'n' && p.size() == 1 && first == 6);
    } else if (s.prefix == '>') {
        // Secondary device attributes (numbers only), and modifyOtherKeys.
        pass = (s.final == 'c' && (p.empty() || (p.size() == 1 && first == 0))) ||
               (s.final == 'm' && first == 4 && (p.size() == 1 || (p.size() == 2 && p[1] <= 2)));
        if (pass && s.final == 'm') {
            m_modes.modifyOtherKeys = p.size() == 2 && p[1] > 0;
        }
    }
    if (pass) {
        out += "\x1b[" + m_sequence;
    }
    return pass;
}

bool VtFilter::passModes(char prefix, const std::vector<unsigned>& parameters, bool on,
                         std::string& out) {
    std::string kept;
    bool whole = !parameters.empty();
    for (const unsigned mode : parameters) {
        const bool known = prefix == '?' ? contains(kPrivateModes, mode) || contains(kMouseModes, mode)
                                         : prefix == 0 && mode == 4;
        if (!known) {
            whole = false;
            continue;
        }
        kept += (kept.empty() ? "" : ";") + std::to_string(mode);
        setMode(mode, on);
    }
    if (!kept.empty()) {
        out += prefix == '?' ? "\x1b[?" : "\x1b[";
        out += kept + (on ? "h" : "l");
    }
    return whole;
}

void VtFilter::setMode(unsigned mode, bool on) {
    switch (mode) {
        case 1: m_modes.applicationCursor = on; return;
        case 4: m_modes.insertMode = on; return;
        case 6: m_modes.originMode = on; return;
        case 7: m_modes.noAutowrap = !on; return;
        case 25: m_modes.cursorHidden = !on; return;
        case 47: case 1047: case 1049: m_modes.alternateScreen = on; return;
        case 2004: m_modes.bracketedPaste = on; return;
        default: break;
    }
    const auto* found = std::find(kMouseModes.begin(), kMouseModes.end(), mode);
    if (found != kMouseModes.end()) {
        const auto bit = static_cast<std::uint16_t>(1U << (found - kMouseModes.begin()));
        m_modes.mouse = static_cast<std::uint16_t>(on ? m_modes.mouse | bit : m_modes.mouse & ~bit);
    }
}

// The stack below our pushes belongs to whoever started us: never popped, never overwritten for good.
bool VtFilter::passKitty(char prefix, const std::vector<unsigned>& p, std::string& out) {
    int& depth = m_modes.alternateScreen ? m_modes.kittyAlternate : m_modes.kittyMain;
    if (prefix == '?') {
        if (!p.empty()) {
            return false;
        }
    } else if (prefix == '>') {
        if (p.size() > 1 || depth >= kMaxKitty) {
            return false;
        }
        ++depth;
    } else if (prefix == '=') {
        if (p.size() > 2) {
            return false;
        }
        m_modes.kittySet = m_modes.kittySet || depth == 0;
    } else {
        const int wanted = p.empty() || p[0] == 0 ? 1 : static_cast<int>(p[0]);
        const int count = std::min(wanted, depth);
        if (p.size() > 1 || count == 0) {
            return false;
        }
        depth -= count;
        out += "\x1b[<" + std::to_string(count) + "u";
        return true;
    }
    out += "\x1b[" + m_sequence;
    return true;
}

// Only links, and only to the web: "8;PARAMETERS;URI". An empty URI ends a link.
bool VtFilter::passOsc(std::string& out) {
    const std::string_view text = m_sequence;
    const std::size_t second = text.find(';', 2);
    if (!text.starts_with("8;") || second == std::string_view::npos) {
        return false;
    }
    const std::string_view parameters = text.substr(2, second - 2);
    const std::string_view uri = text.substr(second + 1);
    const bool plain = std::all_of(parameters.begin(), parameters.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               c == '=' || c == ':' || c == '-' || c == '_' || c == '.';
    });
    if (!plain || parameters.size() > 250 || (!uri.empty() && !isWebLink(uri))) {
        return false;
    }
    out += "\x1b]" + m_sequence + "\x1b\\";
    return true;
}

} // namespace leadglass::session
