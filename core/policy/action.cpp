#include "core/policy/action.h"

#include "core/base/escape.h"
#include "core/policy/address.h"
#include "core/policy/host_name.h"

namespace leadglass::policy {
namespace {

constexpr const char* kForms = "write api.example.com, api.example.com:8443, 192.0.2.7:443, [2001:db8::1]:443 or loopback:5432, "
                               "with 'egress' before it or not; or limit memory, or device kvm";

Result<EgressRequest> parseTarget(std::string_view text) {
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

} // namespace

Result<EgressRequest> parseAction(std::string_view text) {
    const std::size_t blank = text.find(' ');
    if (blank != std::string_view::npos) {
        const std::string_view word = text.substr(0, blank);
        if (word != "egress" && word != "host" && word != "connect") {
            return makeError(Code::Invalid, "'" + forScreen(word, 80) + "' is no kind of action that is decided: only connections are",
                             std::string(kForms) + "; a file: read PATH or write PATH; all that holds: leadglass policy show");
        }
        text.remove_prefix(blank + 1);
    }
    if (text.find("://") != std::string_view::npos) {
        return makeError(Code::Invalid, "'" + forScreen(text, 200) + "' is a URL; what is decided is a host and a port", kForms);
    }
    auto out = parseTarget(text);
    if (!out) {
        out.error().fix = kForms;
    }
    return out;
}

} // namespace leadglass::policy
