#include "core/policy/toml_splice.h"

#include <algorithm>

namespace leadglass::policy {
namespace {

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

bool isBlank(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return isBlank(c); });
}

std::size_t lineBegin(std::string_view text, std::size_t at) {
    const std::size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
    return before == std::string_view::npos ? 0 : before + 1;
}

std::size_t lineEnd(std::string_view text, std::size_t at) { return std::min(text.find('\n', at), text.size()); }

std::string indentAt(std::string_view text, std::size_t at) {
    const std::size_t from = lineBegin(text, at);
    const std::size_t to = std::min(text.find_first_not_of(" \t", from), text.size());
    return std::string(text.substr(from, to - from));
}

std::string behind(const std::string& comment) { return comment.empty() ? "" : " # " + comment; }

// Does the rest of the line hold nothing but a comment?
bool endsLine(std::string_view text, std::size_t at) {
    const std::size_t next = text.find_first_not_of(" \t\r", at);
    return next == std::string_view::npos || text[next] == '\n' || text[next] == '#';
}

} // namespace

std::string withCuts(std::string_view text, std::vector<Cut> cuts) {
    std::stable_sort(cuts.begin(), cuts.end(), [](const Cut& a, const Cut& b) { return a.begin < b.begin; });
    std::string out;
    std::size_t at = 0;
    for (const Cut& cut : cuts) {
        out += text.substr(at, cut.begin - at);
        out += cut.with;
        at = std::max(at, cut.end);
    }
    out += text.substr(at);
    return out;
}

std::string newLineOf(std::string_view text) {
    const std::size_t first = text.find('\n');
    return first != std::string_view::npos && first > 0 && text[first - 1] == '\r' ? "\r\n" : "\n";
}

std::string commentBehind(std::string_view text, std::size_t at) {
    std::string_view rest = text.substr(at, lineEnd(text, at) - at);
    const std::size_t mark = rest.find_first_not_of(" \t\r");
    if (mark == std::string_view::npos || rest[mark] != '#') {
        return {};
    }
    rest.remove_prefix(std::min(rest.find_first_not_of("# \t", mark), rest.size()));
    while (!rest.empty() && isBlank(rest.back())) {
        rest.remove_suffix(1);
    }
    return std::string(rest);
}

void addChild(std::string_view text, const TomlValue& container, const std::string& child, const std::string& comment, std::vector<Cut>& cuts) {
    const std::string nl = newLineOf(text);
    const std::size_t close = container.span.end - 1;
    const std::size_t closeLine = lineBegin(text, close);
    const bool closeAlone = closeLine > container.span.begin && isBlank(text.substr(closeLine, close - closeLine));
    const auto insert = [&](std::size_t at, std::string what) { cuts.push_back({at, at, std::move(what)}); };
    std::string indent = indentAt(text, close) + "  ";
    if (container.children.empty()) {
        if (closeAlone) {
            insert(closeLine, indent + child + "," + behind(comment) + nl);
        } else if (!comment.empty()) {
            insert(close, nl + indent + child + "," + behind(comment) + nl + indentAt(text, close));
        } else if (container.kind == TomlValue::Kind::Table && isBlank(text.substr(container.span.begin + 1, close - container.span.begin - 1))) {
            cuts.push_back({container.span.begin + 1, close, " " + child + " "});
        } else {
            insert(container.span.begin + 1, child);
        }
        return;
    }
    const TomlValue& last = container.children.back();
    const bool comma = last.comma != kNowhere;
    const std::size_t end = comma ? last.comma + 1 : last.span.end;
    if (closeAlone) {
        if (lineBegin(text, last.begin()) > container.span.begin) {
            indent = indentAt(text, last.begin());
        }
        if (!comma) {
            insert(last.span.end, ",");
        }
        insert(std::min(lineEnd(text, end) + 1, text.size()), indent + child + (comma ? "," : "") + behind(comment) + nl);
    } else if (!comment.empty()) {
        if (!comma) {
            insert(last.span.end, ",");
        }
        insert(close, nl + indent + child + "," + behind(comment) + nl + indentAt(text, container.span.begin));
    } else {
        insert(end, comma ? " " + child + "," : ", " + child);
    }
}

void removeChild(std::string_view text, const TomlValue& container, std::size_t index, std::vector<Cut>& cuts) {
    const TomlValue& child = container.children[index];
    std::size_t begin = child.begin();
    std::size_t end = child.span.end;
    if (child.comma != kNowhere) {
        if (!isBlank(text.substr(end, child.comma - end))) { // a comment or a new line before its comma
            cuts.push_back({begin, end, {}});
            cuts.push_back({child.comma, child.comma + 1, {}});
            return;
        }
        end = child.comma + 1;
    } else if (index > 0 && container.children[index - 1].comma != kNowhere) {
        const std::size_t comma = container.children[index - 1].comma;
        cuts.push_back({comma, comma + 1, {}});
    }
    const std::size_t line = lineBegin(text, begin);
    const std::size_t lineStop = lineEnd(text, end);
    if (line > container.span.begin && isBlank(text.substr(line, begin - line)) && endsLine(text, end) && lineStop < text.size()) {
        cuts.push_back({line, lineStop + 1, {}}); // it had the line to itself
        return;
    }
    const bool more = index + 1 < container.children.size() && container.children[index + 1].begin() < lineStop;
    if (more) {
        end = container.children[index + 1].begin();
    } else {
        const std::size_t comma = index > 0 && child.comma == kNowhere ? container.children[index - 1].comma + 1 : 0;
        while (begin > std::max(container.span.begin + 1, comma) && isBlank(text[begin - 1])) {
            --begin;
        }
    }
    cuts.push_back({begin, end, {}});
}

void addLineBelow(std::string_view text, std::size_t at, const std::string& line, std::vector<Cut>& cuts) {
    const std::string nl = newLineOf(text);
    const std::size_t end = lineEnd(text, at);
    const std::string whole = indentAt(text, at) + line;
    if (end == text.size()) {
        cuts.push_back({end, end, nl + whole});
    } else {
        cuts.push_back({end + 1, end + 1, whole + nl});
    }
}

void removeLines(std::string_view text, std::size_t from, std::size_t to, std::vector<Cut>& cuts) {
    std::size_t begin = lineBegin(text, from);
    std::size_t end = lineEnd(text, to);
    if (end < text.size()) {
        ++end;
    } else if (begin > 0) { // the last line has no end of its own: that of the one before goes
        begin -= begin > 1 && text[begin - 2] == '\r' ? 2 : 1;
    }
    cuts.push_back({begin, end, {}});
}

void addAtEnd(std::string_view text, const std::vector<std::string>& lines, std::vector<Cut>& cuts) {
    const std::string nl = newLineOf(text);
    const bool ended = text.empty() || text.ends_with('\n');
    std::string out = ended ? "" : nl;
    for (const std::string& line : lines) {
        out += (line == lines.front() && !text.empty() ? nl : "") + line + nl;
    }
    if (!ended) {
        out.resize(out.size() - nl.size());
    }
    cuts.push_back({text.size(), text.size(), out});
}

} // namespace leadglass::policy
