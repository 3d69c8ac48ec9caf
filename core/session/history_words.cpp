#include "core/session/history_words.h"

#include <algorithm>

#include "core/base/escape.h"

namespace leadglass::session {

Result<std::string> resolveRun(audit::Reader& reader, const std::string& word) {
    if (word == "last") {
        auto last = LG_TRY(reader.lastRun());
        if (last.empty()) {
            return makeError(Code::NotFound, "no run in the audit history yet");
        }
        return last;
    }
    constexpr int kShown = 4;
    const auto runs = LG_TRY(reader.runsWithPrefix(word, kShown));
    if (runs.empty()) {
        return makeError(
            Code::NotFound, "no run '" + forScreen(word, 80) + "' in the audit history",
            "'leadglass audit list' shows the runs; RUN is an id, a unique prefix, or last");
    }
    if (runs.size() > 1 && runs.front() != word) {
        std::string names;
        for (const auto& run : runs) {
            names += (names.empty() ? "" : ", ") + forScreen(run, 80);
        }
        return makeError(Code::Invalid,
                         "run '" + forScreen(word, 80) + "' is not unique: " + names +
                             (runs.size() == kShown ? " ..." : ""),
                         "give more characters");
    }
    return runs.front();
}

std::optional<audit::Kind> kindFromWord(std::string word) {
    std::replace_if(word.begin(), word.end(), [](char c) { return c == ' ' || c == '-'; }, '_');
    return audit::kindFromName(word);
}

} // namespace leadglass::session
