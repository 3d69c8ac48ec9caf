// Trust: text from inside a run, from a file name, from the network.
// Privilege: none; pure.
// Input: any bytes, any length.
// Fails: never; what is not fit is written as a visible escape.
//
// The one function that makes hostile text fit for a screen, a log line or an audit row.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace leadglass {

// Valid UTF-8 stays; control characters (C0, C1, DEL), bidi and zero-width formatting, line and
// paragraph separators, private-use, unassigned planes above 0x10FFFF, and invalid bytes become
// \n \t \r \\ \xHH or \u{HHHH}. Longer than `maxBytes` (of output) is elided in the middle with
// U+2026, so that the end of a host name or path is never lost. The result is one line.
std::string forScreen(std::string_view hostile, std::size_t maxBytes = 512);

// Loss-free form for JSON output: {valid UTF-8 without escapes} as it is and second = false, else
// every byte that is not printable ASCII, and every backslash, as \xHH and second = true.
struct LosslessText {
    std::string text;
    bool escaped = false;
};
LosslessText lossless(std::string_view bytes);

bool isValidUtf8(std::string_view bytes);

} // namespace leadglass
