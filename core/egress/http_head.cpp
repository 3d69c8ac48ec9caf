#include "core/egress/http_head.h"

#include <algorithm>

namespace leadglass::egress {
namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool isTokenChar(char c) { // RFC 9110 5.6.2
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) {
        return true;
    }
    return c != '\0' && std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}
bool isToken(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), isTokenChar);
}
bool isValueChar(char c) {
    const auto u = static_cast<unsigned char>(c);
    return u == '\t' || (u >= 0x20 && u != 0x7f);
}
std::string_view trimmed(std::string_view text) {
    const auto blank = [](char c) { return c == ' ' || c == '\t'; };
    while (!text.empty() && blank(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && blank(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

// Does one element of a comma-separated list pass? Empty ones are none.
template <class Passes> bool anyInList(std::string_view list, Passes passes) {
    while (!list.empty()) {
        const std::size_t comma = list.find(',');
        const std::string_view word = trimmed(list.substr(0, comma));
        if (!word.empty() && passes(word)) {
            return true;
        }
        list = comma == list.npos ? std::string_view() : list.substr(comma + 1);
    }
    return false;
}

// HTTP in another form, whose requests nobody here would see: h2c, TLS within (RFC 2817), another version.
bool upgradesToHttp(std::string_view list) {
    return anyInList(list, [](std::string_view word) {
        const std::string_view name = word.substr(0, word.find('/'));
        return equalsIgnoringCase(name, "h2c") || equalsIgnoringCase(name, "h2") || equalsIgnoringCase(name, "tls") ||
               equalsIgnoringCase(name, "http");
    });
}

// What Connection says of this connection only. A field that it names besides would be taken out by the next proxy,
// behind our back: it is judged as part of the request, so it stays.
std::string connectionOptions(std::string_view list) {
    std::string out;
    anyInList(list, [&](std::string_view word) {
        for (const std::string_view known : {"close", "keep-alive", "upgrade", "te"}) {
            if (equalsIgnoringCase(word, known)) {
                out.append(out.empty() ? "" : ", ").append(word);
            }
        }
        return false;
    });
    return out;
}

std::string_view asText(std::span<const std::uint8_t> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool parseLength(std::string_view text, std::uint64_t& out) {
    if (text.empty() || text.size() > 18) {
        return false;
    }
    out = 0;
    for (char c : text) {
        if (c < '0' || c > '9') {
            return false;
        }
        out = out * 10 + static_cast<std::uint64_t>(c - '0');
    }
    return true;
}

ParsedRequest bad(std::string_view why, int status = 400) {
    ParsedRequest out;
    out.why = why;
    out.status = status;
    return out;
}

bool parseRequestLine(std::string_view line, RequestHead& head, std::string_view& why) {
    const std::size_t first = line.find(' ');
    const std::size_t second = first == line.npos ? line.npos : line.find(' ', first + 1);
    if (second == line.npos) {
        why = "the request line has not three parts";
        return false;
    }
    head.method = line.substr(0, first);
    head.target = line.substr(first + 1, second - first - 1);
    const std::string_view version = line.substr(second + 1);
    if (!isToken(head.method) || head.method.size() > 32) {
        why = "the method is not a token";
        return false;
    }
    if (head.target.empty() || !std::all_of(head.target.begin(), head.target.end(), [](char c) {
            const auto u = static_cast<unsigned char>(c);
            return u > 0x20 && u != 0x7f;
        })) {
        why = "the request target holds blanks or control characters";
        return false;
    }
    if (version != "HTTP/1.1" && version != "HTTP/1.0") {
        why = "only HTTP/1.0 and HTTP/1.1 can be checked here";
        return false;
    }
    head.minor = version.back() == '1' ? 1 : 0;
    return true;
}

// Framing of a request (RFC 9112 6): one way to read it, or none.
bool frameRequest(RequestHead& head, std::string_view& why, int& status) {
    int lengths = 0;
    int encodings = 0;
    int hosts = 0;
    for (const auto& f : head.fields) {
        if (equalsIgnoringCase(f.name, "content-length")) {
            ++lengths;
            head.body.kind = BodyKind::Length;
            if (!parseLength(f.value, head.body.length)) {
                why = "Content-Length is not a number";
                return false;
            }
        } else if (equalsIgnoringCase(f.name, "transfer-encoding")) {
            ++encodings;
            if (!equalsIgnoringCase(f.value, "chunked")) {
                status = 501;
                why = "a transfer encoding other than chunked";
                return false;
            }
        } else if (equalsIgnoringCase(f.name, "host")) {
            ++hosts;
        }
    }
    if (hosts > 1) {
        why = "several Host fields";
    } else if (hosts == 0 && head.minor == 1) {
        why = "no Host field";
    } else if (lengths > 1) {
        why = "several Content-Length fields";
    } else if (encodings > 1) {
        why = "several Transfer-Encoding fields";
    } else if (encodings > 0 && lengths > 0) {
        why = "Content-Length together with Transfer-Encoding";
    } else if (encodings > 0 && head.minor == 0) {
        why = "Transfer-Encoding in HTTP/1.0";
    } else {
        if (encodings > 0) {
            head.body.kind = BodyKind::Chunked;
        }
        return true;
    }
    return false;
}

} // namespace

bool equalsIgnoringCase(std::string_view a, std::string_view b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                              [](char x, char y) { return lower(x) == lower(y); });
}

const std::string* RequestHead::field(std::string_view name) const {
    for (const auto& f : fields) {
        if (equalsIgnoringCase(f.name, name)) {
            return &f.value;
        }
    }
    return nullptr;
}

std::size_t findHeadEnd(std::span<const std::uint8_t> bytes, std::size_t from) {
    // "\n\n" ends the search too: the parser then refuses its bare LF instead of waiting for more.
    for (std::size_t i = from > 2 ? from - 2 : 0; i < bytes.size(); ++i) {
        if (bytes[i] != '\n') {
            continue;
        }
        if (i + 1 < bytes.size() && bytes[i + 1] == '\n') {
            return i + 2;
        }
        if (i + 2 < bytes.size() && bytes[i + 1] == '\r' && bytes[i + 2] == '\n') {
            return i + 3;
        }
    }
    return 0;
}

ParsedRequest parseRequestHead(std::span<const std::uint8_t> bytes) {
    if (bytes.size() > kMaxHead) {
        return bad("the request head is larger than 64 KiB", 431);
    }
    std::string_view text = asText(bytes);
    ParsedRequest out;
    std::string_view why;
    bool first = true;
    for (;;) {
        const std::size_t end = text.find('\n');
        if (end == text.npos || end == 0 || text[end - 1] != '\r') {
            return bad("a line does not end in CR LF");
        }
        const std::string_view line = text.substr(0, end - 1);
        text.remove_prefix(end + 1);
        if (!std::all_of(line.begin(), line.end(), isValueChar)) {
            return bad("a control character in the head");
        }
        if (first) {
            if (!parseRequestLine(line, out.head, why)) {
                return bad(why);
            }
            first = false;
            continue;
        }
        if (line.empty()) {
            break;
        }
        if (out.head.fields.size() == kMaxFields) {
            return bad("more than 200 header fields", 431);
        }
        // A blank first is obs-fold (RFC 9112 5.2); a blank before the colon makes no token.
        const std::size_t colon = line.find(':');
        if (colon == line.npos || !isToken(line.substr(0, colon))) {
            return bad("a header field name is not a token");
        }
        out.head.fields.push_back(
            {std::string(line.substr(0, colon)), std::string(trimmed(line.substr(colon + 1)))});
    }
    if (!text.empty()) {
        return bad("bytes after the head");
    }
    int status = 400;
    if (!frameRequest(out.head, why, status)) {
        return bad(why, status);
    }
    out.ok = true;
    return out;
}

ResponseHead parseResponseHead(std::span<const std::uint8_t> bytes, std::string_view method) {
    ResponseHead out;
    out.body.kind = BodyKind::UntilClose;
    std::string_view text = asText(bytes);
    const auto digit = [&](std::size_t i) { return text[i] >= '0' && text[i] <= '9'; };
    if (text.size() < 13 || text.substr(0, 7) != "HTTP/1." || text[8] != ' ' || !digit(9) ||
        !digit(10) || !digit(11)) {
        return out;
    }
    out.status = (text[9] - '0') * 100 + (text[10] - '0') * 10 + (text[11] - '0');
    int lengths = 0;
    int encodings = 0;
    bool certain = true;
    std::uint64_t length = 0;
    std::size_t at = text.find('\n');
    while (at != text.npos && at + 1 < text.size()) {
        const std::size_t end = text.find('\n', at + 1);
        std::string_view line = text.substr(at + 1, end == text.npos ? text.npos : end - at - 1);
        at = end;
        if (!line.empty() && line.back() == '\r') {
            line.remove_suffix(1);
        }
        const std::size_t colon = line.find(':');
        if (line.empty() || colon == line.npos) {
            certain = certain && line.empty();
            continue;
        }
        const std::string_view name = trimmed(line.substr(0, colon));
        const std::string_view value = trimmed(line.substr(colon + 1));
        if (equalsIgnoringCase(name, "content-length")) {
            ++lengths;
            certain = certain && parseLength(value, length);
        } else if (equalsIgnoringCase(name, "transfer-encoding")) {
            ++encodings;
            certain = certain && equalsIgnoringCase(value, "chunked");
        } else if (out.status / 100 == 3 && equalsIgnoringCase(name, "location")) {
            out.location = value;
        }
    }
    certain = certain && lengths <= 1 && encodings <= 1 && lengths + encodings <= 1;
    if (out.status < 200 || out.status == 204 || out.status == 304 || method == "HEAD") {
        out.body.kind = BodyKind::None;
    } else if (certain && encodings == 1) {
        out.body.kind = BodyKind::Chunked;
    } else if (certain && lengths == 1) {
        out.body = {BodyKind::Length, length};
    }
    return out;
}

bool asksForUpgrade(const RequestHead& head) {
    return std::any_of(head.fields.begin(), head.fields.end(), [](const HeaderField& f) {
        return equalsIgnoringCase(f.name, "upgrade") && !upgradesToHttp(f.value);
    });
}

std::string writeRequestHead(const RequestHead& head, std::string_view target) {
    std::size_t size = head.method.size() + target.size() + 16;
    for (const auto& f : head.fields) {
        size += f.name.size() + f.value.size() + 4;
    }
    std::string out;
    out.reserve(size); // a head may hold a credential: it is not to lie in what was too small
    out.append(head.method).append(" ").append(target);
    out.append(head.minor == 1 ? " HTTP/1.1\r\n" : " HTTP/1.0\r\n");
    for (const auto& f : head.fields) {
        const bool proxyField =
            f.name.size() > 6 && equalsIgnoringCase(f.name.substr(0, 6), "proxy-");
        const bool http2 = equalsIgnoringCase(f.name, "http2-settings") ||
                           (equalsIgnoringCase(f.name, "upgrade") && upgradesToHttp(f.value));
        if (equalsIgnoringCase(f.name, "connection")) {
            const std::string options = connectionOptions(f.value);
            out.append(options.empty() ? "" : f.name + ": " + options + "\r\n");
        } else if (!proxyField && !http2) {
            out.append(f.name).append(": ").append(f.value).append("\r\n");
        }
    }
    return out.append("\r\n");
}

bool parseAbsoluteTarget(std::string_view target, AbsoluteTarget& out) {
    const std::size_t mark = target.find("://");
    if (mark == target.npos || mark == 0 || target.find('/') < mark) {
        return false;
    }
    out.scheme.clear();
    for (char c : target.substr(0, mark)) {
        out.scheme.push_back(lower(c));
    }
    const std::string_view rest = target.substr(mark + 3);
    const std::size_t end = rest.find_first_of("/?#");
    out.authority = rest.substr(0, end);
    const std::string_view path = end == rest.npos ? std::string_view() : rest.substr(end);
    out.path = path.empty() || path.front() != '/' ? "/" + std::string(path) : std::string(path);
    return !out.authority.empty() && out.authority.find_first_of("@\\") == std::string::npos;
}

} // namespace leadglass::egress
