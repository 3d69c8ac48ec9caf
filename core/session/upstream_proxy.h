// The proxies that the person's own environment names: http_proxy, https_proxy, all_proxy, no_proxy.
//
// Read once, at the start of a run. User and password stay in this process: they are in no plan, row,
// log line or error, and a run sees none of these variables (core/sandbox/environment.cpp).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/policy/types.h"

namespace leadglass::session {

struct UpstreamProxy {
    enum class Kind { HttpConnect, Socks5 };
    Kind kind = Kind::HttpConnect;
    std::string host; // canonical name, or empty and
    std::optional<policy::Address> literal;
    std::uint16_t port = 0;
    bool credentials = false;
    std::string user; // at most 255 bytes each (RFC 1929)
    std::string password;
};

// "http://proxy.example:3128 (with credentials)", for people; never the credentials.
std::string describe(const UpstreamProxy& proxy);

class UpstreamProxies {
public:
    // `find`: the value of a variable, or nullptr. Lower case counts before upper case, as curl has
    // it. An empty value is none. A value that cannot be used is an error that names the variable
    // and not its value: dialling past a proxy is worse than no run.
    template <class Find> static Result<UpstreamProxies> read(Find find) {
        std::map<std::string, std::string> values;
        for (const char* name : {"http_proxy", "https_proxy", "all_proxy", "no_proxy", "HTTP_PROXY",
                                 "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"}) {
            const char* value = find(name);
            if (value != nullptr && *value != '\0') {
                values[name] = value;
            }
        }
        return readFrom(values);
    }

    [[nodiscard]] bool any() const { return m_http || m_https || m_all; }
    // For a connection that speaks `protocol`; nullptr: dial it directly. http takes http_proxy, all
    // else https_proxy, then all_proxy, then whatever there is: with a proxy set nothing goes past it
    // that no_proxy does not name. Loopback of the host never goes through one.
    [[nodiscard]] const UpstreamProxy* forHost(std::string_view canonicalHost, std::uint16_t port,
                                               policy::Protocol protocol) const;
    [[nodiscard]] const UpstreamProxy* forLiteral(const policy::Address& address, std::uint16_t port,
                                                  policy::Protocol protocol) const;
    // no_proxy names a range that all of these are in.
    [[nodiscard]] bool excepted(const std::vector<policy::Address>& addresses) const;
    // For the plan: "https: http://proxy.example:3128 (with credentials)".
    [[nodiscard]] std::vector<std::string> lines() const;

private:
    struct Exception {
        std::string name; // itself and what is below it; or
        std::optional<policy::AddressRange> range;
        std::uint16_t port = 0; // 0: all
    };
    static Result<UpstreamProxies> readFrom(const std::map<std::string, std::string>& values);
    void readExceptions(std::string_view text);
    [[nodiscard]] const UpstreamProxy* choose(policy::Protocol protocol) const;

    std::optional<UpstreamProxy> m_http;
    std::optional<UpstreamProxy> m_https;
    std::optional<UpstreamProxy> m_all;
    std::vector<Exception> m_exceptions;
    bool m_everythingDirect = false; // no_proxy=*
};

} // namespace leadglass::session
