#include "core/policy/http_path.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "core/base/escape.h"

namespace leadglass::policy {
namespace {

constexpr std::size_t kMaxGlob = 1024;
constexpr const char* kHex = "0123456789ABCDEF";

bool isUnreserved(unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_' || c == '~';
}
bool isPathChar(unsigned char c) { // pchar without "%" and ';'
    return isUnreserved(c) || std::string_view("!$&'()*+,=:@").find(static_cast<char>(c)) != std::string_view::npos;
}
bool isControl(unsigned char c) { return c < 0x20 || c == 0x7f; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

int hexValue(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// The byte that an escape at text[at] stands for.
std::optional<unsigned char> escaped(std::string_view text, std::size_t at) {
    if (at + 2 >= text.size() || hexValue(text[at + 1]) < 0 || hexValue(text[at + 2]) < 0) {
        return std::nullopt;
    }
    return static_cast<unsigned char>(hexValue(text[at + 1]) * 16 + hexValue(text[at + 2]));
}

void appendEscaped(std::string& out, unsigned char c) {
    out += '%';
    out += kHex[c >> 4U];
    out += kHex[c & 15U];
}

// One segment's bytes. False: it can be read in two ways.
bool takeByte(unsigned char c, bool wasEscaped, std::string& sent, std::string& decoded) {
    if (isControl(c) || c == '/' || c == '\\' || c == ';' || (c == '%' && wasEscaped) || (!wasEscaped && (c == '#' || c == ' '))) {
        return false;
    }
    decoded += static_cast<char>(c);
    if (wasEscaped ? isUnreserved(c) : isPathChar(c)) {
        sent += static_cast<char>(c);
    } else {
        appendEscaped(sent, c);
    }
    return true;
}

struct Segment {
    std::string sent;
    std::string decoded;
};

bool readSegment(std::string_view text, Segment& out) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            if (!takeByte(static_cast<unsigned char>(text[i]), false, out.sent, out.decoded)) {
                return false;
            }
            continue;
        }
        const auto byte = escaped(text, i);
        if (!byte || !takeByte(*byte, true, out.sent, out.decoded)) {
            return false;
        }
        i += 2;
    }
    return true;
}

// "/a/./b//c/.." to its segments; the last one is empty where the path ends with a slash.
bool readSegments(std::string_view path, std::vector<Segment>& out, bool& restructured) {
    for (std::size_t from = 1;;) {
        const std::size_t slash = path.find('/', from);
        const bool last = slash == std::string_view::npos;
        Segment segment;
        if (!readSegment(path.substr(from, last ? slash : slash - from), segment)) {
            return false;
        }
        const bool dots = segment.decoded == "." || segment.decoded == "..";
        if (segment.decoded == ".." && !out.empty()) {
            out.pop_back();
        }
        if (dots || (segment.decoded.empty() && !last)) {
            restructured = true;
        } else if (!last || !segment.decoded.empty()) {
            out.push_back(std::move(segment));
            segment = {};
            if (last) {
                return true;
            }
        }
        if (last) { // ended with a slash or a dot segment
            out.emplace_back();
            return true;
        }
        from = slash + 1;
    }
}

// "http://host:80/path" to "/path"; nullopt: another host, or no such form.
std::optional<std::string_view> withoutAuthority(std::string_view target, std::string_view host) {
    const std::size_t colon = target.find("://");
    if (colon == std::string_view::npos) {
        return std::nullopt;
    }
    std::string scheme(target.substr(0, colon));
    std::transform(scheme.begin(), scheme.end(), scheme.begin(), lower);
    if (scheme != "http" && scheme != "https") {
        return std::nullopt;
    }
    target.remove_prefix(colon + 3);
    const std::size_t end = target.find_first_of("/?#\\");
    std::string_view authority = target.substr(0, end);
    const auto bare = [](std::string_view text) {
        const std::size_t port = text.rfind(':');
        const bool digits = port != std::string_view::npos && text.find_first_not_of("0123456789", port + 1) == std::string_view::npos;
        return digits ? text.substr(0, port) : text;
    };
    const auto same = [](char a, char b) { return lower(a) == lower(b); };
    const std::string_view said = bare(authority);
    const std::string_view wanted = bare(host);
    if (!std::equal(said.begin(), said.end(), wanted.begin(), wanted.end(), same) || said.empty()) {
        return std::nullopt;
    }
    return end == std::string_view::npos ? std::string_view() : target.substr(end);
}

bool isQuery(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) {
        return !isControl(static_cast<unsigned char>(c)) && c != ' ' && c != '#';
    });
}

// The classic walk with one point to come back to: the last '*'.
bool matchesFlat(std::string_view glob, std::string_view text, bool wide) {
    std::size_t g = 0;
    std::size_t t = 0;
    std::size_t starG = std::string_view::npos;
    std::size_t starT = 0;
    while (t < text.size()) {
        if (g < glob.size() && glob[g] == '*') {
            starG = ++g;
            starT = t;
        } else if (g < glob.size() && (glob[g] == text[t] || (wide && lower(glob[g]) == lower(text[t])))) {
            ++g;
            ++t;
        } else if (starG != std::string_view::npos) {
            g = starG;
            t = ++starT;
        } else {
            return false;
        }
    }
    return glob.find_first_not_of('*', g) == std::string_view::npos;
}

// The first segment of `text`, taken off it; `more`: a slash stood behind it.
std::string_view takeSegment(std::string_view& text, bool& more) {
    const std::size_t slash = text.find('/');
    const std::string_view segment = text.substr(0, slash);
    more = slash != std::string_view::npos;
    text.remove_prefix(more ? slash + 1 : text.size());
    return segment;
}

// The same walk, segment by segment: "**" is the star. Both begin behind the first slash.
bool matchesSegments(std::string_view glob, std::string_view path, bool wide) {
    bool globLeft = true;
    bool pathLeft = true;
    bool starred = false;
    std::string_view starGlob;
    std::string_view starPath;
    bool starPathLeft = false;
    while (pathLeft) {
        std::string_view g = glob;
        std::string_view p = path;
        bool gMore = false;
        bool pMore = false;
        const std::string_view wanted = globLeft ? takeSegment(g, gMore) : std::string_view();
        if (globLeft && wanted == "**") {
            if (!gMore) {
                return true;
            }
            starred = true;
            glob = starGlob = g;
            starPath = path;
            starPathLeft = true;
            continue;
        }
        const std::string_view segment = takeSegment(p, pMore);
        if (globLeft && matchesFlat(wanted, segment, wide) && !(wanted == "*" && segment.empty())) {
            glob = g;
            globLeft = gMore;
            path = p;
            pathLeft = pMore;
        } else if (starred && starPathLeft) {
            (void)takeSegment(starPath, starPathLeft);
            path = starPath;
            pathLeft = starPathLeft;
            glob = starGlob;
            globLeft = true;
        } else {
            return false;
        }
    }
    return !globLeft;
}

} // namespace

bool percentDecoded(std::string_view text, bool plus, std::string& out) {
    out.clear();
    for (std::size_t i = 0; i < text.size(); ++i) {
        auto c = static_cast<unsigned char>(text[i]);
        if (c == '%') {
            const auto byte = escaped(text, i);
            if (!byte) {
                return false;
            }
            c = *byte;
            i += 2;
        } else if (plus && c == '+') {
            c = ' ';
        }
        if (isControl(c)) {
            return false;
        }
        out += static_cast<char>(c);
    }
    return isValidUtf8(out);
}

NormalTarget normaliseTarget(std::string_view target, std::string_view host) {
    NormalTarget out;
    if (target.empty() || target.size() > kMaxTarget) {
        return out;
    }
    if (target.front() != '/') {
        const auto rest = withoutAuthority(target, host);
        if (!rest) {
            return out;
        }
        target = *rest;
    }
    const std::size_t mark = target.find('?');
    const std::string_view path = target.substr(0, mark);
    const std::string_view query = mark == std::string_view::npos ? std::string_view() : target.substr(mark + 1);
    if (!isQuery(query) || (!path.empty() && path.front() != '/')) {
        return out;
    }
    std::vector<Segment> segments;
    if (path.empty()) {
        segments.emplace_back(); // "http://host" is "http://host/"
    } else if (!readSegments(path, segments, out.restructured)) {
        return out;
    }
    std::string decoded;
    std::string sent;
    for (const Segment& segment : segments) {
        (decoded += '/') += segment.decoded;
        (sent += '/') += segment.sent;
    }
    if (!isValidUtf8(decoded)) {
        return out;
    }
    out.exact = path.empty() || path == sent;
    out.hasQuery = mark != std::string_view::npos;
    out.query = query;
    out.path = std::move(decoded);
    out.sent = std::move(sent) + (out.hasQuery ? "?" + out.query : "");
    return out;
}

Result<std::string> parsePathGlob(std::string_view text) {
    const auto bad = [&](const std::string& why, const std::string& fix = {}) {
        return makeError(Code::Invalid, "'" + forScreen(text, 200) + "' " + why, fix);
    };
    if (text.empty() || text.front() != '/') {
        return bad("is no path of a request: it begins with '/'", "\"/acme/**\" is everything below /acme");
    }
    if (text.size() > kMaxGlob) {
        return bad("is longer than 1 KiB");
    }
    if (text.find('?') != std::string_view::npos) {
        return bad("holds a '?': what stands behind it is said with query", "query = { key = \"value\" }");
    }
    const NormalTarget normal = normaliseTarget(text, "");
    if (!normal.ok()) {
        return bad("matches nothing: a path that has %2F, %5C, '\\', ';', %25, '#', a control character or a broken '%' is always refused");
    }
    if (normal.restructured) {
        return bad("matches nothing: dot segments and empty segments are gone before a path is judged", "write \"" + forScreen(normal.path, 200) + "\"");
    }
    if (std::count(normal.path.begin(), normal.path.end(), '*') != std::count(text.begin(), text.end(), '*')) {
        return bad("has %2A, which no path can be told from a '*' by");
    }
    for (std::size_t at = normal.path.find("**"); at != std::string::npos; at = normal.path.find("**", at)) {
        const std::size_t end = normal.path.find_first_not_of('*', at);
        if (normal.path[at - 1] != '/' || (end != std::string::npos && normal.path[end] != '/') || (end == std::string::npos ? normal.path.size() : end) - at > 2) {
            return bad("has '**' beside other characters: it stands for whole segments", "\"/acme/**\"; within a segment '*'");
        }
        at = end == std::string::npos ? normal.path.size() : end;
    }
    return normal.path;
}

bool matchesRequestPath(std::string_view glob, std::string_view path, bool wide) {
    if (glob.empty() || path.empty()) {
        return false;
    }
    if (matchesSegments(glob.substr(1), path.substr(1), wide)) {
        return true;
    }
    if (!wide) {
        return false;
    }
    const std::string other = path.ends_with('/') && path.size() > 1 ? std::string(path.substr(0, path.size() - 1)) : std::string(path) + "/";
    return matchesSegments(glob.substr(1), std::string_view(other).substr(1), wide);
}

bool matchesText(std::string_view glob, std::string_view text, bool wide) { return matchesFlat(glob, text, wide); }

} // namespace leadglass::policy
