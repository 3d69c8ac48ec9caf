#include "core/policy/host_name.h"

#include <idn2.h>
#include <libpsl.h>

#include <algorithm>
#include <charconv>
#include <memory>

#include "core/base/escape.h"
#include "core/policy/address.h"

namespace leadglass::policy {
namespace {

constexpr std::size_t kMaxName = 253;
constexpr std::size_t kMaxLabel = 63;
constexpr std::size_t kMaxInput = 1024; // UTF-8 of a name that still fits after punycode

Error wrong(std::string_view text, const std::string& why) {
    return makeError(Code::Invalid, "'" + forScreen(text, 300) + "' is no host name: " + why);
}

bool isAscii(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

void lower(std::string& text) {
    for (char& c : text) {
        if (c >= 'A' && c <= 'Z') {
            c = static_cast<char>(c - 'A' + 'a');
        }
    }
}

// Ideographic, fullwidth and halfwidth full stops are label separators (UTS 46, 2.3).
std::string mapDots(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const std::string_view three = text.substr(i, 3);
        if (three == "\xE3\x80\x82" || three == "\xEF\xBC\x8E" || three == "\xEF\xBD\xA1") {
            out += '.';
            i += 3;
        } else {
            out += text[i++];
        }
    }
    return out;
}

// What browsers call "ends in a number": resolvers read such names as addresses.
bool looksNumeric(std::string_view label) {
    if (label.size() >= 2 && label[0] == '0' && label[1] == 'x') {
        label.remove_prefix(2);
        return std::all_of(label.begin(), label.end(), [](char c) {
            return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
        });
    }
    return std::all_of(label.begin(), label.end(), [](char c) { return c >= '0' && c <= '9'; });
}

Status checkAscii(std::string_view original, std::string_view name) {
    if (name.empty() || name.size() > kMaxName) {
        return wrong(original, name.empty() ? "it is empty" : "it is longer than 253 bytes");
    }
    std::size_t start = 0;
    while (true) {
        const std::size_t dot = name.find('.', start);
        const std::string_view label = name.substr(start, dot - start);
        if (label.empty()) {
            return wrong(original, "a label is empty");
        }
        if (label.size() > kMaxLabel) {
            return wrong(original, "a label is longer than 63 bytes");
        }
        if (label.front() == '-' || label.back() == '-') {
            return wrong(original, "a label begins or ends with '-'");
        }
        for (const char c : label) {
            if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_')) {
                return wrong(original, "a character is not allowed in names");
            }
        }
        if (dot == std::string_view::npos) {
            if (looksNumeric(label) || parseAddressInAnySpelling(name)) {
                return wrong(original, "it is an address, or would be read as one");
            }
            return {};
        }
        start = dot + 1;
    }
}

} // namespace

Result<std::string> canonicalHost(std::string_view text) {
    if (text.empty() || text.size() > kMaxInput) {
        return wrong(text, text.empty() ? "it is empty" : "it is too long");
    }
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte <= 0x20 || byte == 0x7f || std::string_view("@%/\\:[]?#<>\"'`{}|^,;").find(c) !=
                                                std::string_view::npos) {
            return wrong(text, "a blank, control character, userinfo, '%', '/' or ':' is in it");
        }
    }
    std::string name = mapDots(text);
    lower(name);
    if (name.size() > 1 && name.back() == '.') {
        name.pop_back();
    }
    if (!isAscii(name) || name.starts_with("xn--") || name.find(".xn--") != std::string::npos) {
        if (!isValidUtf8(name)) {
            return wrong(text, "it is not valid UTF-8");
        }
        char* raw = nullptr;
        const int fault =
            idn2_to_ascii_8z(name.c_str(), &raw, IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL);
        const std::unique_ptr<char, decltype(&idn2_free)> ascii(raw, &idn2_free);
        if (fault != IDN2_OK || raw == nullptr) {
            return wrong(text, std::string("IDNA: ") + idn2_strerror(fault));
        }
        name = raw;
        lower(name);
    }
    LG_TRY(checkAscii(text, name));
    return name;
}

Result<HostPattern> parseHostPattern(std::string_view text) {
    HostPattern out;
    std::string_view rest = text;
    if (rest == "*" || rest == "*.") {
        return makeError(Code::Invalid,
                         "'" + forScreen(text) + "' would match every host",
                         "name the hosts; names below one are *.example.org");
    }
    if (rest.starts_with("*.")) {
        out.below = true;
        rest.remove_prefix(2);
    }
    if (rest.find('*') != std::string_view::npos) {
        return makeError(Code::Invalid,
                         "'" + forScreen(text) + "': '*' can only be the whole first label",
                         "write *.example.org for every name below example.org");
    }
    out.name = LG_TRY(canonicalHost(rest));
    if (out.below && registrableDomain(out.name).empty()) {
        return makeError(Code::Invalid,
                         "'" + forScreen(text) + "' matches names of unrelated owners: '" +
                             out.name + "' is a public suffix",
                         "name a domain below it");
    }
    return out;
}

bool matches(const HostPattern& pattern, std::string_view name) {
    if (!pattern.below) {
        return name == pattern.name;
    }
    return name.size() > pattern.name.size() + 1 && name.ends_with(pattern.name) &&
           name[name.size() - pattern.name.size() - 1] == '.';
}

Result<HostPort> splitHostPort(std::string_view text) {
    HostPort out;
    std::string_view port;
    bool hasPort = false;
    if (text.starts_with('[')) {
        const std::size_t close = text.find(']');
        if (close == std::string_view::npos) {
            return makeError(Code::Invalid, "'" + forScreen(text) + "': ']' is missing");
        }
        out.host = text.substr(1, close - 1);
        if (out.host.find(':') == std::string::npos) {
            return makeError(Code::Invalid,
                             "'" + forScreen(text) + "': only an IPv6 address goes in brackets");
        }
        const std::string_view rest = text.substr(close + 1);
        if (!rest.empty() && rest.front() != ':') {
            return makeError(Code::Invalid, "'" + forScreen(text) + "': text after ']'");
        }
        hasPort = !rest.empty();
        port = hasPort ? rest.substr(1) : rest;
    } else {
        const std::size_t colon = text.find(':');
        if (colon != std::string_view::npos &&
            text.find(':', colon + 1) != std::string_view::npos) {
            return makeError(Code::Invalid,
                             "'" + forScreen(text) + "': an IPv6 address needs brackets",
                             "write [2001:db8::1]:443");
        }
        out.host = text.substr(0, colon);
        hasPort = colon != std::string_view::npos;
        port = hasPort ? text.substr(colon + 1) : std::string_view();
    }
    if (out.host.empty()) {
        return makeError(Code::Invalid, "'" + forScreen(text) + "': the host is empty");
    }
    if (hasPort) {
        const char* end = port.data() + port.size();
        const auto [rest, fault] = std::from_chars(port.data(), end, out.port);
        if (port.empty() || port.size() > 5 || fault != std::errc() || rest != end ||
            out.port == 0) {
            return makeError(Code::Invalid, "'" + forScreen(text) + "': the port is not 1 to 65535");
        }
    }
    return out;
}

std::string registrableDomain(std::string_view canonicalName) {
    const std::string name(canonicalName);
    const char* found = psl_registrable_domain(psl_builtin(), name.c_str());
    return found != nullptr ? std::string(found) : std::string();
}

} // namespace leadglass::policy
