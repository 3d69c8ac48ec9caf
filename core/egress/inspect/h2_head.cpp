#include "core/egress/inspect/h2_head.h"

#include <nghttp2/nghttp2.h>

#include <algorithm>
#include <array>

#include "core/policy/host_name.h"

namespace leadglass::egress {
namespace {

constexpr std::uint16_t kHttps = 443;

bool startsWith(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

// Unlike in HTTP/1, where clients leave it out: without a port it is 443 that is meant (RFC
// 9110 4.2.2).
bool nameHolds(const Target& target, std::string_view authority) {
    const auto split = policy::splitHostPort(authority);
    return split && (split->port != 0 || target.port == kHttps) &&
           authorityHolds(target, authority);
}

int hexDigit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

std::string decoded(std::string_view segment) {
    std::string out;
    for (std::size_t i = 0; i < segment.size(); ++i) {
        char c = segment[i];
        if (c == '%' && i + 2 < segment.size() && hexDigit(segment[i + 1]) >= 0 &&
            hexDigit(segment[i + 2]) >= 0) {
            c = static_cast<char>(hexDigit(segment[i + 1]) * 16 + hexDigit(segment[i + 2]));
            i += 2;
        }
        out.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
    }
    return out;
}

bool isConnectionField(std::string_view name) {
    constexpr std::array<std::string_view, 7> kNames{
        "connection", "keep-alive", "transfer-encoding", "upgrade", "host", "te", "content-length"};
    return std::find(kNames.begin(), kNames.end(), name) != kNames.end() ||
           startsWith(name, "proxy-");
}

bool canBeMade(const wire::HeaderEdit& edit) {
    const auto* name = reinterpret_cast<const std::uint8_t*>(edit.name.data());
    const auto* value = reinterpret_cast<const std::uint8_t*>(edit.value.data());
    const bool upper = std::any_of(edit.name.begin(), edit.name.end(),
                                   [](char c) { return c >= 'A' && c <= 'Z'; });
    return !edit.name.empty() && edit.name.front() != ':' && !upper &&
           !isConnectionField(edit.name) &&
           nghttp2_check_header_name(name, edit.name.size()) != 0 &&
           nghttp2_check_header_value_rfc9113(value, edit.value.size()) != 0;
}

void removeField(std::vector<H2Field>& fields, std::string_view name) {
    std::erase_if(fields, [name](const H2Field& f) { return f.name == name; });
}

void setField(std::vector<H2Field>& fields, std::string_view name, std::string_view value,
              bool sensitive) {
    removeField(fields, name);
    fields.push_back({std::string(name), std::string(value), sensitive});
}

} // namespace

void H2Head::add(std::string_view name, std::string_view value, bool sensitive, bool response) {
    text += name.size() + value.size();
    if (text > (response ? kMaxResponseText : wire::kMaxRequestText)) {
        tooLarge = true;
        return;
    }
    if (name == ":method") {
        method = value;
    } else if (name == ":scheme") {
        scheme = value;
    } else if (name == ":authority") {
        authority = value;
        hasAuthority = true;
    } else if (name == ":path") {
        path = value;
    } else if (name == ":protocol") {
        protocol = value;
    } else if (name == ":status") {
        status = 0;
        for (char c : value.substr(0, 3)) {
            status = status * 10 + (c - '0'); // three digits: nghttp2 has seen to it
        }
    } else if (name == "host" && !response) {
        host = value;
        hasHost = true;
    } else if (name == "cookie" && !response && field("cookie") != nullptr) {
        // Sent in crumbs; who reads it wants it whole (RFC 9113 8.2.3).
        const auto whole = std::find_if(fields.begin(), fields.end(),
                                        [](const H2Field& f) { return f.name == "cookie"; });
        whole->value.append("; ").append(value);
    } else if (fields.size() >= (response ? kMaxResponseFields : wire::kMaxHeaders)) {
        tooLarge = true;
    } else {
        fields.push_back({std::string(name), std::string(value), sensitive});
    }
}

const std::string* H2Head::field(std::string_view name) const {
    const auto at = std::find_if(fields.begin(), fields.end(),
                                 [name](const H2Field& f) { return f.name == name; });
    return at == fields.end() ? nullptr : &at->value;
}

H2Refusal checkRequest(const H2Head& head, const Target& target) {
    if (head.tooLarge) {
        return {431, "head_too_large", "the request head has more than 128 fields or 32 KiB"};
    }
    if (head.method == "CONNECT" || !head.protocol.empty()) {
        return {501, "bad_request", "CONNECT is not relayed inside HTTP/2"};
    }
    if (head.scheme != "https") {
        return {400, "bad_request", "the scheme is not https"};
    }
    if (head.path.empty() ||
        (head.path.front() != '/' && !(head.path == "*" && head.method == "OPTIONS"))) {
        return {400, "bad_request", "the path does not begin with a slash"};
    }
    const bool named = head.hasAuthority || head.hasHost;
    const bool right = (!head.hasAuthority || nameHolds(target, head.authority)) &&
                       (!head.hasHost || nameHolds(target, head.host));
    if (!named || !right) {
        return {421, "name_inconsistent",
                ":authority or Host is not the host that this connection is for"};
    }
    // Both right but spelled in two ways: which of them the server would go by is not for us to
    // guess.
    if (head.hasAuthority && head.hasHost && !equalsIgnoringCase(head.authority, head.host)) {
        return {421, "name_inconsistent", ":authority and Host differ"};
    }
    return {};
}

wire::RequestOpen openOf(const H2Head& head) {
    wire::RequestOpen open;
    open.method = head.method;
    open.target = head.path;
    open.host = head.hasAuthority ? head.authority : head.host;
    open.version = 20;
    for (const H2Field& f : head.fields) {
        open.headers.push_back({f.name, f.value});
    }
    return open;
}

bool isPushPath(std::string_view target) {
    target = target.substr(0, target.find('?'));
    std::vector<std::string> path;
    while (!target.empty()) {
        const std::size_t end = target.find('/');
        std::string segment = decoded(target.substr(0, end));
        target = end == std::string_view::npos ? std::string_view{} : target.substr(end + 1);
        segment.resize(
            std::min(segment.size(), segment.find(';'))); // parameters: some servers leave them out
        if (segment == "..") {
            if (!path.empty()) path.pop_back();
        } else if (!segment.empty() && segment != ".") {
            path.push_back(std::move(segment));
        }
    }
    constexpr std::string_view kPush = "git-receive-pack";
    if (path.empty()) {
        return false;
    }
    // A slash that was encoded: the last part after it.
    const std::string& last = path.back();
    return last.size() >= kPush.size() &&
           std::string_view(last).substr(last.size() - kPush.size()) == kPush;
}

bool writeRequest(const H2Head& head, const std::vector<wire::HeaderEdit>& edits, bool plainAnswer,
                  std::vector<H2Field>& out) {
    std::vector<H2Field> fields = head.fields;
    std::erase_if(fields, [](const H2Field& f) {
        return startsWith(f.name, "proxy-") || f.name == "http2-settings";
    });
    if (plainAnswer) {
        setField(fields, "accept-encoding", "identity", false);
        if (head.field("grpc-accept-encoding") != nullptr) {
            setField(fields, "grpc-accept-encoding", "identity", false);
        }
    }
    for (const wire::HeaderEdit& edit : edits) {
        if (!canBeMade(edit)) {
            return false;
        }
        if (edit.remove) {
            removeField(fields, edit.name);
        } else {
            setField(fields, edit.name, edit.value, edit.secret);
        }
    }
    out = {{":method", head.method},
           {":scheme", "https"},
           {":authority", head.hasAuthority ? head.authority : head.host},
           {":path", head.path}};
    std::move(fields.begin(), fields.end(), std::back_inserter(out));
    return true;
}

bool isEncoded(const H2Head& response) {
    for (const H2Field& f : response.fields) {
        const bool coding = f.name == "content-encoding" || f.name == "grpc-encoding";
        if (coding && !f.value.empty() && !equalsIgnoringCase(f.value, "identity")) {
            return true;
        }
    }
    return false;
}

} // namespace leadglass::egress
