// Trust: targets come from programs inside the run: hostile. Patterns come from policies.
// Privilege: none; pure.
// Input: a request's target, at most kMaxTarget bytes; a pattern, at most 1 KiB.
// Fails: a target that can be read in two ways is no path: nothing is guessed.
//
// A request's path in one form (RFC 3986 5.2.4, 6.2.2), and globs on it. The rules:
// - Percent-encoded unreserved characters are decoded, the hex of others is upper case. Dot segments are removed.
// - Empty segments are collapsed ("/a//b" is "/a/b"; one slash at the end stays), since most servers do so.
// - Then everything is decoded for matching: "%40scope" is "@scope". Globs are written decoded or not; both are the same.
// - Case matters.
// - Refused: %2F, %5C and '\' (is it a separator?), ';' and %3B (parameters of a segment), %25 (decoded a second time?),
//   control characters and NUL, what is no UTF-8, '#', a broken percent sign, an empty path, "*".
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace leadglass::policy {

constexpr std::size_t kMaxTarget = 32 * 1024;

struct NormalTarget {
    std::string path;  // decoded, begins with '/': what globs see. Empty: refused
    std::string query; // as sent, without '?'
    bool hasQuery = false;
    std::string sent;  // path and query in normal form, encoded: what may go upstream. Empty: refused
    // Dot segments or empty ones went: a server that does not do so takes it for another path.
    bool restructured = false;
    bool exact = false; // the path was sent in that form
    [[nodiscard]] bool ok() const { return !path.empty(); }
};
// `host`: what an absolute-form target must name, with or without a port; another one is refused.
NormalTarget normaliseTarget(std::string_view target, std::string_view host);

// Checks and decodes a pattern of a policy: "/acme/**", "/v1/*/read". Invalid: with what is wrong.
Result<std::string> parsePathGlob(std::string_view text);

// `glob` (parsed) against `path` (decoded). '*': any characters but '/'; "**": any, also none, over segments; "/a/**" is
// everything below /a, also "/a/", not /a. `wide`: for denials: also in another case (ASCII), with or without a slash at the end, and
// "/a/**" holds for /a.
bool matchesRequestPath(std::string_view glob, std::string_view path, bool wide);

// '*' is any number of any characters. `wide`: ASCII case does not matter.
bool matchesText(std::string_view glob, std::string_view text, bool wide);

// "a%20b" and, where `plus`, "a+b" decoded; false: a broken escape, a control character or no UTF-8.
bool percentDecoded(std::string_view text, bool plus, std::string& out);

} // namespace leadglass::policy
