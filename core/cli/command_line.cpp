#include "core/cli/command_line.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "core/base/escape.h"
#include "core/base/escape_once.h"
#include "core/base/nearest.h"
#include "core/cli/value_words.h"

namespace leadglass::cli {
namespace {

constexpr std::size_t kShown = 80; // of a word that does not fit
// Before a word that CLI11 would take apart; taken off again before anybody sees the value.
constexpr char kAsItIs = '\x01';

std::string shown(std::string_view word) { return "'" + forScreen(word, kShown) + "'"; }

std::string help(const std::string& path) { return "'" + path + " --help' lists them"; }

bool takesApart(std::string_view word) {
    return word.starts_with(kAsItIs) || (word.starts_with('[') && word.ends_with(']')) ||
           word == "{}" || word == "%%";
}

void keepAsItIs(CLI::App& app) {
    for (CLI::Option* option : app.get_options([](CLI::Option* o) { return o->get_items_expected_max() > 0; })) {
        option->transform(CLI::Validator(
            [](std::string& value) {
                value.erase(0, value.starts_with(kAsItIs) ? 1 : 0);
                return std::string();
            },
            ""));
    }
    for (CLI::App* sub : app.get_subcommands([](CLI::App*) { return true; })) {
        keepAsItIs(*sub);
    }
}

class Reader {
public:
    Reader(CLI::App& app, const std::vector<std::string>& typed) : m_typed(typed), m_app(&app), m_path(app.get_name()) {}

    Result<CommandLine> read() {
        while (m_at < m_typed.size()) {
            const std::string& word = m_typed[m_at];
            if (word == "--" && commands().empty()) {
                ++m_at;
                LG_TRY(takeRest());
            } else if (word == "--") {
                return missingCommand();
            } else if (word.size() > 1 && word.front() == '-') {
                LG_TRY(takeOption(word));
            } else {
                LG_TRY(takeWord(word));
            }
        }
        if (!m_helpAsked && m_app->get_require_subcommand_min() > 0) {
            return missingCommand();
        }
        return std::move(m_out);
    }

private:
    bool isRun() const { return m_app->get_name() == "run"; }
    bool isExec() const { return m_app->get_name() == "exec"; }
    // Does what stands here begin the command, which is nobody's but the inside's?
    bool commandBegins() const { return isRun() || (isExec() && m_arguments > 0); }

    std::vector<std::string> commands() const {
        std::vector<std::string> names;
        for (const CLI::App* sub : m_app->get_subcommands([](const CLI::App*) { return true; })) {
            names.push_back(sub->get_name());
        }
        return names;
    }

    Error missingCommand() const {
        std::string names;
        for (const auto& name : commands()) {
            names += (names.empty() ? "" : ", ") + name;
        }
        return m_app->get_parent() == nullptr
                   ? makeError(Code::Invalid, "no command given",
                               "'leadglass run -- COMMAND' runs one in the sandbox; 'leadglass --help' lists what else there is")
                   : makeError(Code::Invalid, "'" + m_path + "' needs a word more", "one of: " + names);
    }

    Status takeRest() {
        if (isExec() && m_arguments == 0) {
            return makeError(Code::Invalid, "'" + m_path + "' needs a run before the command",
                             "leadglass exec RUN -- COMMAND; 'leadglass runs list' tells which there are");
        }
        if (commandBegins()) {
            m_out.command.assign(m_typed.begin() + static_cast<std::ptrdiff_t>(m_at), m_typed.end());
            m_at = m_typed.size();
            return {};
        }
        m_out.words.emplace_back("--");
        while (m_at < m_typed.size()) {
            LG_TRY(takeArgument(m_typed[m_at]));
        }
        return {};
    }

    Status takeWord(const std::string& word) {
        if (commandBegins()) {
            return takeRest();
        }
        const auto names = commands();
        if (names.empty()) {
            return takeArgument(word);
        }
        if (std::find(names.begin(), names.end(), word) == names.end()) {
            return unknownCommand(word, names);
        }
        m_out.words.push_back(word);
        m_app = m_app->get_subcommand(word);
        m_path += " " + word;
        ++m_at;
        return {};
    }

    Error unknownCommand(const std::string& word, const std::vector<std::string>& names) const {
        const std::string what = shown(word) + " is no command of '" + m_path + "'";
        const std::string near = nearest(word, names);
        if (m_app->get_parent() != nullptr) {
            return makeError(Code::Invalid, what, (near.empty() ? "" : "did you mean '" + near + "'? ") + help(m_path));
        }
        if (word == "help" || word == "version") {
            return makeError(Code::Invalid, what, "write leadglass --" + word);
        }
        return makeError(Code::Invalid, what,
                         (near.empty() ? "" : "did you mean '" + near + "'? ") +
                             "to run a program of that name in the sandbox: leadglass run -- " + forScreen(word, kShown) +
                             "; " + help(m_path));
    }

    Status takeArgument(const std::string& word) {
        std::size_t room = 0;
        for (const CLI::Option* option : m_app->get_options([](const CLI::Option* o) { return o->get_positional(); })) {
            room += static_cast<std::size_t>(option->get_items_expected_max());
        }
        if (m_arguments++ >= room) {
            return makeError(Code::Invalid, shown(word) + " is one argument too many for '" + m_path + "'",
                             "'" + m_path + " --help' tells what it takes");
        }
        add(word);
        ++m_at;
        return {};
    }

    Status takeOption(const std::string& word) {
        const std::size_t equal = word.starts_with("--") ? word.find('=') : std::string::npos;
        const std::string name = word.substr(0, equal);
        // "-vv" and its like: each letter is one.
        const CLI::Option* option = m_app->get_option_no_throw(word.starts_with("--") ? name : word.substr(0, 2));
        if (option == nullptr) {
            return unknownOption(name);
        }
        m_helpAsked = m_helpAsked || name == "--help" || name == "-h" || name == "--version";
        const bool takesValue = option->get_items_expected_max() > 0;
        if (!takesValue && equal != std::string::npos) {
            return makeError(Code::Invalid, name + " takes no value, " + shown(word.substr(equal + 1)) + " was given");
        }
        if (takesValue && option->get_multi_option_policy() == CLI::MultiOptionPolicy::Throw &&
            !m_seen.insert(option).second) {
            return makeError(Code::Invalid, name + " is given twice", "give it once");
        }
        if (equal != std::string::npos && equal + 1 == word.size()) {
            return emptyValue(name);
        }
        ++m_at;
        const bool alone = equal == std::string::npos && (word.starts_with("--") || word.size() == 2);
        if (takesValue && alone && option->get_expected_min() == 0 && m_at < m_typed.size() &&
            isPlain(m_typed[m_at]) && !isSpare()) {
            // CLI11 would take what must be an argument for the value.
            LG_TRY(takeArgument(m_typed[m_at]));
            m_out.words.push_back(word);
            return {};
        }
        m_out.words.push_back(word);
        if (takesValue && alone && (option->get_expected_min() > 0 || isSpare())) {
            return takeValue(name);
        }
        return {};
    }

    static bool isPlain(const std::string& word) { return word.size() < 2 || word.front() != '-'; }

    // Is the next word there, and one more than the arguments that must be given?
    bool isSpare() const {
        std::size_t arguments = m_arguments;
        for (std::size_t at = m_at; at < m_typed.size() && m_typed[at] != "--"; ++at) {
            arguments += isPlain(m_typed[at]) ? 1 : 0;
        }
        std::size_t needed = 0;
        for (const CLI::Option* option : m_app->get_options([](const CLI::Option* o) { return o->get_positional(); })) {
            needed += option->get_required() ? static_cast<std::size_t>(option->get_items_expected_min()) : 0;
        }
        return m_at < m_typed.size() && isPlain(m_typed[m_at]) && arguments > needed;
    }

    static Error emptyValue(const std::string& name) {
        return makeError(Code::Invalid, name + " has an empty value", "give it a value, or leave it out");
    }

    Status takeValue(const std::string& name) {
        if (m_at >= m_typed.size()) {
            return makeError(Code::Invalid, name + " needs a value", "'" + m_path + " --help' tells which");
        }
        const std::string& value = m_typed[m_at];
        if (value.empty()) { // a variable that was not set, and never what was meant
            return emptyValue(name);
        }
        if (value.size() > 1 && value.front() == '-') {
            return makeError(Code::Invalid, name + " needs a value, " + shown(value) + " follows",
                             "a value that begins with '-' is written " + name + "=VALUE");
        }
        add(value);
        ++m_at;
        return {};
    }

    Error unknownOption(const std::string& name) const {
        if (m_app->get_parent() != nullptr && m_app->get_parent()->get_option_no_throw(name.substr(0, name.starts_with("--") ? name.size() : 2)) != nullptr) {
            return makeError(Code::Invalid, name + " is an option of '" + m_app->get_parent()->get_name() + "', not of '" + m_path + "'",
                             "write it before '" + m_app->get_name() + "'");
        }
        std::vector<std::string> known;
        for (const CLI::Option* option : m_app->get_options([](const CLI::Option*) { return true; })) {
            for (const std::string& word : option->get_lnames()) {
                known.push_back("--" + word);
            }
        }
        const std::string near = name.starts_with("--") ? nearest(name, known) : "";
        std::string fix = (near.empty() ? "" : "did you mean '" + near + "'? ") + help(m_path);
        if (isRun() || isExec()) {
            fix += "; options of the command come after it: " + m_path + (isExec() ? " RUN -- COMMAND " : " -- COMMAND ") + forScreen(name, kShown);
        } else if (m_app->get_option_no_throw("PATH") != nullptr && m_app->get_option_no_throw("RUN") != nullptr) {
            fix += "; a path that begins with '-' comes after '--': " + m_path + " RUN -- " + forScreen(name, kShown);
        }
        return makeError(Code::Invalid, shown(name) + " is no option of '" + m_path + "'", fix);
    }

    void add(const std::string& word) { m_out.words.push_back(takesApart(word) ? kAsItIs + word : word); }

    const std::vector<std::string>& m_typed;
    CLI::App* m_app;
    std::string m_path;
    std::size_t m_at = 0;
    std::size_t m_arguments = 0;
    bool m_helpAsked = false;
    std::set<const CLI::Option*> m_seen;
    CommandLine m_out;
};

} // namespace

Result<CommandLine> readCommandLine(CLI::App& app, const std::vector<std::string>& typed) {
    keepAsItIs(app);
    return Reader(app, typed).read();
}

std::vector<std::string> withPastedAnswer(std::vector<std::string> typed) {
    if (typed.size() < 2 || typed.front() != "answer") {
        return typed;
    }
    std::vector<std::string> words;
    for (std::size_t i = 1; i < typed.size(); ++i) {
        const bool line = typed[i].starts_with("leadglass answer ") || typed[i].starts_with(" ") || i == 1;
        std::istringstream parts(typed[i]);
        std::string part;
        if (!line || typed[i].find_first_not_of(" \t\n") == std::string::npos) {
            words.push_back(typed[i]);
            continue;
        }
        while (parts >> part) {
            words.push_back(part);
        }
    }
    const auto named = [&](std::size_t at, const char* word) { return at < words.size() && words[at] == word; };
    words.erase(words.begin(), words.begin() + (named(0, "leadglass") && named(1, "answer") ? 2 : 0));
    words.insert(words.begin(), "answer");
    return words;
}

std::string inOurWords(const CLI::App& app, const CLI::ParseError& wrong) {
    std::string path = app.get_name();
    const CLI::App* here = &app;
    for (auto used = here->get_subcommands(); !used.empty(); used = here->get_subcommands()) {
        here = used.front();
        path += " " + here->get_name();
    }
    std::string text = wrong.what();
    std::erase(text, kAsItIs);
    const std::string newest = text.starts_with("RUN is required") ? "'" + path + " last' takes the newest; " : "";
    return onceForScreen(text, 400) + " (" + newest + "'" + path + " --help' tells more)";
}

CLI::Validator oneOf(std::vector<std::string> words, const std::vector<std::string>& said) {
    const auto& told = said.empty() ? words : said;
    std::string list;
    for (const auto& word : told) {
        list += (list.empty() ? "" : ", ") + word;
    }
    return knowing(CLI::Validator(
                       [words, list](std::string& value) {
                           const bool known = std::find(words.begin(), words.end(), value) != words.end();
                           return known ? std::string() : "cannot be '" + forScreen(value, kShown) + "'; use " + list;
                       },
                       ""),
                   told);
}

CLI::Validator wholeNumber(std::int64_t low, std::int64_t high) {
    return CLI::Validator(
        [low, high](std::string& value) {
            std::int64_t number = 0;
            const char* end = value.data() + value.size();
            const auto [stop, problem] = std::from_chars(value.data(), end, number);
            if (problem == std::errc() && stop == end && number >= low && number <= high) {
                return std::string();
            }
            return "cannot be '" + forScreen(value, kShown) + "'; use a whole number from " + std::to_string(low) +
                   (high == INT64_MAX ? " on" : " to " + std::to_string(high));
        },
        "");
}

} // namespace leadglass::cli
