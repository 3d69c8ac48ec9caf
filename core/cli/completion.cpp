#include "core/cli/completion.h"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <set>

#include "core/base/escape.h"
#include "core/cli/shell_words.h"
#include "core/session/completion_facts.h"

namespace leadglass::cli {
namespace {

constexpr std::size_t kAbout = 100; // of a description

// Follows the words as the reader of command lines does (command_line.cpp), but takes what it finds.
class Walker {
public:
    Walker(CLI::App& app, const ShellLine& line) : m_app(&app), m_line(line) {}

    Answer answer() {
        if (m_line.redirected) {
            m_out.more = Answer::More::Files;
            return std::move(m_out);
        }
        for (std::size_t i = 1; i < m_line.words.size(); ++i) {
            if (!take(i)) {
                return std::move(m_out);
            }
        }
        if (!m_line.words.empty()) {
            complete(m_line.current.text);
        }
        return std::move(m_out);
    }

private:
    bool isRun() const { return m_app->get_name() == "run"; }
    bool isExec() const { return m_app->get_name() == "exec"; }
    bool commandBegins() const { return isRun() || (isExec() && !m_arguments.empty()); }
    std::vector<CLI::App*> commands() const { return m_app->get_subcommands([](CLI::App*) { return true; }); }

    std::vector<CLI::Option*> positionals() const {
        return m_app->get_options([](CLI::Option* o) { return o->get_positional(); });
    }

    CLI::Option* optionOf(const std::string& word) const {
        return m_app->get_option_no_throw(word.starts_with("--") ? word.substr(0, word.find('=')) : word.substr(0, 2));
    }

    static bool isOption(const std::string& word) { return word.size() > 1 && word.front() == '-'; }

    // False: the rest of the line is not ours, or nothing is known of it.
    bool take(std::size_t at) {
        const std::string& word = m_line.words[at].text;
        CLI::Option* const pending = m_pending;
        m_pending = nullptr;
        if (pending != nullptr && (pending->get_expected_min() > 0 || (!isOption(word) && hasArguments()))) {
            return true;
        }
        if (m_dashes) {
            m_arguments.push_back(word);
        } else if (word == "--") {
            if (!commands().empty()) {
                return false;
            }
            if (commandBegins()) {
                return begin(at + 1);
            }
            m_dashes = true;
        } else if (isOption(word)) {
            if (CLI::Option* option = optionOf(word)) {
                m_seen.insert(option);
                const bool alone = word.starts_with("--") ? word.find('=') == std::string::npos : word.size() == 2;
                m_pending = alone && option->get_items_expected_max() > 0 ? option : nullptr;
            }
        } else if (commandBegins()) {
            return begin(at);
        } else if (!commands().empty()) {
            const auto all = commands();
            const auto next = std::ranges::find_if(all, [&](const CLI::App* sub) { return sub->get_name() == word; });
            m_app = next == all.end() ? m_app : *next;
            return next != all.end();
        } else {
            m_arguments.push_back(word);
        }
        return true;
    }

    // The command that runs inside begins at this word: the shell knows it better.
    bool begin(std::size_t at) {
        m_out.more = Answer::More::Command;
        m_out.commandWord = at;
        const bool typing = at >= m_line.words.size();
        m_out.commandAt = typing ? m_line.current.at : m_line.words[at].at;
        if (typing) {
            for (const auto& agent : session::knownAgents(placesOrNone())) {
                add(agent.command, "agent, profile " + agent.profile);
            }
        }
        return false;
    }

    static Places placesOrNone() {
        auto places = findPlaces();
        return places ? *places : Places();
    }

    void complete(const std::string& typed) {
        if (m_pending != nullptr && (m_pending->get_expected_min() > 0 || (!isOption(typed) && hasArguments()))) {
            values(*m_pending, typed, "");
        } else if (!m_dashes && typed.starts_with("--") && typed.find('=') != std::string::npos) {
            const std::size_t value = typed.find('=') + 1;
            CLI::Option* const option = optionOf(typed);
            if (option != nullptr && option->get_items_expected_max() > 0) {
                values(*option, typed.substr(value), typed.substr(0, value));
            }
        } else if (!m_dashes && typed.starts_with("-")) {
            options(typed);
        } else if (!commands().empty() && !m_dashes) {
            for (const CLI::App* sub : commands()) {
                if (sub->get_name().starts_with(typed)) {
                    add(sub->get_name(), sub->get_description());
                }
            }
        } else if (commandBegins() && (!m_dashes || isRun())) {
            begin(m_line.words.size());
        } else {
            argument(typed);
        }
    }

    bool hasArguments() const {
        const auto all = positionals();
        return m_arguments.size() >= static_cast<std::size_t>(std::ranges::count_if(all, &CLI::Option::get_required));
    }

    void argument(const std::string& typed) {
        std::size_t at = m_arguments.size();
        for (CLI::Option* option : positionals()) {
            const auto room = static_cast<std::size_t>(option->get_items_expected_max());
            if (at < room) {
                values(*option, typed, "");
                return;
            }
            at -= room;
        }
    }

    void options(const std::string& typed) {
        for (CLI::Option* option : m_app->get_options([](CLI::Option* o) { return !o->get_positional(); })) {
            const bool repeats = option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll || option->get_name() == "-v";
            if (m_seen.contains(option) && !repeats) {
                continue;
            }
            const auto longNames = option->get_lnames();
            const std::string name = longNames.empty() ? "-" + option->get_snames().front() : "--" + longNames.front();
            if (name.starts_with(typed)) {
                add(name, option->get_description());
            }
        }
    }

    void values(CLI::Option& option, const std::string& typed, const std::string& before) {
        Answer found;
        addValues({m_app, &option, m_arguments, typed}, found);
        for (const auto& candidate : found.words) {
            add(before + candidate.word, candidate.about);
        }
        m_out.more = found.more;
        m_out.valueAt = before.size();
    }

    void add(const std::string& word, const std::string& about) {
        if (m_out.words.size() < session::kMostOffered) {
            m_out.words.push_back({word, forScreen(about, kAbout)});
        }
    }

    CLI::App* m_app;
    const ShellLine& m_line;
    std::vector<std::string> m_arguments;
    std::set<const CLI::Option*> m_seen;
    CLI::Option* m_pending = nullptr; // its value may come next
    bool m_dashes = false;
    Answer m_out;
};

bool isOpenEnded(const std::string& word) { return word.ends_with('/') || word.ends_with('=') || word.ends_with(':'); }

std::vector<std::string> linesFor(Shell shell, const ShellLine& line, const Answer& answer, bool listing) {
    std::vector<std::string> out;
    for (const auto& [word, about] : answer.words) {
        if (shell == Shell::Zsh) {
            out.push_back(zshWord(word) + "\t" + about);
        } else if (shell == Shell::Fish) {
            if (const auto text = fishWord(word)) {
                out.push_back(*text + "\t" + about);
            }
        } else if (answer.more != Answer::More::Command && line.kept <= word.size()) {
            if (const auto text = bashWord(std::string_view(word).substr(line.kept), line.open)) {
                out.push_back(*text + (listing && answer.words.size() > 1 && !about.empty() ? "  (" + about + ")" : ""));
            }
        }
    }
    return out;
}

// It is asked while a person waits: whatever hangs, this does not.
void endInTime() {
    ::signal(SIGALRM, [](int) { ::_exit(kExitOk); });
    ::alarm(kMostSeconds);
}

} // namespace

int complete(CLI::App& app, const std::vector<std::string>& words) {
    endInTime();
    const auto shell = words.empty() ? std::nullopt : shellFromName(words.front());
    if (!shell || words.size() != (*shell == Shell::Bash ? 4U : 2U)) {
        return kExitOk;
    }
    const bool bash = *shell == Shell::Bash;
    const ShellLine line = readShellLine(words.back(), *shell, bash ? words[2] : "");
    const Answer answer = Walker(app, line).answer();
    // '?': nothing is inserted, the candidates are only listed.
    const auto lines = linesFor(*shell, line, answer, bash && words[1] == std::to_string('?'));
    constexpr const char* kModes[] = {"words", "files", "directories", "command"};
    const bool command = answer.more == Answer::More::Command;
    std::string text = kModes[static_cast<std::size_t>(answer.more)];
    text += " " + std::to_string(command ? answer.commandWord : answer.valueAt) + " " + std::to_string(answer.commandAt) + " " +
            (answer.words.size() == 1 && isOpenEnded(answer.words.front().word) ? "nospace" : "space") + "\n";
    for (const auto& each : lines) {
        text += each + "\n";
    }
    print(text);
    return kExitOk;
}

} // namespace leadglass::cli
