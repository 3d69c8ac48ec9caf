#include "core/policy/protocol.h"

namespace leadglass::policy {

const char* protocolName(Protocol protocol) {
    switch (protocol) {
    case Protocol::Default: return "";
    case Protocol::Tls: return "tls";
    case Protocol::Http: return "http";
    case Protocol::Ssh: return "ssh";
    case Protocol::Tcp: return "tcp";
    }
    return "";
}

std::optional<Protocol> protocolNamed(std::string_view word) {
    for (const Protocol p : {Protocol::Tls, Protocol::Http, Protocol::Ssh, Protocol::Tcp}) {
        if (word == protocolName(p)) {
            return p;
        }
    }
    return std::nullopt;
}

} // namespace leadglass::policy
