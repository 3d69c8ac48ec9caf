#include "core/cli/value_words.h"

namespace leadglass::cli {
namespace {

// CLI11 keeps a validator by value, with a name that nobody is shown: it holds the words.
constexpr std::string_view kNamesWords = "words:";
constexpr char kBetween = ',';

} // namespace

CLI::Validator knowing(CLI::Validator validator, const std::vector<std::string>& words) {
    std::string name(kNamesWords);
    for (const auto& word : words) {
        name += word + kBetween;
    }
    validator.name(name);
    return validator;
}

CLI::Validator suggested(const std::vector<std::string>& words) {
    return knowing(CLI::Validator([](std::string&) { return std::string(); }, ""), words);
}

std::vector<std::string> wordsOf(CLI::Option& option) {
    std::vector<std::string> out;
    try {
        for (int i = 0;; ++i) {
            std::string_view list = option.get_validator(i)->get_name();
            if (!list.starts_with(kNamesWords)) {
                continue;
            }
            list.remove_prefix(kNamesWords.size());
            for (std::size_t end = 0; (end = list.find(kBetween)) != std::string_view::npos; list.remove_prefix(end + 1)) {
                out.emplace_back(list.substr(0, end));
            }
        }
    } catch (const CLI::OptionNotFound&) { // CLI11 does not say how many there are
    }
    return out;
}

} // namespace leadglass::cli
