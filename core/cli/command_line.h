// The words of a command line, looked at before CLI11 parses them: it would split "[a,b]" into two
// words, take "--opt=" as if the next word were the value, and not name what it does not know.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/cli/context.h"

namespace leadglass::cli {

struct CommandLine {
    std::vector<std::string> words;   // for CLI11, in order
    std::vector<std::string> command; // of `run`: exactly as it was typed
};

// "run CMD ARG..." and "run -- CMD ARG...": everything from the first word that is no option of ours
// belongs to the command, so that `leadglass run codex --help` asks codex. Else an Error names the
// first word that does not fit, and the way out.
Result<CommandLine> readCommandLine(CLI::App& app, const std::vector<std::string>& typed);

// An answer that was pasted: "leadglass answer ID DIGEST allow" as one word, or with its first words again, becomes
// the words that it is made of. Anything else stays as it was typed.
std::vector<std::string> withPastedAnswer(std::vector<std::string> typed);

// What CLI11 still found wrong, in our words.
std::string inOurWords(const CLI::App& app, const CLI::ParseError& wrong);

// A value out of these words; any other is an error that lists them, or those of them in `said`.
CLI::Validator oneOf(std::vector<std::string> words, const std::vector<std::string>& said = {});

// A whole number from `low` to `high`, in digits.
CLI::Validator wholeNumber(std::int64_t low, std::int64_t high);

} // namespace leadglass::cli
