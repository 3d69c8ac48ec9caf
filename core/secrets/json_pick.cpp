#include "core/secrets/json_pick.h"

#include <algorithm>
#include <string>

namespace leadglass::secrets {
namespace {

constexpr std::size_t kMaxNames = 8;

// Reads along; every step is false where the text is no JSON.
class Reader {
public:
    Reader(std::string_view text, std::string_view pointer) : m_text(text), m_pointer(pointer) {}

    std::optional<std::string_view> find() {
        blanks();
        const bool whole = value(0, m_pointer.empty() ? std::optional<std::string_view>() : m_pointer);
        blanks();
        m_whole = whole && m_at == m_text.size();
        return m_whole && m_times == 1 ? std::optional(m_found) : std::nullopt;
    }
    [[nodiscard]] bool hasNone() const { return m_whole && m_times == 0 && !m_unclear; }

private:
    [[nodiscard]] char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    bool take(char c) { return peek() == c && m_at < m_text.size() && ++m_at != 0; }
    void blanks() {
        while (m_at < m_text.size() && std::string_view(" \t\r\n").find(m_text[m_at]) != std::string_view::npos) {
            ++m_at;
        }
    }
    bool word(std::string_view expected) {
        const bool there = m_text.substr(m_at).starts_with(expected);
        m_at += there ? expected.size() : 0;
        return there;
    }
    bool string(std::string_view& inner) {
        if (!take('"')) {
            return false;
        }
        const std::size_t begin = m_at;
        for (; m_at < m_text.size() && m_text[m_at] != '"'; ++m_at) {
            if (static_cast<unsigned char>(m_text[m_at]) < 0x20) {
                return false;
            }
            if (m_text[m_at] == '\\' && ++m_at < m_text.size() && !escape()) {
                return false;
            }
        }
        inner = m_text.substr(begin, std::min(m_at, m_text.size()) - begin);
        return take('"');
    }
    bool escape() { // behind a '\', at its letter; leaves m_at at its last byte
        if (m_text[m_at] != 'u') {
            return std::string_view("\"\\/bfnrt").find(m_text[m_at]) != std::string_view::npos;
        }
        for (int i = 0; i < 4; ++i) {
            if (++m_at >= m_text.size() || std::string_view("0123456789abcdefABCDEF").find(m_text[m_at]) == std::string_view::npos) {
                return false;
            }
        }
        return true;
    }
    bool number() {
        const std::size_t begin = m_at;
        take('-');
        const auto digits = [this] {
            const std::size_t from = m_at;
            while (peek() >= '0' && peek() <= '9') {
                ++m_at;
            }
            return m_at > from;
        };
        if (!digits() || (take('.') && !digits())) {
            return false;
        }
        if (peek() == 'e' || peek() == 'E') {
            ++m_at;
            (void)(take('+') || take('-'));
            return digits();
        }
        return m_at > begin;
    }
    // `rest`: what of the pointer leads on from here; nothing: not here.
    bool value(std::size_t depth, std::optional<std::string_view> rest) {
        const std::size_t begin = m_at;
        std::string_view inner;
        bool read = false;
        switch (peek()) {
            case '{': read = depth < kMaxJsonDepth && object(depth, rest); break;
            case '[': read = depth < kMaxJsonDepth && array(depth); break;
            case '"': read = string(inner); break;
            case 't': read = word("true"); break;
            case 'f': read = word("false"); break;
            case 'n': read = word("null"); break;
            default: read = number(); break;
        }
        if (read && rest && rest->empty()) {
            m_found = m_text.substr(begin, m_at - begin);
            ++m_times;
        }
        return read;
    }
    bool object(std::size_t depth, const std::optional<std::string_view>& rest) {
        take('{');
        blanks();
        if (take('}')) {
            return true;
        }
        const bool leads = rest && rest->starts_with('/');
        const std::string_view name = leads ? rest->substr(1, rest->find('/', 1) - 1) : std::string_view();
        do {
            blanks();
            std::string_view key;
            if (!string(key)) {
                return false;
            }
            blanks();
            if (!take(':')) {
                return false;
            }
            blanks();
            m_unclear = m_unclear || (leads && key.find('\\') != std::string_view::npos);
            if (!value(depth + 1, leads && key == name ? std::optional(rest->substr(name.size() + 1)) : std::nullopt)) {
                return false;
            }
            blanks();
        } while (take(','));
        return take('}');
    }
    bool array(std::size_t depth) {
        take('[');
        blanks();
        if (take(']')) {
            return true;
        }
        do {
            blanks();
            if (!value(depth + 1, std::nullopt)) {
                return false;
            }
            blanks();
        } while (take(','));
        return take(']');
    }

    std::string_view m_text;
    std::string_view m_pointer;
    std::string_view m_found;
    std::size_t m_at = 0;
    int m_times = 0;
    bool m_whole = false;
    bool m_unclear = false;
};

} // namespace

bool isJsonPointer(std::string_view text) {
    const bool plain = std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 0x7f && std::string_view("\"\\~#").find(c) == std::string_view::npos; });
    return text.starts_with('/') && !text.ends_with('/') && text.find("//") == std::string_view::npos && plain &&
           static_cast<std::size_t>(std::count(text.begin(), text.end(), '/')) <= kMaxNames;
}

std::optional<std::string_view> jsonAt(std::string_view json, std::string_view pointer) {
    return isJsonPointer(pointer) ? Reader(json, pointer).find() : std::nullopt;
}

bool jsonHasNone(std::string_view json, std::string_view pointer) {
    Reader reader(json, pointer);
    const auto value = reader.find();
    // What is no string, or an empty one, is no credential either.
    return isJsonPointer(pointer) && (value ? !value->starts_with('"') || *value == R"("")" : reader.hasNone());
}

Result<SecretBytes> jsonString(std::string_view json, std::string_view pointer) {
    const auto value = jsonAt(json, pointer);
    const std::string_view text = value && value->size() > 2 && value->front() == '"' ? value->substr(1, value->size() - 2) : std::string_view();
    if (text.empty() || !std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < 0x7f && c != '\\'; })) {
        return makeError(Code::NotFound, "there is no credential at " + std::string(pointer) + " in it");
    }
    return SecretBytes::copyOf(text);
}

} // namespace leadglass::secrets
