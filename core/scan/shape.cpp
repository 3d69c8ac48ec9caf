#include "core/scan/shape.h"

#include <algorithm>
#include <cstdio>
#include <set>

namespace leadglass::scan {
namespace {

ByteSet range(unsigned char from, unsigned char to) {
    ByteSet set;
    for (unsigned c = from; c <= to; ++c) {
        set.set(c);
    }
    return set;
}

class Parser {
public:
    explicit Parser(std::string_view text) : m_text(text) {
        if (m_text.substr(0, 4) == "(?i)") {
            m_anyCase = true;
            m_text.remove_prefix(4);
        }
    }
    bool rows(std::vector<ShapeRow>& out) { return alternatives(out, 0) && m_text.empty(); }

private:
    [[nodiscard]] bool at(char c) const { return !m_text.empty() && m_text.front() == c; }
    bool eat(char c) {
        const bool there = at(c);
        m_text.remove_prefix(there ? 1 : 0);
        return there;
    }

    // a|b|c up to ')' or the end
    bool alternatives(std::vector<ShapeRow>& out, int depth) {
        do {
            std::vector<ShapeRow> rows{{}};
            while (!m_text.empty() && !at('|') && !at(')')) {
                if (!term(rows, depth)) {
                    return false;
                }
            }
            out.insert(out.end(), rows.begin(), rows.end());
            if (out.size() > Shape::kMaxRows) {
                return false;
            }
        } while (eat('|'));
        return true;
    }

    bool term(std::vector<ShapeRow>& rows, int depth) {
        if (eat('(')) {
            std::vector<ShapeRow> inner;
            if (depth > 3 || !alternatives(inner, depth + 1) || !eat(')')) {
                return false;
            }
            if (eat('?')) {
                inner.emplace_back();
            }
            std::vector<ShapeRow> product;
            for (const ShapeRow& before : rows) {
                for (const ShapeRow& after : inner) {
                    product.push_back(before);
                    product.back().insert(product.back().end(), after.begin(), after.end());
                }
            }
            rows = std::move(product);
            return rows.size() <= Shape::kMaxRows;
        }
        ShapePart part;
        if (eat('~')) {
            part = {{}, 0, 0, true}; // takes nothing, says where
        } else if (!one(part.set) || !count(part)) {
            return false;
        }
        for (ShapeRow& row : rows) {
            row.push_back(part);
        }
        return true;
    }

    bool escape(ByteSet& set) {
        if (m_text.empty()) {
            return false;
        }
        const char c = m_text.front();
        m_text.remove_prefix(1);
        if (c == 'd') {
            set |= range('0', '9');
        } else if (c == 's') {
            for (char blank : {' ', '\t', '\r', '\n'}) {
                set.set(static_cast<unsigned char>(blank));
            }
        } else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) {
            return false;
        } else {
            set.set(static_cast<unsigned char>(c));
        }
        return true;
    }

    bool one(ByteSet& set) {
        if (eat('\\')) {
            return escape(set);
        }
        if (!eat('[')) {
            if (m_text.empty() ||
                std::string_view("*+?{}]^$.").find(m_text.front()) != std::string_view::npos) {
                return false;
            }
            set.set(static_cast<unsigned char>(m_text.front()));
            m_text.remove_prefix(1);
        } else {
            const bool inverse = eat('^');
            while (!m_text.empty() && !at(']')) {
                if (eat('\\')) {
                    if (!escape(set)) {
                        return false;
                    }
                    continue;
                }
                const auto from = static_cast<unsigned char>(m_text.front());
                m_text.remove_prefix(1);
                auto to = from;
                if (m_text.size() > 1 && at('-') && m_text[1] != ']') {
                    to = static_cast<unsigned char>(m_text[1]);
                    m_text.remove_prefix(2);
                }
                set |= range(from, to);
            }
            if (!eat(']')) {
                return false;
            }
            if (inverse) {
                set.flip();
            }
        }
        if (m_anyCase) {
            for (unsigned c = 'a'; c <= 'z'; ++c) {
                const bool either = set[c] || set[c - 32];
                set[c] = either;
                set[c - 32] = either;
            }
        }
        return true;
    }

    bool number(std::uint16_t& out) {
        unsigned value = 0;
        std::size_t digits = 0;
        while (!m_text.empty() && m_text.front() >= '0' && m_text.front() <= '9' && digits < 5) {
            value = value * 10 + static_cast<unsigned>(m_text.front() - '0');
            m_text.remove_prefix(1);
            ++digits;
        }
        out = static_cast<std::uint16_t>(value);
        return digits > 0 && value <= Shape::kMaxLength;
    }

    bool count(ShapePart& part) {
        if (eat('?')) {
            part.min = 0;
        } else if (eat('{')) {
            if (!number(part.min)) {
                return false;
            }
            part.max = part.min;
            if (eat(',') && !number(part.max)) {
                return false;
            }
            return part.max >= std::max<std::uint16_t>(part.min, 1) && eat('}');
        }
        return true;
    }

    std::string_view m_text;
    bool m_anyCase = false;
};

std::string classText(const ByteSet& set) {
    std::string out = "[";
    char text[16];
    for (unsigned c = 0; c < 256; ++c) {
        if (!set[c]) continue;
        unsigned to = c;
        while (to < 255 && set[to + 1])
            ++to;
        std::snprintf(text, sizeof text, to > c ? "\\x%02x-\\x%02x" : "\\x%02x", c, to);
        out += text;
        c = to;
    }
    return out + ']';
}

std::string rowText(const ShapeRow& row) {
    std::string out;
    for (const ShapePart& part : row) {
        if (part.max == 0) {
            continue;
        }
        out += classText(part.set);
        if (part.min != 1 || part.max != 1) {
            out += '{' + std::to_string(part.min) + ',' + std::to_string(part.max) + '}';
        }
    }
    return out;
}

// The letters that it begins with, up to the first part that may be many things.
ShapeRow nameOf(const ShapeRow& row) {
    ShapeRow name;
    for (const ShapePart& part : row) {
        if (part.set.count() > 8) {
            break;
        }
        name.push_back(part);
    }
    while (!name.empty() && name.back().min == 0) {
        name.pop_back();
    }
    return name;
}

// Whether what is left fits, and the longest way in which it does. `steps` bounds what a hostile
// text can cost.
struct Matcher {
    std::span<const std::uint8_t> text;
    const ShapeRow& row;
    bool marked;
    int steps = 4096;
    bool open = false;
    std::size_t secret = 0;
    std::size_t inSecret = marked ? text.size() : 0; // where it begins on the way that is tried
    std::size_t openSecret = text.size();

    // The end, or 0.
    std::size_t from(std::size_t part, std::size_t at) {
        if (part == row.size()) {
            return at;
        }
        if (--steps < 0) {
            return 0;
        }
        const ShapePart& p = row[part];
        std::size_t most = 0;
        while (most < p.max && at + most < text.size() && p.set[text[at + most]]) {
            ++most;
        }
        inSecret = p.secret ? at : inSecret;
        if (most < p.max && at + most == text.size()) {
            open = true;
            openSecret = std::min(openSecret, inSecret);
        }
        for (std::size_t n = most + 1; n-- > p.min;) {
            if (const std::size_t end = from(part + 1, at + n); end > 0) {
                secret = p.secret ? at : secret;
                return end;
            }
        }
        return 0;
    }
};

} // namespace

Result<Shape> Shape::parse(std::string_view expression) {
    Shape shape;
    if (!Parser(expression).rows(shape.m_rows)) {
        return makeError(Code::Invalid, "not a shape of a secret: " + std::string(expression));
    }
    for (const ShapeRow& row : shape.m_rows) {
        shape.m_marked.push_back(
            std::any_of(row.begin(), row.end(), [](const ShapePart& p) { return p.secret; }));
    }
    shape.m_byName = expression.substr(0, 4) == "(?i)" && shape.m_marked.front();
    shape.m_shortest = kMaxLength;
    std::set<std::string> seen;
    for (const ShapeRow& row : shape.m_rows) {
        std::size_t all = 0;
        for (const ShapePart& part : row) {
            all += part.max;
        }
        ShapeRow lead = shape.m_byName ? nameOf(row) : row;
        std::size_t least = 0;
        std::size_t most = 0;
        for (ShapePart& part : lead) {
            part.max = &part == &lead.back() ? part.min : part.max;
            least += part.min;
            most += part.max;
        }
        if (least == 0 || all > kMaxLength || row.back().min == 0 || lead.back().min == 0) {
            return makeError(Code::Invalid,
                             "a shape may be neither empty nor long: " + std::string(expression));
        }
        shape.m_shortest = std::min(shape.m_shortest, least);
        shape.m_longestToFirstEnd = std::max(shape.m_longestToFirstEnd, most);
        if (seen.insert(rowText(lead)).second) {
            shape.m_leads.push_back(std::move(lead));
        }
    }
    return shape;
}

std::string Shape::expression() const {
    std::string out;
    for (const ShapeRow& row : m_leads) {
        out += (out.empty() ? "" : "|") + rowText(row);
    }
    return out;
}

Shape::Match Shape::match(std::span<const std::uint8_t> text) const {
    Match best;
    best.openSecret = text.size();
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const ShapeRow& row = m_rows[i];
        if (row.front().min > 0 && (text.empty() || !row.front().set[text.front()])) {
            continue;
        }
        Matcher matcher{text, row, m_marked[i]};
        const std::size_t end = matcher.from(0, 0);
        best.open = best.open || matcher.open;
        best.openSecret = std::min(best.openSecret, matcher.openSecret);
        if (end > best.size) {
            best.size = end;
            best.secret = matcher.secret;
        }
    }
    return best;
}

} // namespace leadglass::scan
