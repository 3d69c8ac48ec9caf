// What can stand where the cursor is: `leadglass complete SHELL ...`, which the scripts in core/cli/completion/ call
// on TAB. It is in no help, since no person types it.
//
// It walks the tree of commands itself, so that it knows whatever they know. Reads only, writes nothing, says
// nothing on standard error, and ends within kMostSeconds.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/cli/context.h"

namespace leadglass::cli {

void addCompletionCommands(CLI::App& app, Context& context); // completion

constexpr const char* kCompleteWord = "complete";
constexpr unsigned kMostSeconds = 5;

struct Candidate {
    std::string word;  // the whole word, as bytes
    std::string about; // short; empty: nothing more is known
};

struct Answer {
    // Besides `words`, the shell's own: files, directories, or the completion of a command of its own.
    enum class More { Words, Files, Directories, Command };
    std::vector<Candidate> words;
    More more = More::Words;
    std::size_t valueAt = 0; // bytes of the current word before a value: of "--events="
    std::size_t commandWord = 0; // where the command begins: which word of the line,
    std::size_t commandAt = 0;   // and after how many characters
};

// One word that is being typed as a value of `option`.
struct Asked {
    const CLI::App* app = nullptr;
    CLI::Option* option = nullptr;
    std::vector<std::string> arguments; // given before, in order
    std::string typed;
};
// Candidates begin with `typed`; may also ask for more.
void addValues(const Asked& asked, Answer& answer);

// `words`: SHELL and what its script passes: the line up to the cursor; for bash COMP_TYPE and COMP_WORDBREAKS before
// that. Prints a line "MODE NUMBER NUMBER SPACE", then the candidates, one a line. Always 0.
//   MODE   words, files, directories, command
//   first NUMBER: of files and directories the characters before the value; of a command the words before it
//   second NUMBER: the characters of the line before the command
//   SPACE  space, nospace: after the one candidate
int complete(CLI::App& app, const std::vector<std::string>& words);

} // namespace leadglass::cli
