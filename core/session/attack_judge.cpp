#include "core/session/attack_judge.h"

#include <charconv>

#include "core/base/escape.h"

namespace leadglass::session {
namespace {

using api::AttackResult;

std::string_view cut(std::string_view& line) {
    const std::size_t tab = line.find('\t');
    const std::string_view field = line.substr(0, tab);
    line.remove_prefix(tab == std::string_view::npos ? line.size() : tab + 1);
    return field;
}

void readLine(std::string_view line, std::map<std::string, ProbeAnswer>& answers) {
    const std::string id(cut(line));
    const std::string_view state = cut(line);
    const std::string_view ways = cut(line);
    ProbeAnswer answer;
    answer.worked = state == "worked";
    answer.text = forScreen(line, 300);
    const auto [end, error] = std::from_chars(ways.data(), ways.data() + ways.size(), answer.ways);
    if ((!answer.worked && state != "refused") || error != std::errc() || end != ways.data() + ways.size()) {
        return;
    }
    // What can write here could add a line: "worked" is not taken back by a later "refused".
    auto& known = answers[id];
    if (!known.worked) {
        known = answer;
    }
}

std::string counted(int number, const char* what) {
    return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

struct Decisions {
    int refused = 0;
    std::string allowed;
};

Decisions decisionsOn(const std::string& mark, const std::vector<audit::Row>& history) {
    Decisions found;
    for (const auto& row : history) {
        if (mark.empty() || row.event.subject.find(mark) == std::string::npos ||
            (row.event.kind != audit::Kind::Egress && row.event.kind != audit::Kind::Dns)) {
            continue;
        }
        if (row.event.verdict == "allow") {
            found.allowed = row.event.subject;
        } else if (row.event.verdict == "deny") {
            ++found.refused;
        }
    }
    return found;
}

std::string hostEvidence(const AttackFacts& facts, const Decisions& decisions) {
    std::string text;
    const auto add = [&text](const std::string& more) { text += (text.empty() ? "" : ", ") + more; };
    if (!facts.damage.empty()) {
        add(facts.damage);
    }
    if (facts.contacts) {
        add(counted(*facts.contacts, "contact") +
            (facts.contactsOutside && *facts.contactsOutside > 0 ? " (control: " + std::to_string(*facts.contactsOutside) + ")" : ""));
    }
    if (!decisions.allowed.empty()) {
        add("the policy let '" + decisions.allowed + "' through");
    } else if (decisions.refused > 0) {
        add(counted(decisions.refused, "refusal") + " in the history");
    }
    return text.empty() ? "nothing changed" : text;
}

} // namespace

std::map<std::string, ProbeAnswer> readProbe(std::string_view output) {
    std::map<std::string, ProbeAnswer> answers;
    while (!output.empty()) {
        const std::size_t end = output.find('\n');
        if (end == std::string_view::npos) {
            break; // a line that was cut short says nothing
        }
        readLine(output.substr(0, end), answers);
        output.remove_prefix(end + 1);
    }
    return answers;
}

AttackResult judge(const wire::Technique& technique, const AttackFacts& facts, const std::vector<audit::Row>& history) {
    const Decisions decisions = decisionsOn(technique.mark, history);
    AttackResult result;
    result.id = technique.id;
    result.source = technique.source;
    result.title = technique.title;
    result.wall = technique.wall;
    if (facts.outside) {
        result.control = facts.outside->worked ? AttackResult::Control::Worked : AttackResult::Control::RefusedToo;
    }
    result.host = hostEvidence(facts, decisions);
    const bool arrived = facts.contacts.value_or(0) > 0 || !facts.damage.empty() || !decisions.allowed.empty();
    if (facts.inside) {
        result.inside = facts.inside->text + (facts.inside->worked ? "" : " (" + counted(static_cast<int>(facts.inside->ways), "way") + ")");
    }
    if (arrived || (facts.inside && facts.inside->worked)) {
        result.verdict = AttackResult::Verdict::Open;
    } else if (facts.inside && facts.inside->ways > 0) {
        result.verdict = AttackResult::Verdict::Contained;
    } else {
        result.inside = "no answer from the probe";
    }
    return result;
}

} // namespace leadglass::session
