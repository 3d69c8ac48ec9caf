// The formats, and words of a run's own, compiled for Vectorscan. Built once in a process and
// shared by all of its scans (half a second, 0.4 MiB, 17 MiB while it is built: not in the path of
// a start); read only after that, so that threads may share it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/scan/patterns.h"
#include "core/scan/shape.h"

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

class Database {
public:
    // All tables. Unsupported: this processor is one that Vectorscan does not run on (it needs
    // SSE4.2).
    static Result<std::shared_ptr<const Database>> formats();
    // Exact words: at most 64 of 1 to 255 bytes.
    static Result<std::shared_ptr<const Database>> words(std::span<const std::string> words);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    [[nodiscard]] const hs_database* compiled() const { return m_compiled; }
    [[nodiscard]] const std::vector<Format>& all() const { return m_formats; }
    [[nodiscard]] const std::vector<std::string>& words() const { return m_words; }
    // Formats that may begin with that byte.
    [[nodiscard]] const std::vector<std::uint16_t>& beginning(std::uint8_t byte) const {
        return m_beginning[byte];
    }
    [[nodiscard]] std::size_t bytes() const; // of the compiled form

private:
    Database() = default;
    hs_database* m_compiled = nullptr;
    std::vector<Format> m_formats;
    std::vector<std::string> m_words;
    std::array<std::vector<std::uint16_t>, 256> m_beginning;
};

} // namespace leadglass::scan
