// The words that a value of an option is, or is likely to be: kept with the option, for completion.
#pragma once

#include <string>
#include <vector>

#include "core/cli/context.h"

namespace leadglass::cli {

// Words that a value is likely to be; any other is taken, too.
CLI::Validator suggested(const std::vector<std::string>& words);
// The same validator, which knows that it takes these words.
CLI::Validator knowing(CLI::Validator validator, const std::vector<std::string>& words);

// Of all validators of the option, in their order.
std::vector<std::string> wordsOf(CLI::Option& option);

} // namespace leadglass::cli
