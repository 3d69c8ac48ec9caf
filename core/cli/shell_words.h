// Trust: the line is what a person typed; the words to insert may be names that a run chose.
// Privilege: none; pure.
// Input: any bytes; of a line at most kMaxShellLine.
// Fails: a word that the shell could not take as it is, is not offered.
//
// A command line as bash, zsh and fish read it, without expanding anything, and words in the form that
// each of them takes for exactly these bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadglass::cli {

constexpr std::size_t kMaxShellLine = 64 * 1024;

enum class Shell { Bash, Zsh, Fish };
std::optional<Shell> shellFromName(std::string_view name);

enum class Quote { None, Single, Double, Ansi }; // 'a', "a", $'a'

struct ShellWord {
    std::string text;   // without quotes
    std::size_t at = 0; // characters of the line before it
};

struct ShellLine {
    std::vector<ShellWord> words; // whole ones, the program's name first
    ShellWord current;            // what stands before the cursor; may be empty
    Quote open = Quote::None;     // the cursor is inside it
    // Bytes of `current` before what bash replaces: up to an open quote, or to the last of its own word breaks.
    std::size_t kept = 0;
    bool redirected = false;      // `current` is the target of < or >
};

// `breaks`: COMP_WORDBREAKS of bash. A line that is too long is an empty one.
ShellLine readShellLine(std::string_view line, Shell shell, std::string_view breaks = {});

// To insert where readline replaces text, inside `open`. Printable characters only, one line.
std::optional<std::string> bashWord(std::string_view word, Quote open);
// On one line, for `${(g:o:)...}` of zsh: what no screen should get, as \NNN.
std::string zshWord(std::string_view word);
// As it is: fish quotes. None where it would end a line or deceive the reader.
std::optional<std::string> fishWord(std::string_view word);

} // namespace leadglass::cli
