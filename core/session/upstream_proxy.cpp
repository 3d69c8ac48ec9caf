#include "core/session/upstream_proxy.h"

#include <algorithm>

#include "core/policy/address.h"
#include "core/policy/host_name.h"

namespace leadglass::session {
namespace {

constexpr std::size_t kMaxCredential = 255;
constexpr std::size_t kMaxExceptions = 1000;

int hexDigit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                        : c >= 'A' && c <= 'F'   ? c - 'A' + 10
                                                                 : -1;
}

std::optional<std::string> percentDecoded(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        char c = text[i];
        if (c == '%') {
            const int high = i + 2 < text.size() ? hexDigit(text[i + 1]) : -1;
            const int low = i + 2 < text.size() ? hexDigit(text[i + 2]) : -1;
            if (high < 0 || low < 0) {
                return std::nullopt;
            }
            c = static_cast<char>(high * 16 + low);
            i += 2;
        }
        if (c == '\0' || c == '\r' || c == '\n') {
            return std::nullopt;
        }
        out.push_back(c);
    }
    return out;
}

Error unusable(const std::string& variable, const std::string& why) {
    return makeError(Code::Invalid, "the variable " + variable + " " + why,
                     "it is of the form http://[USER:PASSWORD@]HOST:PORT or socks5h://...; unset it for "
                     "this command to do without a proxy: env -u " + variable + " leadglass ...");
}

Status readCredentials(const std::string& variable, std::string_view text, UpstreamProxy& out) {
    const std::size_t colon = text.find(':');
    const auto user = percentDecoded(text.substr(0, colon));
    const auto password = percentDecoded(colon == std::string_view::npos ? "" : text.substr(colon + 1));
    if (!user || !password || user->size() > kMaxCredential || password->size() > kMaxCredential ||
        user->empty() || (out.kind == UpstreamProxy::Kind::HttpConnect && user->find(':') != std::string::npos)) {
        return unusable(variable, "has a user or password that cannot be used");
    }
    out.credentials = true;
    out.user = *user;
    out.password = *password;
    return {};
}

Result<UpstreamProxy> readProxy(const std::string& variable, std::string_view text) {
    UpstreamProxy out;
    std::string scheme = "http";
    if (const std::size_t end = text.find("://"); end != std::string_view::npos) {
        scheme = std::string(text.substr(0, end));
        std::transform(scheme.begin(), scheme.end(), scheme.begin(),
                       [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
        text.remove_prefix(end + 3);
    }
    constexpr std::uint16_t kHttpPort = 80;
    constexpr std::uint16_t kSocksPort = 1080;
    if (scheme == "socks5" || scheme == "socks5h") {
        out.kind = UpstreamProxy::Kind::Socks5;
    } else if (scheme != "http") {
        return unusable(variable, "names a kind of proxy that is not supported (only http and socks5)");
    }
    text = text.substr(0, text.find_first_of("/?#", text.rfind('@') == std::string_view::npos ? 0 : text.rfind('@')));
    if (const std::size_t at = text.rfind('@'); at != std::string_view::npos) {
        LG_TRY(readCredentials(variable, text.substr(0, at), out));
        text.remove_prefix(at + 1);
    }
    const auto place = policy::splitHostPort(text);
    if (!place || place->host.empty()) {
        return unusable(variable, "does not say which host and port");
    }
    out.port = place->port != 0 ? place->port
               : out.kind == UpstreamProxy::Kind::Socks5 ? kSocksPort : kHttpPort;
    out.literal = policy::parseAddress(place->host);
    if (!out.literal) {
        auto host = policy::canonicalHost(place->host);
        if (!host) {
            return unusable(variable, "does not name a valid host");
        }
        out.host = *host;
    }
    return out;
}

bool namesIt(std::string_view name, std::string_view host) {
    return host == name ||
           (host.size() > name.size() && host.ends_with(name) && host[host.size() - name.size() - 1] == '.');
}

} // namespace

std::string describe(const UpstreamProxy& proxy) {
    const std::string host = proxy.literal ? policy::toText(*proxy.literal) : proxy.host;
    return std::string(proxy.kind == UpstreamProxy::Kind::Socks5 ? "socks5://" : "http://") +
           (host.find(':') != std::string::npos ? "[" + host + "]" : host) + ":" + std::to_string(proxy.port) +
           (proxy.credentials ? " (with credentials)" : "");
}

Result<UpstreamProxies> UpstreamProxies::readFrom(const std::map<std::string, std::string>& values) {
    UpstreamProxies out;
    const auto find = [&](const char* lower, const char* upper) {
        const auto found = values.find(lower);
        return found != values.end() ? found : values.find(upper);
    };
    const auto take = [&](const char* lower, const char* upper, std::optional<UpstreamProxy>& into) -> Status {
        if (const auto found = find(lower, upper); found != values.end()) {
            into = LG_TRY(readProxy(found->first, found->second));
        }
        return {};
    };
    LG_TRY(take("http_proxy", "HTTP_PROXY", out.m_http));
    LG_TRY(take("https_proxy", "HTTPS_PROXY", out.m_https));
    LG_TRY(take("all_proxy", "ALL_PROXY", out.m_all));
    if (const auto found = find("no_proxy", "NO_PROXY"); found != values.end() && out.any()) {
        out.readExceptions(found->second);
    }
    return out;
}

// What is none of the known forms excepts nothing: then the proxy is asked.
void UpstreamProxies::readExceptions(std::string_view text) {
    constexpr std::string_view kBetween = ", \t\n";
    while (!text.empty() && m_exceptions.size() < kMaxExceptions) {
        const std::size_t end = std::min(text.find_first_of(kBetween), text.size());
        std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (word == "*") {
            m_everythingDirect = true;
            continue;
        }
        Exception exception;
        if (auto range = policy::parseRange(word); !word.empty() && range) {
            exception.range = *range;
            m_exceptions.push_back(exception);
            continue;
        }
        const auto place = policy::splitHostPort(word);
        if (!place) {
            continue;
        }
        exception.port = place->port;
        std::string_view host = place->host;
        host.remove_prefix(host.starts_with("*.") ? 2 : host.starts_with(".") ? 1 : 0);
        if (auto range = policy::parseRange(host)) {
            exception.range = *range;
        } else if (auto name = policy::canonicalHost(host)) {
            exception.name = *name;
        } else {
            continue;
        }
        m_exceptions.push_back(exception);
    }
}

const UpstreamProxy* UpstreamProxies::choose(policy::Protocol protocol) const {
    const bool http = protocol == policy::Protocol::Http;
    for (const auto* one : {http ? &m_http : &m_https, &m_all, http ? &m_https : &m_http}) {
        if (*one) {
            return &**one;
        }
    }
    return nullptr;
}

const UpstreamProxy* UpstreamProxies::forHost(std::string_view host, std::uint16_t port,
                                              policy::Protocol protocol) const {
    const bool direct =
        m_everythingDirect || std::any_of(m_exceptions.begin(), m_exceptions.end(), [&](const Exception& e) {
            return !e.name.empty() && (e.port == 0 || e.port == port) && namesIt(e.name, host);
        });
    return direct ? nullptr : choose(protocol);
}

const UpstreamProxy* UpstreamProxies::forLiteral(const policy::Address& address, std::uint16_t port,
                                                 policy::Protocol protocol) const {
    const bool direct =
        m_everythingDirect || std::any_of(m_exceptions.begin(), m_exceptions.end(), [&](const Exception& e) {
            return e.range && (e.port == 0 || e.port == port) && policy::inRange(address, *e.range);
        });
    return direct ? nullptr : choose(protocol);
}

bool UpstreamProxies::excepted(const std::vector<policy::Address>& addresses) const {
    return std::all_of(addresses.begin(), addresses.end(), [this](const policy::Address& address) {
        return std::any_of(m_exceptions.begin(), m_exceptions.end(), [&](const Exception& e) {
            return e.range && e.port == 0 && policy::inRange(address, *e.range);
        });
    });
}

std::vector<std::string> UpstreamProxies::lines() const {
    std::vector<std::string> out;
    for (const auto& [name, proxy] : {std::pair("http", &m_http), std::pair("https", &m_https), std::pair("all", &m_all)}) {
        if (*proxy) {
            out.push_back(std::string(name) + ": " + describe(**proxy));
        }
    }
    if (m_everythingDirect && !out.empty()) {
        out.push_back("no_proxy=*: none of them is used");
    }
    return out;
}

} // namespace leadglass::session
