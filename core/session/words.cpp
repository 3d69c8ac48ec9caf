#include "core/session/words.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace leadglass::session {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

constexpr std::array kReasons{
    Pair{"answer", "you denied it"},
    Pair{"late_answer", "you denied it"},
    Pair{"hold", "nobody answered in time"},
    Pair{"nobody_to_ask", "it needs an answer, and nobody is there to ask"},
    Pair{"ask_deny", "it needs an answer, and nobody is asked in this run"},
    Pair{"question_flood", "too many questions at once"},
    Pair{"default", "no rule allows it"},
    Pair{"rule", "a rule denies it"},
    Pair{"project_restricts", "the project's own policy file restricts it"},
    Pair{"private_needs_rule", "a private address needs a rule that names it"},
    Pair{"literal_needs_rule", "a bare address needs a rule that names it"},
    Pair{"no_protocol", "what it speaks is not known"},
    Pair{"name_inconsistent", "the name inside the connection is another one"},
    Pair{"bad_name", "no valid name"},
    Pair{"bad_port", "no valid port"},
    Pair{"too_many_connections", "too many at once"},
    Pair{"not_recorded", "the history could not be written"},
    Pair{"run_ended", "the run ended"},
    Pair{"hard_denial:metadata", "instance metadata, never allowed"},
    Pair{"hard_denial:loopback", "this machine itself, never allowed without a loopback rule"},
    Pair{"hard_denial:own_address", "this machine's own address, never allowed"},
};

constexpr std::array kOutcomes{
    Pair{"allowed_by_user", "allowed"},
    Pair{"denied_by_user", "denied"},
    Pair{"expired_unanswered", "not answered in time: refused"},
    Pair{"no_approver", "nobody was there to answer: refused"},
    Pair{"superseded_by_rule", "decided by a rule"},
    Pair{"run_ended", "the run has ended"},
};

template <std::size_t N>
std::string_view lookUp(const std::array<Pair, N>& table, std::string_view code) {
    const auto found =
        std::find_if(table.begin(), table.end(), [&](const Pair& pair) { return pair.first == code; });
    return found == table.end() ? std::string_view() : found->second;
}

std::string orSpaced(std::string_view words, const std::string& code) {
    if (!words.empty()) {
        return std::string(words);
    }
    std::string text = code;
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
}

} // namespace

std::string refusalWords(const std::string& reason) {
    constexpr std::string_view kHard = "hard_denial:";
    const std::string_view words = lookUp(kReasons, reason);
    if (words.empty() && reason.starts_with(kHard)) {
        return orSpaced({}, reason.substr(kHard.size())) + ", never allowed";
    }
    return orSpaced(words, reason);
}

std::string outcomeWords(const std::string& outcome) {
    return orSpaced(lookUp(kOutcomes, outcome), outcome);
}

std::string answerLine(const wire::Question& question) {
    return "leadglass answer " + question.id + " " + question.digest + " allow";
}

std::string targetWords(const std::string& host, std::uint16_t port, const std::string& protocol) {
    const bool v6 = host.find(':') != std::string::npos;
    return (v6 ? "[" + host + "]" : host) + ":" + std::to_string(port) + " (" + protocol + ")";
}

std::string unsealedNotice(const std::string& target) {
    return "'" + target +
           "' is empty inside: its sockets and pipes could not be cut off, since no overlay can be laid over that "
           "directory (other file systems below it, or one that carries none)";
}

} // namespace leadglass::session
