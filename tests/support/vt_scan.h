// A naive judge of what vt_filter lets through, written apart from it: no state machine, only a
// list of whole patterns. Returns the first thing at fault, or empty.
#pragma once

#include <regex>
#include <string>

namespace leadglass::test {

inline std::string forbiddenIn(const std::string& text) {
    static const std::regex allowed(
        "^(?:"
        "\x1b[78DEHMc=>]"
        "|\x1b[()*+][0AB]"
        "|\x1b\\[[0-9;]{0,256}[@A-HIJKLMPSXZ`abdefg]"
        "|\x1b\\[[0-9;:]{0,256}m"
        "|\x1b\\[[0-9]*;?[0-9]*r"
        "|\x1b\\[[0-9]*T"
        "|\x1b\\[0*c"
        "|\x1b\\[0*[56]n"
        "|\x1b\\[[su]"
        "|\x1b\\[(?:4)[hl]"
        "|\x1b\\[\\?(?:(?:1|6|7|12|25|47|1047|1048|1049|2004|2026|2027|1000|1002|1003|1004|1005|1006|"
        "1007|1015|1016);?)+[hl]"
        "|\x1b\\[\\?0*6n|\x1b\\[\\?[0-9;]{0,256}[JK]"
        "|\x1b\\[\\?0*(?:2004|2026|2027)\\$p"
        "|\x1b\\[[0-9]* q|\x1b\\[!p"
        "|\x1b\\[>0*c|\x1b\\[>0*4(?:;0*[012]?)?m"
        "|\x1b\\[\\?u|\x1b\\[>[0-9]*u|\x1b\\[<[0-9]+u|\x1b\\[=[0-9]*;?[0-9]*u"
        "|\x1b\\]8;[0-9a-zA-Z=:_.-]*;(?:https?://[!-~]*)?\x1b\\\\"
        ")");
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto b = static_cast<unsigned char>(text[at]);
        if (b == 0x1b) {
            // Sequences are bounded, so a window is enough and std::regex stays shallow.
            const std::string rest = text.substr(at, 2400);
            std::smatch match;
            if (!std::regex_search(rest, match, allowed)) {
                return "escape at " + std::to_string(at) + ": " + rest.substr(1, 20);
            }
            at += static_cast<std::size_t>(match.length()) - 1;
        } else if ((b < 0x20 && (b < 7 || b > 15)) || b == 0x7f) {
            return "control " + std::to_string(b);
        } else if (b == 0xc2 && at + 1 < text.size() &&
                   static_cast<unsigned char>(text[at + 1]) < 0xa0) {
            return "C1 control";
        }
    }
    return {};
}

} // namespace leadglass::test
