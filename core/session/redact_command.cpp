#include "core/session/redact_command.h"

#include <algorithm>
#include <array>

namespace leadglass::session {
namespace {

constexpr std::string_view kMask = "***";

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lowered(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), lower);
    return out;
}

bool isNameByte(char c) {
    return (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
}

// API_KEY, --token, x-goog-api-key; not KEYBOARD, MONKEY, author.
bool namesSecret(std::string_view name) {
    static constexpr std::array<std::string_view, 10> kAnywhere{
        "token", "secret", "passwd", "password", "passphrase", "credential", "apikey", "privatekey", "accesskey", "signature"};
    static constexpr std::array<std::string_view, 12> kPart{"key", "auth", "pass", "pwd", "pat", "sig", "cookie", "session", "sessionid", "sid", "jwt", "bearer"};
    std::string flat;
    std::string part;
    const std::string text = lowered(name);
    bool found = false;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        if (i < text.size() && text[i] != '_' && text[i] != '-' && text[i] != '.') {
            flat += text[i];
            part += text[i];
            continue;
        }
        found = found || std::ranges::find(kPart, part) != kPart.end();
        part.clear();
    }
    return found || std::ranges::any_of(kAnywhere, [&](std::string_view word) { return flat.find(word) != std::string::npos; });
}

bool endsValue(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '"' || c == '\'' || c == '&' || c == ';' || c == '|' || c == '#' || c == ')' || c == '`';
}

// Where the value that begins at `at` ends; a quoted one with its quote.
std::size_t valueEnd(std::string_view text, std::size_t at) {
    if (at < text.size() && (text[at] == '"' || text[at] == '\'')) {
        return std::min(text.find(text[at], at + 1), text.size());
    }
    while (at < text.size() && !endsValue(text[at])) {
        ++at;
    }
    return at;
}

bool startsToken(std::string_view rest) {
    static constexpr std::array<std::string_view, 17> kForms{
        "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "npm_", "hf_", "sk-", "sk_live_", "xoxb-", "xoxp-",
        "AKIA", "ASIA", "AIza", "eyJ"};
    constexpr std::size_t kLeast = 16;
    return std::ranges::any_of(kForms, [&](std::string_view form) { return rest.starts_with(form); }) &&
           valueEnd(rest, 0) >= kLeast;
}

class Redactor {
public:
    explicit Redactor(std::string_view text) : m_text(text) {}

    std::string all() {
        while (m_at < m_text.size()) {
            if (m_at == 0 || !isNameByte(m_text[m_at - 1])) {
                name();
            } else {
                m_out += m_text[m_at++];
            }
        }
        return std::move(m_out);
    }

private:
    void name() {
        if (startsToken(m_text.substr(m_at))) {
            return mask(m_at, valueEnd(m_text, m_at));
        }
        std::size_t end = m_at;
        while (end < m_text.size() && isNameByte(m_text[end])) {
            ++end;
        }
        const std::string_view name = m_text.substr(m_at, end - m_at);
        const std::string_view after = m_text.substr(end);
        if (after.starts_with("://")) {
            return user(end + 3);
        }
        if (name.empty() || after.empty()) {
            m_out += m_text.substr(m_at, std::max<std::size_t>(name.size(), 1));
            m_at += std::max<std::size_t>(name.size(), 1);
            return;
        }
        const std::string low = lowered(name);
        const bool header = after[0] == ':' && (low == "authorization" || low == "proxy-authorization" || low == "cookie" ||
                                                low == "set-cookie" || namesSecret(name));
        const bool option = after[0] == ' ' && ((name.starts_with("--") && namesSecret(name)) || isUserOption(name));
        if (header) {
            const std::size_t line = std::min(m_text.find_first_of("\"'\n", end + 1), m_text.size());
            return keepThenMask(end + 1, line);
        }
        if ((after[0] == '=' && namesSecret(name)) || option) {
            return keepThenMask(end + 1, valueEnd(m_text, end + 1));
        }
        m_out += name;
        m_at = end;
    }

    // curl's and wget's: a user with a password.
    [[nodiscard]] bool isUserOption(std::string_view name) const {
        return (name == "-u" || name == "--user" || name == "-U" || name == "--proxy-user") && m_text.find(':', m_at) != std::string_view::npos;
    }

    void user(std::size_t from) {
        const std::size_t stop = std::min(m_text.find_first_of("/ \t\n\"'?#", from), m_text.size());
        const std::size_t at = m_text.substr(0, stop).rfind('@');
        if (at != std::string_view::npos && at >= from) {
            return keepThenMask(from, at);
        }
        m_out += m_text.substr(m_at, from - m_at);
        m_at = from;
    }

    void keepThenMask(std::size_t from, std::size_t to) {
        m_out += m_text.substr(m_at, from - m_at);
        mask(from, to);
    }
    void mask(std::size_t from, std::size_t to) {
        m_out += to > from ? kMask : std::string_view();
        m_at = to;
    }

    std::string_view m_text;
    std::string m_out;
    std::size_t m_at = 0;
};

bool takesSecretNext(const std::string& word) {
    return word.find_first_of(" =:") == std::string::npos &&
           ((word.starts_with("-") && word.size() > 2 && namesSecret(word)) || word == "-u" || word == "--user" || word == "-U" ||
            word == "--proxy-user");
}

} // namespace

std::string withoutSecrets(std::string_view word) { return Redactor(word).all(); }

std::vector<std::string> withoutSecrets(const std::vector<std::string>& words) {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool user = i > 0 && (words[i - 1] == "-u" || words[i - 1] == "--user" || words[i - 1] == "-U" || words[i - 1] == "--proxy-user");
        const bool value = i > 0 && takesSecretNext(words[i - 1]) && !words[i].starts_with("-") &&
                           (!user || words[i].find(':') != std::string::npos);
        out.push_back(value ? std::string(kMask) : withoutSecrets(words[i]));
    }
    return out;
}

} // namespace leadglass::session
