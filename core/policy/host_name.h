// Trust: names from clients, DNS packets, SNI, Host headers, policy files.
// Privilege: none; pure.
// Input: any bytes; a canonical name is at most 253 bytes, a label at most 63 (RFC 1035).
// Fails: a name that has no canonical form is refused, never guessed.
//
// The one canonical form of a host name: parser, resolver, proxy, audit and app all call this.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/policy/types.h"

namespace leadglass::policy {

// IDNA 2008 / UTS 46 to punycode, lower case, one trailing dot dropped, Unicode dots mapped.
// Empty label, NUL, userinfo, '%', '/', blanks, an address in any numeric spelling: an error.
Result<std::string> canonicalHost(std::string_view text);

// "x" or "*.x". "*", "*.com" (a public suffix) and stars elsewhere: an error that says why.
Result<HostPattern> parseHostPattern(std::string_view text);
bool matches(const HostPattern& pattern, std::string_view canonicalName);

// host[:port], [v6][:port]: splits without interpreting. Port 0: none given.
struct HostPort {
    std::string host;
    std::uint16_t port = 0;
};
Result<HostPort> splitHostPort(std::string_view text);

// The registrable domain (public suffix list) of a canonical name; empty if it is itself a suffix.
std::string registrableDomain(std::string_view canonicalName);

} // namespace leadglass::policy
