#include "core/policy/toml_outline.h"

#include <algorithm>

#include "core/policy/toml_depth.h"

namespace leadglass::policy {
namespace {

constexpr int kMaxDepth = 300; // the parser allows fewer

bool isBlank(char c) { return c == ' ' || c == '\t'; }

class Scanner {
public:
    explicit Scanner(std::string_view text) : m_text(text), m_at(text.starts_with("\xef\xbb\xbf") ? 3 : 0) {}

    std::optional<TomlOutline> run() {
        TomlOutline out;
        out.sections.push_back({{}, false, {m_at, m_at}});
        for (skipTrivia(); m_at < m_text.size() && m_ok; skipTrivia()) {
            if (m_text[m_at] == '[') {
                out.sections.push_back(section());
                continue;
            }
            TomlStatement statement;
            statement.section = out.sections.size() - 1;
            statement.value = pair(0);
            statement.path = out.sections.back().path;
            statement.path.insert(statement.path.end(), statement.value.key.begin(), statement.value.key.end());
            out.statements.push_back(std::move(statement));
        }
        return m_ok ? std::optional(std::move(out)) : std::nullopt;
    }

private:
    [[nodiscard]] char here() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    void skipBlanks() {
        while (m_at < m_text.size() && isBlank(m_text[m_at])) {
            ++m_at;
        }
    }
    void skipTrivia() {
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (c == '#') {
                m_at = std::min(m_text.find('\n', m_at), m_text.size());
            } else if (isBlank(c) || c == '\r' || c == '\n') {
                ++m_at;
            } else {
                return;
            }
        }
    }
    void expect(char c) {
        if (here() == c && m_at < m_text.size()) {
            ++m_at;
        } else {
            m_ok = false;
        }
    }

    std::vector<std::string> key() {
        std::vector<std::string> out;
        for (;;) {
            skipBlanks();
            const std::size_t from = m_at;
            if (here() == '"' || here() == '\'') {
                m_at = afterTomlText(m_text, m_at);
                const std::size_t length = m_at - from;
                out.emplace_back(length >= 2 ? m_text.substr(from + 1, length - 2) : "");
            } else {
                m_at = std::min(m_text.find_first_of(" \t.=]\r\n#", m_at), m_text.size());
                out.emplace_back(m_text.substr(from, m_at - from));
            }
            m_ok = m_ok && m_at > from;
            m_keyEnd = m_at;
            skipBlanks();
            if (!m_ok || here() != '.') {
                return out;
            }
            ++m_at;
        }
    }

    TomlSection section() {
        TomlSection out;
        out.span.begin = m_at++;
        out.listed = here() == '[';
        m_at += out.listed ? 1 : 0;
        out.path = key();
        expect(']');
        if (out.listed) {
            expect(']');
        }
        out.span.end = m_at;
        return out;
    }

    TomlValue pair(int depth) {
        Span keySpan{m_at, m_at};
        auto parts = key();
        keySpan.end = m_keyEnd;
        expect('=');
        skipBlanks();
        TomlValue out = value(depth);
        out.key = std::move(parts);
        out.keySpan = keySpan;
        return out;
    }

    TomlValue value(int depth) {
        TomlValue out;
        out.span = {m_at, m_at};
        const char first = here();
        if (depth > kMaxDepth) {
            m_ok = false;
        } else if (first == '"' || first == '\'') {
            m_at = afterTomlText(m_text, m_at);
        } else if (first == '[' || first == '{') {
            out.kind = first == '[' ? TomlValue::Kind::List : TomlValue::Kind::Table;
            children(out, first == '[' ? ']' : '}', depth);
        } else {
            m_at = std::min(m_text.find_first_of(",]}#\r\n", m_at), m_text.size());
            while (m_at > out.span.begin && isBlank(m_text[m_at - 1])) {
                --m_at;
            }
            m_ok = m_ok && m_at > out.span.begin;
        }
        out.span.end = m_at;
        return out;
    }

    void children(TomlValue& out, char close, int depth) {
        ++m_at;
        for (skipTrivia(); m_ok && here() != close; skipTrivia()) {
            if (m_at >= m_text.size()) {
                m_ok = false;
                return;
            }
            out.children.push_back(out.kind == TomlValue::Kind::List ? value(depth + 1) : pair(depth + 1));
            skipTrivia();
            if (here() == ',') {
                out.children.back().comma = m_at++;
            } else if (here() != close) {
                m_ok = false;
            }
        }
        expect(close);
    }

    std::string_view m_text;
    std::size_t m_at;
    std::size_t m_keyEnd = 0;
    bool m_ok = true;
};

} // namespace

std::optional<TomlOutline> outlineOf(std::string_view toml) { return Scanner(toml).run(); }

std::string tomlQuoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (byte < 0x20 || byte == 0x7f) {
            constexpr char kHex[] = "0123456789abcdef";
            out += "\\u00";
            out += kHex[byte >> 4];
            out += kHex[byte & 15];
        } else {
            out += c;
        }
    }
    return out + "\"";
}

} // namespace leadglass::policy
