#include "core/policy/settings.h"

#include <unistd.h>

#include <cstdlib>
#include <vector>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/policy/limit_values.h"
#include "core/policy/toml_reader.h"

namespace leadglass::policy {
namespace {

struct Choice {
    const char* key;
    const char* variable;
    std::string Settings::* field;
    std::vector<std::string> words; // empty: any text
    const char* limit = nullptr; // the text is a value as this key of [limits] has it
};

const std::vector<Choice>& choices() {
    static const std::vector<Choice> all{
        {"profile", "LEADGLASS_PROFILE", &Settings::profile, {}},
        {"ask", "LEADGLASS_ASK", &Settings::ask, {"auto", "app", "terminal", "deny"}},
        {"apply", "LEADGLASS_APPLY", &Settings::apply, {"never", "clean", "ask"}},
        {"scope", "LEADGLASS_SCOPE", &Settings::scope, {"auto", "off", "require"}},
        {"total_runs", "LEADGLASS_TOTAL_RUNS", &Settings::totalRuns, {}, "processes"},
        {"total_memory", "LEADGLASS_TOTAL_MEMORY", &Settings::totalMemory, {}, "memory"},
        {"total_processes", "LEADGLASS_TOTAL_PROCESSES", &Settings::totalProcesses, {}, "processes"},
        {"log_level", "LEADGLASS_LOG", &Settings::logLevel,
         {"debug", "info", "warning", "error", "off"}}};
    return all;
}

// What may be said instead, or nothing where `value` is fine.
std::string wrongWord(const Choice& choice, const std::string& value) {
    std::string words;
    if (choice.limit != nullptr) {
        Limits read;
        const bool size = std::string_view(choice.limit) == "memory";
        return setLimit(read, choice.limit, value) ? "" : size ? "a size like \"16GiB\"" : "a number, 1 or more";
    }
    for (const auto& word : choice.words) {
        if (word == value) {
            return {};
        }
        words += (words.empty() ? "" : ", ") + word;
    }
    return words;
}

void beat(Settings& weaker, const Settings& stronger) {
    for (const auto& choice : choices()) {
        if (!(stronger.*choice.field).empty()) {
            weaker.*choice.field = stronger.*choice.field;
        }
    }
}

// A text without its quotes: where the words are known, they are what to choose from.
Error withWords(Error error) {
    for (const auto& choice : choices()) {
        if (error.fix.find(std::string(": ") + choice.key + " = \"") == std::string::npos || choice.words.empty()) {
            continue;
        }
        std::string list;
        for (const auto& word : choice.words) {
            list += (list.empty() ? "\"" : ", \"") + word + "\"";
        }
        error.fix = std::string("text is written in quotes, and ") + choice.key + " is one of " + list;
    }
    return error;
}

Result<Settings> readFileIfThere(const std::string& path) {
    auto fd = openTrustedFile(path);
    if (!fd) {
        return fd.error().sysErrno == ENOENT || fd.error().sysErrno == ENOTDIR
                   ? Result<Settings>(Settings{})
                   : Result<Settings>(fd.error());
    }
    auto text = sys::readAll(fd->get(), kMaxSettingsBytes);
    if (!text) {
        text.error().what = "'" + forScreen(path) + "': " + text.error().what;
        text.error().fix = "correct it, or move it away: the defaults hold without it";
        return text.error();
    }
    auto settings = parseSettings(*text, path);
    if (settings) {
        return settings;
    }
    Error error = withWords(std::move(settings).error());
    if (error.fix.empty()) {
        error.fix = "correct it, or move it away: the defaults hold without it";
    }
    return error;
}

} // namespace

Totals totalsOf(const Settings& settings) {
    Totals totals;
    totals.memory = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) / 4 * 3;
    Limits read;
    if (!settings.totalRuns.empty() && setLimit(read, "processes", settings.totalRuns)) {
        totals.runs = *read.processes;
    }
    if (!settings.totalMemory.empty() && setLimit(read, "memory", settings.totalMemory)) {
        totals.memory = *read.memory;
    }
    if (!settings.totalProcesses.empty() && setLimit(read, "processes", settings.totalProcesses)) {
        totals.processes = *read.processes;
    }
    return totals;
}

Result<Settings> parseSettings(std::string_view toml, const std::string& file) {
    const auto table = LG_TRY(parseToml(toml, file));
    Reading reading{file, Layer::Base, std::nullopt};
    Section root(reading, table, "", {"profile", "ask", "apply", "scope", "total_runs", "total_memory", "total_processes", "log_level"});
    Settings out;
    for (const auto& choice : choices()) {
        // A number needs no quotes.
        if (const auto number = choice.limit != nullptr ? table[choice.key].value_exact<std::int64_t>() : std::nullopt) {
            out.*choice.field = std::to_string(*number);
            const std::string words = wrongWord(choice, out.*choice.field);
            if (!words.empty()) {
                reading.fail(root.whereOf(choice.key), std::string(choice.key) + " cannot be " + out.*choice.field, "use " + words);
            }
        } else if (auto text = root.text(choice.key)) {
            const std::string words = wrongWord(choice, text->value);
            if (!words.empty()) {
                reading.fail(text->where,
                             std::string(choice.key) + " cannot be '" + forScreen(text->value) + "'",
                             "use " + words);
            }
            out.*choice.field = text->value;
        }
    }
    if (reading.fault) {
        return *reading.fault;
    }
    return out;
}

Result<Settings> loadSettings(const Places& places) {
    Settings settings = LG_TRY(readFileIfThere(places.site + "/config.toml"));
    beat(settings, LG_TRY(readFileIfThere(places.config + "/config.toml")));
    Settings environment;
    for (const auto& choice : choices()) {
        const char* value = std::getenv(choice.variable);
        if (value == nullptr || *value == '\0') {
            continue;
        }
        const std::string words = wrongWord(choice, value);
        if (!words.empty()) {
            return makeError(Code::Invalid,
                             std::string(choice.variable) + " cannot be '" + forScreen(value) + "'",
                             "use " + words);
        }
        environment.*choice.field = value;
    }
    beat(settings, environment);
    return settings;
}

} // namespace leadglass::policy
