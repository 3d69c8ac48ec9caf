// Trust: a program inside a run wrote it.
// Privilege: none; pure.
// Input: one address of a page, kMaxOpenUrl bytes.
// Fails: what is not exactly an https address of a named host on the internet is refused, with words that say why.
//
// A page that a program inside wants opened in the person's browser, and where the answer of a sign-in on it comes
// back to: OAuth 2 for native apps (RFC 8252 section 7.3) has the browser call a port of the loopback.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace leadglass::session {

constexpr std::size_t kMaxOpenUrl = 3072; // fits a question with all of its words
constexpr std::uint16_t kLeastCallbackPort = 1024;

struct OpenUrl {
    std::string url;  // as it was given: printable ASCII without space, quotes, angle brackets, braces, '\', '^', '|', '`'
    std::string host; // canonical
    std::uint16_t port = 0;
    std::uint16_t callback = 0; // of redirect_uri, where that is http on this machine's loopback; 0: none
};

// Invalid: it is no address, or an ambiguous one. Refused: it is one that is not opened.
Result<OpenUrl> parseOpenUrl(std::string_view text);

} // namespace leadglass::session
