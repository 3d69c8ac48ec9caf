// Proxy variables of any content: what is used is whole, and no text for people holds user or password.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "core/session/upstream_proxy.h"

using namespace leadglass;
using namespace leadglass::session;

namespace {

// All that is said of it, also where it is good.
std::string saidOf(const std::string& proxy, const std::string& exceptions) {
    const auto read = UpstreamProxies::read([&](const char* name) -> const char* {
        return std::strcmp(name, "https_proxy") == 0 ? proxy.c_str() : std::strcmp(name, "no_proxy") == 0 ? exceptions.c_str() : nullptr;
    });
    if (!read) {
        return read.error().text();
    }
    std::string out;
    for (const auto& line : read->lines()) {
        out += line + "\n";
    }
    return out;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string proxy = text.substr(0, end);
    const std::string exceptions = text.substr(std::min(end + 1, text.size()));
    const auto read = UpstreamProxies::read([&](const char* name) -> const char* {
        return std::strcmp(name, "https_proxy") == 0 ? proxy.c_str() : std::strcmp(name, "no_proxy") == 0 ? exceptions.c_str() : nullptr;
    });
    // Longer than what could stand in a name by accident.
    const std::size_t at = proxy.rfind('@');
    const std::size_t colon = proxy.substr(0, at).rfind(':');
    const std::string password = at == std::string::npos || colon == std::string::npos ? "" : proxy.substr(colon + 1, at - colon - 1);
    // One that is made of our own words stands in what is said of any other, too.
    const std::string other = password.empty() ? "" : saidOf(proxy.substr(0, colon + 1) + std::string(password.size(), 'q') + proxy.substr(at), exceptions);
    const auto check = [&](const std::string& said) {
        if (password.size() > 12 && other.find(password) == std::string::npos && said.find(password) != std::string::npos) {
            std::abort();
        }
    };
    if (!read) {
        check(read.error().text());
        return 0;
    }
    for (const auto& line : read->lines()) {
        check(line);
    }
    for (const char* host : {"a.example.org", "example.org", "x"}) {
        const UpstreamProxy* used = read->forHost(host, 443, policy::Protocol::Tls);
        if (used != nullptr) {
            if (used->port == 0 || (used->host.empty() && !used->literal) || used->user.size() > 255 || used->password.size() > 255) {
                std::abort();
            }
            check(describe(*used));
        }
    }
    return 0;
}
