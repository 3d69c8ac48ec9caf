#include "core/egress/refusal.h"

#include <cstdio>

namespace leadglass::egress {
namespace {

std::string jsonText(std::string_view text) {
    std::string out = "\"";
    for (char c : text.substr(0, 255)) {
        const auto u = static_cast<unsigned char>(c);
        if (u >= 0x20 && u < 0x7f && c != '"' && c != '\\') {
            out.push_back(c);
        } else {
            char escaped[8];
            std::snprintf(escaped, sizeof escaped, "\\u%04x", u);
            out += escaped;
        }
    }
    return out + '"';
}

const char* statusText(int status) {
    switch (status) {
    case 400: return "Bad Request";
    case 403: return "Forbidden";
    case 413: return "Content Too Large";
    case 421: return "Misdirected Request";
    case 431: return "Request Header Fields Too Large";
    case 501: return "Not Implemented";
    case 502: return "Bad Gateway";
    case 503: return "Service Unavailable";
    default: return "Refused";
    }
}

} // namespace

const char* refusalReason(wire::Refusal refusal) {
    switch (refusal) {
    case wire::Refusal::None: return "not refused";
    case wire::Refusal::PolicyDenied: return "the policy does not allow this host and port";
    case wire::Refusal::UserDenied: return "the person denied it";
    case wire::Refusal::NotAnswered: return "nobody answered the question in time";
    case wire::Refusal::NobodyToAsk: return "the policy asks, and nobody is there to answer";
    case wire::Refusal::HardDenied: return "this address is never allowed";
    case wire::Refusal::Unresolvable: return "allowed, but the name does not resolve";
    case wire::Refusal::Unreachable: return "allowed, but the server cannot be reached";
    case wire::Refusal::Inconsistent:
        return "the name inside the connection is not the name that was allowed";
    case wire::Refusal::BadProtocol: return "not the protocol that the rule allows";
    case wire::Refusal::Overload: return "too many connections at once";
    case wire::Refusal::BadName: return "this is not a host name";
    case wire::Refusal::TooLarge: return "this is more than the policy lets out in one request";
    case wire::Refusal::MustNotLeave: return "it has something in it that must not leave";
    }
    return "refused";
}

const char* refusalRetry(wire::Refusal refusal) {
    switch (refusal) {
    case wire::Refusal::NotAnswered: return "ask the person to answer, then try once more";
    case wire::Refusal::Unresolvable:
    case wire::Refusal::Unreachable:
    case wire::Refusal::Overload: return "try again later";
    case wire::Refusal::PolicyDenied:
    case wire::Refusal::NobodyToAsk:
        return "do not retry; the person can start the run with --allow HOST:PORT";
    default: return "do not retry";
    }
}

std::string refusalBody(std::string_view host, std::string_view reason, std::string_view retry) {
    return "{\"error\":\"refused by Leadglass\",\"host\":" + jsonText(host) + ",\"reason\":" + jsonText(reason) +
           ",\"retry\":" + jsonText(retry) + "}\n";
}

std::string decisionField(std::string_view decisionId) {
    std::string out;
    for (char c : decisionId) {
        out.push_back(c > 0x20 && c < 0x7f ? c : '?');
    }
    return out;
}

std::string refusalResponse(int status, std::string_view host, wire::Refusal refusal,
                            std::string_view decisionId, std::string_view detail) {
    std::string reason = refusalReason(refusal);
    if (!detail.empty()) {
        reason.append(": ").append(detail);
    }
    const std::string body = refusalBody(host, reason, refusalRetry(refusal));
    std::string out = "HTTP/1.1 " + std::to_string(status) + " " + statusText(status) + "\r\n";
    out +=
        "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n";
    if (!decisionId.empty()) {
        out += "Leadglass-Decision: " + decisionField(decisionId) + "\r\n";
    }
    out += "Connection: close\r\n\r\n";
    return out + body;
}

} // namespace leadglass::egress
