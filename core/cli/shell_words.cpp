#include "core/cli/shell_words.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "core/base/escape.h"

namespace leadglass::cli {
namespace {

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n'; }
bool isOctal(char c) { return c >= '0' && c <= '7'; }
int hexOf(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}
bool isLead(char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }

class Lexer {
public:
    Lexer(std::string_view line, Shell shell, std::string_view breaks) : m_line(line), m_shell(shell), m_breaks(breaks) {}

    ShellLine read() {
        while (m_at < m_line.size()) {
            const char c = m_line[m_at];
            switch (m_out.open) {
            case Quote::Single: inSingle(c); break;
            case Quote::Double: inDouble(c); break;
            case Quote::Ansi: inAnsi(c); break;
            case Quote::None: outside(c); break;
            }
        }
        if (!m_began) {
            begin();
        }
        m_out.current = std::move(m_word);
        m_out.redirected = m_redirect;
        return std::move(m_out);
    }

private:
    bool fish() const { return m_shell == Shell::Fish; }
    char next() const { return m_at + 1 < m_line.size() ? m_line[m_at + 1] : '\0'; }
    bool atEnd() const { return m_at + 1 >= m_line.size(); }

    void begin() {
        if (!m_began) {
            m_began = true;
            m_word.at = static_cast<std::size_t>(std::count_if(m_line.begin(), m_line.begin() + static_cast<std::ptrdiff_t>(m_at), isLead));
        }
    }
    void take(char c) {
        begin();
        m_word.text += c;
    }
    void end() {
        if (m_began && !m_redirect) {
            m_out.words.push_back(std::move(m_word));
        }
        m_redirect = m_redirect && !m_began;
        m_began = false;
        m_word = {};
        m_out.kept = 0;
    }

    void open(Quote quote, std::size_t length) {
        begin();
        m_out.open = quote;
        m_keptBefore = m_out.kept;
        m_out.kept = m_word.text.size();
        m_at += length;
    }
    void close() {
        m_out.open = Quote::None;
        m_out.kept = m_keptBefore;
        ++m_at;
    }

    void outside(char c) {
        if (isSpace(c)) {
            end();
            ++m_at;
        } else if (c == '\\') {
            outsideEscape();
        } else if (c == '\'') {
            open(Quote::Single, 1);
        } else if (c == '"') {
            open(Quote::Double, 1);
        } else if (c == '$' && next() == '\'' && !fish()) {
            open(Quote::Ansi, 2);
        } else if (c == '<' || c == '>') {
            const bool descriptor = m_began && m_word.text.find_first_not_of("0123456789&") == std::string::npos;
            if (descriptor) {
                m_began = false;
                m_word = {};
            }
            end();
            m_redirect = true;
            ++m_at;
        } else {
            take(c);
            ++m_at;
            if (m_breaks.find(c) != std::string_view::npos) {
                m_out.kept = m_word.text.size();
            }
        }
    }

    void outsideEscape() {
        begin();
        if (fish()) {
            escape();
        } else if (atEnd()) { // half typed
            ++m_at;
        } else {
            if (next() != '\n') {
                take(next());
            }
            m_at += 2;
        }
    }

    void inSingle(char c) {
        if (c == '\'') {
            close();
        } else if (c == '\\' && fish() && (atEnd() || next() == '\'' || next() == '\\')) {
            escapedPlain();
        } else {
            take(c);
            ++m_at;
        }
    }

    void inDouble(char c) {
        constexpr std::string_view kEscaped = "$`\"\\\n";
        if (c == '"') {
            close();
        } else if (c == '\\' && (atEnd() || kEscaped.find(next()) != std::string_view::npos)) {
            escapedPlain();
        } else {
            take(c);
            ++m_at;
        }
    }

    void escapedPlain() {
        if (!atEnd() && next() != '\n') {
            take(next());
        }
        m_at = std::min(m_at + 2, m_line.size());
    }

    void inAnsi(char c) {
        if (c == '\'') {
            close();
        } else if (c == '\\') {
            escape();
        } else {
            take(c);
            ++m_at;
        }
    }

    // "\351", "\xe9", "\n" of $'...' and of fish. What is half typed counts for nothing yet.
    void escape() {
        ++m_at;
        if (m_at >= m_line.size()) {
            return;
        }
        const char c = m_line[m_at];
        if (isOctal(c)) {
            unsigned value = 0;
            std::size_t digits = 0;
            for (; digits < 3 && m_at < m_line.size() && isOctal(m_line[m_at]); ++digits, ++m_at) {
                value = value * 8 + static_cast<unsigned>(m_line[m_at] - '0');
            }
            if (digits == 3 || m_at < m_line.size()) {
                take(static_cast<char>(value & 0xffU));
            }
        } else if (c == 'x' || c == 'X') {
            unsigned value = 0;
            std::size_t digits = 0;
            for (++m_at; digits < 2 && m_at < m_line.size() && hexOf(m_line[m_at]) >= 0; ++digits, ++m_at) {
                value = value * 16 + static_cast<unsigned>(hexOf(m_line[m_at]));
            }
            if (digits == 2 || m_at < m_line.size()) {
                take(static_cast<char>(value));
            }
        } else {
            constexpr std::string_view kLetters = "nteEabfvr";
            constexpr std::string_view kMeant = "\n\t\x1b\x1b\a\b\f\v\r";
            const std::size_t letter = kLetters.find(c);
            take(letter == std::string_view::npos ? c : kMeant[letter]);
            ++m_at;
        }
    }

    std::string_view m_line;
    Shell m_shell;
    std::string_view m_breaks;
    std::size_t m_at = 0;
    bool m_began = false;
    bool m_redirect = false;
    std::size_t m_keptBefore = 0;
    ShellWord m_word;
    ShellLine m_out;
};

// One character of UTF-8, or one byte that is none.
struct Piece {
    std::string_view bytes;
    bool fit = false;    // for a screen
    bool broken = false; // no UTF-8
};

std::vector<Piece> piecesOf(std::string_view word) {
    std::vector<Piece> out;
    while (!word.empty()) {
        const auto lead = static_cast<unsigned char>(word.front());
        const std::size_t size = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        std::string_view bytes = word.substr(0, size);
        const bool whole = isValidUtf8(bytes);
        bytes = whole ? bytes : word.substr(0, 1);
        out.push_back({bytes, whole && (bytes == "\\" || forScreen(bytes) == bytes), !whole});
        word.remove_prefix(bytes.size());
    }
    return out;
}

void addOctal(std::string& out, std::string_view bytes) {
    for (const char c : bytes) {
        std::array<char, 8> text{};
        std::snprintf(text.data(), text.size(), "\\%03o", static_cast<unsigned>(static_cast<unsigned char>(c)));
        out += text.data();
    }
}

bool isPlain(std::string_view piece) {
    constexpr std::string_view kPlain = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_./:=@%+,-";
    return piece.size() > 1 || kPlain.find(piece.front()) != std::string_view::npos;
}

} // namespace

std::optional<Shell> shellFromName(std::string_view name) {
    return name == "bash"   ? std::optional(Shell::Bash)
           : name == "zsh"  ? std::optional(Shell::Zsh)
           : name == "fish" ? std::optional(Shell::Fish)
                            : std::nullopt;
}

ShellLine readShellLine(std::string_view line, Shell shell, std::string_view breaks) {
    return Lexer(line.size() > kMaxShellLine ? std::string_view() : line, shell, breaks).read();
}

std::optional<std::string> bashWord(std::string_view word, Quote open) {
    const auto pieces = piecesOf(word);
    const bool fit = std::ranges::all_of(pieces, &Piece::fit);
    std::string out;
    if (open == Quote::Ansi || (open == Quote::None && !fit)) {
        for (const auto& piece : pieces) {
            if (piece.fit && (isPlain(piece.bytes) || piece.bytes == " ")) {
                out += piece.bytes;
            } else {
                addOctal(out, piece.bytes);
            }
        }
        return open == Quote::Ansi ? out : "$'" + out + "'";
    }
    if (open == Quote::None) {
        for (const auto& piece : pieces) {
            out += isPlain(piece.bytes) ? "" : "\\";
            out += piece.bytes;
        }
        return out;
    }
    // Inside quotes as the person opened them. '!' would be looked up in the history of commands.
    const std::string_view never = open == Quote::Single ? "'!" : "!";
    if (!fit || word.find_first_of(never) != std::string_view::npos) {
        return std::nullopt;
    }
    for (const char c : word) {
        out += open == Quote::Double && std::string_view("$`\"\\").find(c) != std::string_view::npos ? "\\" : "";
        out += c;
    }
    return out;
}

std::string zshWord(std::string_view word) {
    std::string out;
    for (const auto& piece : piecesOf(word)) {
        if (piece.fit && piece.bytes != "\\") {
            out += piece.bytes;
        } else {
            addOctal(out, piece.bytes);
        }
    }
    return out;
}

std::optional<std::string> fishWord(std::string_view word) {
    const auto pieces = piecesOf(word);
    const bool fit = std::ranges::all_of(pieces, [](const Piece& piece) { return piece.fit || piece.broken; });
    return fit ? std::optional<std::string>(word) : std::nullopt;
}

} // namespace leadglass::cli
