#include "core/audit/search_terms.h"

namespace leadglass::audit {
namespace {

// One token of unicode61, whatever the bytes: letters and digits stay, all else is hexadecimal. Upper case is folded by the
// tokenizer, as it is here.
std::string term(std::string_view name, std::string_view value) {
    constexpr char kHex[] = "0123456789abcdef";
    std::string out(name);
    for (const char c : value.substr(0, 300)) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z')) {
            out += c;
        } else if (byte >= 'A' && byte <= 'Z') {
            out += static_cast<char>(byte - 'A' + 'a');
        } else {
            out += '_';
            out += kHex[byte >> 4];
            out += kHex[byte & 15];
        }
    }
    return out;
}

void add(std::string& out, std::string_view name, std::string_view value) {
    if (!value.empty()) {
        out += (out.empty() ? "" : " ") + term(name, value);
    }
}

std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        out += c == '"' ? "\"\"" : std::string(1, c == '\0' ? ' ' : c);
    }
    return out + "\"";
}

void require(std::string& out, const std::string& clause) { out += (out.empty() ? "" : " AND ") + clause; }

void requireFacet(std::string& out, std::string_view name, std::string_view value) {
    if (!value.empty()) {
        require(out, "facets : " + quoted(term(name, value)));
    }
}

} // namespace

std::string hostOf(const Event& event) {
    if (event.kind != Kind::Egress && event.kind != Kind::EgressEnd && event.kind != Kind::Dns && event.kind != Kind::Question &&
        event.kind != Kind::Answer) {
        return {};
    }
    std::string_view text = event.subject;
    if (text.starts_with('[')) {
        const std::size_t end = text.find(']');
        return end == std::string_view::npos ? std::string() : std::string(text.substr(1, end - 1));
    }
    return std::string(text.substr(0, text.find_first_of(": ")));
}

std::string facetsOf(const Event& event, std::string_view profile) {
    std::string out;
    add(out, "k_", kindName(event.kind));
    add(out, "v_", event.verdict);
    add(out, "r_", event.run);
    add(out, "p_", profile);
    const std::string host = hostOf(event);
    for (std::size_t at = 0; at < host.size();) {
        add(out, "h_", std::string_view(host).substr(at));
        const std::size_t dot = host.find('.', at);
        at = dot == std::string::npos ? host.size() : dot + 1;
    }
    return out;
}

std::string matchOf(const Wanted& wanted) {
    std::string out;
    requireFacet(out, "k_", wanted.kind);
    requireFacet(out, "v_", wanted.verdict);
    requireFacet(out, "r_", wanted.run);
    requireFacet(out, "p_", wanted.profile);
    requireFacet(out, "h_", wanted.host);
    for (const auto& word : wanted.words) {
        require(out, "{subject process detail} : " + quoted(word) + " *");
    }
    return out;
}

} // namespace leadglass::audit
