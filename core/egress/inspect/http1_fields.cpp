#include "core/egress/inspect/http1_fields.h"

#include <algorithm>

#include "core/egress/http_head.h"

namespace leadglass::egress {
namespace {

struct Line {
    std::string_view name; // empty: no field
    std::size_t valueAt = 0;
    std::size_t valueSize = 0;
    std::size_t next = 0;
};

Line lineAt(std::string_view text, std::size_t from) {
    const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    Line out;
    const std::size_t newline = std::min(text.find('\n', from), text.size());
    out.next = std::min(newline + 1, text.size());
    std::size_t end = newline;
    std::size_t colon = std::min(text.find(':', from), end);
    out.valueAt = from;
    if (colon < end && colon > from && !blank(text[from])) {
        out.valueAt = colon + 1;
        while (colon > from && blank(text[colon - 1])) {
            --colon;
        }
        out.name = text.substr(from, colon - from);
    }
    while (out.valueAt < end && blank(text[out.valueAt])) {
        ++out.valueAt;
    }
    while (end > out.valueAt && blank(text[end - 1])) {
        --end;
    }
    out.valueSize = end - out.valueAt;
    return out;
}

} // namespace

bool scanFields(std::string& text, BodyScan& scan) {
    if (!scan.text(text)) {
        return false;
    }
    for (std::size_t at = 0; at < text.size();) {
        const Line line = lineAt(text, at);
        std::string name(line.name);
        std::transform(name.begin(), name.end(), name.begin(),
                       [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; });
        std::string value = text.substr(line.valueAt, line.valueSize);
        if (!scan.field(name, value)) {
            return false;
        }
        if (value.size() != line.valueSize || text.compare(line.valueAt, line.valueSize, value) != 0) {
            text.replace(line.valueAt, line.valueSize, value);
        }
        at = line.next + value.size() - line.valueSize;
    }
    return true;
}

bool hasFieldBut(std::string_view text, std::string_view name, std::string_view harmless) {
    for (std::size_t at = 0; at < text.size();) {
        const Line line = lineAt(text, at);
        if (equalsIgnoringCase(line.name, name) &&
            !equalsIgnoringCase(text.substr(line.valueAt, line.valueSize), harmless)) {
            return true;
        }
        at = line.next;
    }
    return false;
}

} // namespace leadglass::egress
