// Text forms of addresses (RFC 4291, inet_aton(3)); judging them is in address.cpp.
#include <arpa/inet.h>

#include <charconv>
#include <cstring>

#include "core/base/escape.h"
#include "core/policy/address.h"

namespace leadglass::policy {
namespace {

constexpr std::size_t kMaxText = 64;

std::optional<Address> parseWith(int family, std::string_view text) {
    if (text.empty() || text.size() > kMaxText || text.find('\0') != std::string_view::npos) {
        return std::nullopt;
    }
    const std::string copy(text);
    Address out;
    out.v6 = family == AF_INET6;
    if (::inet_pton(family, copy.c_str(), out.bytes.data()) != 1) {
        return std::nullopt;
    }
    return out;
}

// One part of inet_aton(3): decimal, 0 octal, 0x hex.
std::optional<std::uint64_t> parsePart(std::string_view part) {
    int base = 10;
    if (part.size() >= 2 && part[0] == '0' && (part[1] == 'x' || part[1] == 'X')) {
        base = 16;
        part.remove_prefix(2);
        if (part.empty()) {
            return 0; // browsers read a bare "0x" as zero
        }
    } else if (part.size() >= 2 && part[0] == '0') {
        base = 8;
        part.remove_prefix(1);
    }
    std::uint64_t value = 0;
    const char* end = part.data() + part.size();
    const auto [rest, fault] = std::from_chars(part.data(), end, value, base);
    if (fault != std::errc() || rest != end || value > 0xffffffffU) {
        return std::nullopt;
    }
    return value;
}

std::optional<Address> parseAton(std::string_view text) {
    if (text.empty() || text.size() > kMaxText) {
        return std::nullopt;
    }
    std::uint64_t value = 0;
    int parts = 0;
    while (true) {
        const std::size_t dot = text.find('.');
        const bool last = dot == std::string_view::npos;
        const auto part = parsePart(text.substr(0, dot));
        if (!part || ++parts > 4) {
            return std::nullopt;
        }
        if (last) {
            const int missing = 4 - (parts - 1); // bytes that the last part fills
            if (missing < 4 && *part >= (std::uint64_t{1} << (8 * missing))) {
                return std::nullopt;
            }
            value = (value << (8 * missing)) | *part;
            break;
        }
        if (*part > 255) {
            return std::nullopt;
        }
        value = (value << 8) | *part;
        text.remove_prefix(dot + 1);
    }
    Address out;
    for (int i = 0; i < 4; ++i) {
        out.bytes[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(value >> (24 - 8 * i));
    }
    return out;
}

} // namespace

std::optional<Address> parseAddress(std::string_view text) {
    if (text.size() >= 2 && text.front() == '[' && text.back() == ']') {
        return parseWith(AF_INET6, text.substr(1, text.size() - 2));
    }
    if (text.find(':') != std::string_view::npos) {
        return parseWith(AF_INET6, text);
    }
    return parseWith(AF_INET, text);
}

std::optional<Address> parseAddressInAnySpelling(std::string_view text) {
    if (text.size() > 1 && text.back() == '.') {
        text.remove_suffix(1); // "169.254.169.254." is looked up as the address by most clients
    }
    if (const auto strict = parseAddress(text)) {
        return strict;
    }
    return parseAton(text);
}

Result<AddressRange> parseRange(std::string_view text) {
    const std::size_t slash = text.find('/');
    const auto base = parseAddress(text.substr(0, slash));
    const auto wrong = [&](const char* why) {
        return makeError(Code::Invalid, "'" + forScreen(text) + "' is no address range: " + why,
                         "write it as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32");
    };
    if (!base) {
        return wrong("the address cannot be read");
    }
    const int most = base->v6 ? 128 : 32;
    AddressRange out{*base, most};
    if (slash != std::string_view::npos) {
        const std::string_view digits = text.substr(slash + 1);
        const char* end = digits.data() + digits.size();
        const auto [rest, fault] = std::from_chars(digits.data(), end, out.prefix);
        if (fault != std::errc() || rest != end || out.prefix < 0 || out.prefix > most) {
            return wrong("the prefix length cannot be read");
        }
    }
    for (int bit = out.prefix; bit < most; ++bit) {
        const auto byte = out.base.bytes[static_cast<std::size_t>(bit / 8)];
        if ((byte & (0x80 >> (bit % 8))) != 0) {
            return wrong("bits beyond the prefix are set, so it can match less than it seems to");
        }
    }
    return out;
}

std::string toText(const Address& address) {
    char buffer[INET6_ADDRSTRLEN] = {};
    ::inet_ntop(address.v6 ? AF_INET6 : AF_INET, address.bytes.data(), buffer, sizeof buffer);
    return buffer;
}

std::optional<Address> fromSockaddr(const sockaddr_storage& address) {
    Address out;
    if (address.ss_family == AF_INET) {
        sockaddr_in v4{};
        std::memcpy(&v4, &address, sizeof v4);
        std::memcpy(out.bytes.data(), &v4.sin_addr, 4);
        return out;
    }
    if (address.ss_family == AF_INET6) {
        sockaddr_in6 v6{};
        std::memcpy(&v6, &address, sizeof v6);
        out.v6 = true;
        std::memcpy(out.bytes.data(), &v6.sin6_addr, 16);
        return out;
    }
    return std::nullopt;
}

} // namespace leadglass::policy
