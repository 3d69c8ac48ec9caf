// Does what the client says inside the connection match what the verdict was for?
// Pure; host names are compared in canonical form only (policy::canonicalHost).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/egress/http_head.h"
#include "core/policy/types.h"

namespace leadglass::egress {

// What a flow was allowed for. Exactly one of host, literal, loopback counts.
struct Target {
    std::string host; // canonical
    std::optional<policy::Address> literal;
    bool loopback = false; // a granted port of the host's loopback
    std::uint16_t port = 0;
};

// Server name of a ClientHello. A literal has no name to send (RFC 6066 3): none is right there, or
// the address itself.
bool serverNameHolds(const Target& target, const std::optional<std::string>& serverName);

// Host field and (where absolute) request target. A port that is not named counts as right.
bool authorityHolds(const Target& target, std::string_view authority);
bool requestHolds(const Target& target, const RequestHead& head);
// Location of a redirection: to the target itself, over HTTP?
bool leadsBack(const Target& target, std::string_view location);

} // namespace leadglass::egress
