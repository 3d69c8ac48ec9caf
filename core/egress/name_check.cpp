#include "core/egress/name_check.h"

#include "core/policy/address.h"
#include "core/policy/host_name.h"

namespace leadglass::egress {
namespace {

bool isLoopbackName(std::string_view host) {
    constexpr std::string_view kBelow = ".localhost"; // RFC 6761 section 6.3: this machine, in every resolver
    return equalsIgnoringCase(host, "localhost") ||
           (host.size() > kBelow.size() && equalsIgnoringCase(host.substr(host.size() - kBelow.size()), kBelow)) || host == "127.0.0.1" || host == "::1" ||
           host == "[::1]";
}

} // namespace

bool serverNameHolds(const Target& target, const std::optional<std::string>& serverName) {
    if (target.host.empty()) {
        if (!serverName || (target.loopback && isLoopbackName(*serverName))) {
            return true;
        }
        // Some clients send the address itself, against RFC 6066. Any name would be another host
        // behind that address.
        const auto address = policy::parseAddress(*serverName);
        return address && target.literal && *address == *target.literal;
    }
    if (!serverName) {
        return false;
    }
    const auto canonical = policy::canonicalHost(*serverName);
    return canonical && *canonical == target.host;
}

bool authorityHolds(const Target& target, std::string_view authority) {
    const auto split = policy::splitHostPort(authority);
    if (!split || (split->port != 0 && split->port != target.port)) {
        return false;
    }
    if (!target.host.empty()) {
        const auto canonical = policy::canonicalHost(split->host);
        return canonical && *canonical == target.host;
    }
    if (target.literal) {
        const auto address = policy::parseAddress(split->host);
        return address && *address == *target.literal;
    }
    return target.loopback && isLoopbackName(split->host);
}

bool requestHolds(const Target& target, const RequestHead& head) {
    const std::string* host = head.field("host");
    if (host == nullptr || !authorityHolds(target, *host)) {
        return false;
    }
    if (head.method == "CONNECT") {
        return false; // the server would be a proxy to anywhere
    }
    if (head.target.front() == '/' || (head.target == "*" && head.method == "OPTIONS")) {
        return true;
    }
    AbsoluteTarget absolute;
    return parseAbsoluteTarget(head.target, absolute) && absolute.scheme == "http" &&
           authorityHolds(target, absolute.authority);
}

bool leadsBack(const Target& target, std::string_view location) {
    if (location.starts_with('/')) {
        return !location.starts_with("//"); // another host follows
    }
    AbsoluteTarget to;
    return parseAbsoluteTarget(location, to) && to.scheme == "http" && to.authority.ends_with(":" + std::to_string(target.port)) &&
           authorityHolds(target, to.authority);
}

} // namespace leadglass::egress
