#include "core/policy/action.h"

#include "core/policy/address.h"
#include "core/policy/host_name.h"

namespace leadglass::policy {

Result<EgressRequest> parseAction(std::string_view text) {
    if (text.starts_with("egress ")) {
        text.remove_prefix(7);
    }
    EgressRequest out;
    const std::size_t colons = text.starts_with('[') ? 0 : text.find(':') != text.rfind(':') ? 2 : 1;
    if (colons == 2) { // an IPv6 address without brackets has no room for a port
        out.literal = parseAddress(text);
        if (out.literal) {
            out.port = 443;
            return out;
        }
    }
    const HostPort parts = LG_TRY(splitHostPort(text));
    if (parts.host == "loopback" && parts.port != 0) {
        out.loopbackPort = parts.port;
        return out;
    }
    out.port = parts.port != 0 ? parts.port : 443;
    out.literal = parseAddressInAnySpelling(parts.host);
    if (!out.literal) {
        out.host = LG_TRY(canonicalHost(parts.host));
    }
    return out;
}

} // namespace leadglass::policy
