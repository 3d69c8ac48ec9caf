#include "core/session/open_url.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "core/base/escape.h"
#include "core/policy/host_name.h"
#include "core/policy/http_path.h"

namespace leadglass::session {
namespace {

constexpr std::string_view kScheme = "https://";
constexpr std::string_view kCallbackScheme = "http://";
constexpr std::uint16_t kHttps = 443;
constexpr std::size_t kShownHost = 80;
constexpr std::array<std::string_view, 5> kOwnEnds{"localhost", "local", "internal", "lan", "localdomain"};

Error invalid(const std::string& why) { return makeError(Code::Invalid, "this is no address that can be opened: " + why); }

// RFC 3986 has no others; browsers read some of the rest as something else ('\' as '/').
bool isPlain(unsigned char c) { return c > ' ' && c < 0x7f && std::string_view("\"<>\\^`{|}").find(static_cast<char>(c)) == std::string_view::npos; }

bool isHex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

bool percentsHold(std::string_view text) {
    for (std::size_t at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1)) {
        if (at + 2 >= text.size() || !isHex(text[at + 1]) || !isHex(text[at + 2])) {
            return false;
        }
    }
    return true;
}

// Digits alone, no sign, nothing behind them.
std::optional<std::uint16_t> portOf(std::string_view text) {
    std::uint16_t port = 0;
    const auto [end, bad] = std::from_chars(text.data(), text.data() + text.size(), port);
    const bool whole = !text.empty() && bad == std::errc() && end == text.data() + text.size() && text[0] != '0';
    return whole ? std::optional(port) : std::nullopt;
}

// A name that only this machine or its network knows leads to somebody's router or printer.
bool isOfThisNetwork(std::string_view host) {
    if (host.find('.') == std::string_view::npos) {
        return true;
    }
    const std::string_view last = host.substr(host.rfind('.') + 1);
    return std::find(kOwnEnds.begin(), kOwnEnds.end(), last) != kOwnEnds.end() || host.ends_with(".home.arpa");
}

Status takeAuthority(std::string_view authority, OpenUrl& out) {
    if (authority.find('@') != std::string_view::npos) {
        return invalid("a name or password stands before its host");
    }
    const std::size_t colon = authority.find(':');
    const std::string_view name = authority.substr(0, colon);
    out.port = kHttps;
    if (colon != std::string_view::npos) {
        const auto port = portOf(authority.substr(colon + 1));
        if (!port) {
            return invalid("its port is none");
        }
        out.port = *port;
    }
    auto host = policy::canonicalHost(name);
    if (!host) {
        return invalid("'" + forScreen(name, kShownHost) + "' is no name of a host");
    }
    if (isOfThisNetwork(*host)) {
        return makeError(Code::Refused, "only pages on the internet are opened: '" + forScreen(*host, kShownHost) + "' is a name of this machine or its network");
    }
    out.host = std::move(*host);
    return {};
}

// Of a redirect_uri: the port where this machine's loopback is called; nothing: it leads elsewhere.
Result<std::uint16_t> callbackOf(const std::string& address) {
    if (!address.starts_with(kCallbackScheme)) {
        return std::uint16_t{0};
    }
    const std::string_view rest = std::string_view(address).substr(kCallbackScheme.size());
    const std::string_view authority = rest.substr(0, rest.find_first_of("/?#"));
    for (const std::string_view name : {"localhost", "127.0.0.1", "[::1]"}) {
        if (!authority.starts_with(name) || (authority.size() > name.size() && authority[name.size()] != ':')) {
            continue;
        }
        const auto port = portOf(authority.size() > name.size() ? authority.substr(name.size() + 1) : "80");
        if (!port) {
            return invalid("the port of its redirect_uri is none");
        }
        if (*port < kLeastCallbackPort) {
            return makeError(Code::Refused, "its answer would come to port " + std::to_string(*port) + ", and ports below 1024 are not forwarded");
        }
        return *port;
    }
    return std::uint16_t{0};
}

Status takeCallback(std::string_view query, OpenUrl& out) {
    bool seen = false;
    while (!query.empty()) {
        const std::string_view pair = query.substr(0, query.find('&'));
        query.remove_prefix(std::min(query.size(), pair.size() + 1));
        const std::size_t equals = pair.find('=');
        std::string name, value;
        if (equals == std::string_view::npos || !policy::percentDecoded(pair.substr(0, equals), true, name) || name != "redirect_uri") {
            continue;
        }
        if (std::exchange(seen, true)) { // each would be read by another server's rules
            return invalid("it has two redirect_uri");
        }
        if (!policy::percentDecoded(pair.substr(equals + 1), true, value)) {
            return invalid("its redirect_uri is not readable");
        }
        out.callback = LG_TRY(callbackOf(value));
    }
    return {};
}

} // namespace

Result<OpenUrl> parseOpenUrl(std::string_view text) {
    if (text.empty()) {
        return invalid("it is empty");
    }
    if (text.size() > kMaxOpenUrl) {
        return invalid("it is longer than " + std::to_string(kMaxOpenUrl) + " bytes");
    }
    if (!std::all_of(text.begin(), text.end(), [](char c) { return isPlain(static_cast<unsigned char>(c)); })) {
        return invalid("it holds a character that an address has only as '%' and its number");
    }
    if (!text.starts_with(kScheme)) {
        return makeError(Code::Refused, "only pages at https:// are opened");
    }
    if (!percentsHold(text)) {
        return invalid("a '%' in it is followed by no number");
    }
    OpenUrl out;
    out.url = text;
    const std::string_view rest = text.substr(kScheme.size());
    const std::size_t end = std::min(rest.find_first_of("/?#"), rest.size());
    LG_TRY(takeAuthority(rest.substr(0, end), out));
    const std::string_view behind = rest.substr(end, rest.find('#') == std::string_view::npos ? std::string_view::npos : rest.find('#') - end);
    const std::size_t question = behind.find('?');
    if (question != std::string_view::npos) {
        LG_TRY(takeCallback(behind.substr(question + 1), out));
    }
    return out;
}

} // namespace leadglass::session
