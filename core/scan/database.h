// The formats, and words of a run's own, compiled for Vectorscan. Built once in a process and
// shared by all of its scans; read only after that, so that threads may share it. To compile the
// formats takes half a second and 17 MiB, which no start has: compiled_formats.h has them as they
// were compiled when Leadglass was built.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/scan/patterns.h"
#include "core/scan/shape.h"
#include "core/scan/word_spellings.h"

struct hs_database;

namespace leadglass::scan {

struct Format {
    const Pattern* pattern = nullptr;
    Shape shape;
    bool oneWord = false; // only letters that isWordLetter() knows
};

// What the formats that are one word are made of: no blanks, quotes, brackets.
constexpr bool isWordLetter(std::uint8_t c) {
    return c > ' ' && c < 0x7f && c != '"' && c != '\'' && c != '`' && c != ',' && c != ';' &&
           c != '(' && c != ')' && c != '{' && c != '}' && c != '<' && c != '>' && c != '\\';
}

constexpr std::uint8_t lowerCase(std::uint8_t c) { return c >= 'A' && c <= 'Z' ? static_cast<std::uint8_t>(c | 0x20) : c; }

class Database {
public:
    // All tables. `compiled`: what serialised() gave, of these very tables and this version of
    // Vectorscan; what is not, or is damaged, is compiled here instead, which costs time and
    // nothing else. Unsupported: this processor is one that Vectorscan does not run on (it needs
    // SSE4.2).
    static Result<std::shared_ptr<const Database>> formats(std::span<const std::uint8_t> compiled = {});
    // The formats for any processor of this kind, not only this one; with what tells whether it fits.
    static Result<std::vector<std::uint8_t>> serialised();
    // Words, and how they may be spelled (word_spellings.h): at most 64 of 1 to 255 bytes.
    static Result<std::shared_ptr<const Database>> words(std::span<const std::string> words);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    [[nodiscard]] const hs_database* compiled() const { return m_compiled; }
    [[nodiscard]] const std::vector<Format>& all() const { return m_formats; }
    struct Word {
        Spelled spelled;
        std::size_t of = 0; // which of the words that it was made for
    };
    [[nodiscard]] const std::vector<Word>& spellings() const { return m_words; } // by the number of what matches
    [[nodiscard]] std::size_t longestWord() const { return m_longestWord; } // as spelled
    [[nodiscard]] bool mayBeginWord(std::uint8_t first, std::uint8_t second) const { return m_wordStarts[wordStart(first, second)]; }
    // Formats that may begin with that byte and are not seen by a name. `inWord`: only those that
    // may begin in one word and end in another.
    [[nodiscard]] const std::vector<std::uint16_t>& beginning(std::uint8_t byte, bool inWord) const {
        return inWord ? m_beginningInWord[byte] : m_beginning[byte];
    }
    [[nodiscard]] std::size_t bytes() const; // of the compiled form
    [[nodiscard]] bool wasCompiledHere() const { return m_compiledHere; }

private:
    Database() = default;
    static std::size_t wordStart(std::uint8_t first, std::uint8_t second) { return static_cast<std::size_t>(lowerCase(first)) << 8 | lowerCase(second); }
    static Result<std::shared_ptr<Database>> readTables(std::vector<std::string>& expressions);
    Status compile(const std::vector<std::string>& expressions, bool forAny);
    bool take(std::span<const std::uint8_t> compiled, std::uint64_t tables);

    hs_database* m_compiled = nullptr;
    bool m_compiledHere = true;
    std::vector<Format> m_formats;
    std::vector<Word> m_words;
    std::size_t m_longestWord = 0;
    std::bitset<1U << 16> m_wordStarts;
    std::array<std::vector<std::uint16_t>, 256> m_beginning;
    std::array<std::vector<std::uint16_t>, 256> m_beginningInWord;
};

} // namespace leadglass::scan
