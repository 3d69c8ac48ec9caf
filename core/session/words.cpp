#include "core/session/words.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "core/policy/action.h"
#include "core/policy/refusal.h"

namespace leadglass::session {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

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

std::string refusalWords(const std::string& reason) { return policy::refusalWords(reason); }

std::string wayOutOf(const audit::Event& event) {
    if (event.verdict != "deny" || (event.kind != audit::Kind::Egress && event.kind != audit::Kind::Dns)) {
        return {};
    }
    auto request = policy::parseAction(event.subject);
    if (request && event.subject.starts_with("localhost:")) { // of the host's loopback
        request->loopbackPort = request->port;
    }
    return policy::wayOut(request ? *request : policy::EgressRequest{}, event.reason, event.origin);
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

std::string askedWords(const std::string& method, const std::string& object, const std::string& host, std::uint16_t port,
                       const std::string& protocol) {
    return method.empty() ? "connect to " + targetWords(host, port, protocol) : object;
}

std::string unsealedNotice(const std::string& target) {
    return "'" + target +
           "' is empty inside: its sockets and pipes could not be cut off, since no overlay can be laid over that "
           "directory (other file systems below it, or one that carries none)";
}

} // namespace leadglass::session
