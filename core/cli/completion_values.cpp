// Which words a value can be, by what the help calls it.
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>

#include "core/cli/completion.h"
#include "core/cli/format.h"
#include "core/cli/runs_text.h"
#include "core/cli/value_words.h"
#include "core/session/completion_facts.h"
#include "core/session/local_approval_service.h"
#include "core/session/local_secret_service.h"
#include "core/session/words.h"

namespace leadglass::cli {
namespace {

void add(const Asked& asked, Answer& answer, const std::string& word, const std::string& about = {}) {
    if (word.starts_with(asked.typed)) {
        answer.words.push_back({word, about});
    }
}

Places places() {
    auto found = findPlaces();
    return found ? *found : Places();
}

void runs(const Asked& asked, Answer& answer) {
    const std::string name = asked.app->get_name();
    const bool live = name == "exec" || name == "paste" || name == "stop";
    const auto here = places();
    const auto known = session::knownRuns(here, asked.typed, live);
    if (std::string_view("last").starts_with(asked.typed) && !(asked.typed.empty() ? known : session::knownRuns(here, "", live)).empty()) {
        add(asked, answer, "last", live ? "the newest live run of this project" : "the newest run of this project");
    }
    for (const auto& run : known) {
        add(asked, answer, run.id, stateWords(run.state) + (run.project.empty() ? "" : ", " + shortPath(run.project, here.home, 60, true)));
    }
}

void profiles(const Asked& asked, Answer& answer) {
    for (const auto& profile : session::knownProfiles(places())) {
        add(asked, answer, profile.name, "profile, " + profile.whose);
    }
    answer.more = Answer::More::Files;
}

void changes(const Asked& asked, Answer& answer) {
    if (asked.arguments.empty()) {
        return;
    }
    // A name that begins with '-' would be an option; "./" before it is taken off again by the command.
    const bool dotted = asked.typed.starts_with("./");
    const std::string typed = asked.typed.substr(dotted ? 2 : 0);
    for (const auto& change : session::knownChanges(places(), asked.arguments.front(), typed, asked.app->get_name() == "review")) {
        answer.words.push_back({(dotted || change.path.starts_with('-') ? "./" : "") + change.path, spaced(change.kind)});
    }
}

// Of what --hunks takes the path; names of hunks are copied from what was read.
void changedFiles(const Asked& asked, Answer& answer) {
    changes(asked, answer);
    std::erase_if(answer.words, [](const Candidate& each) { return !each.word.ends_with('/') && each.about != "changed"; });
    for (auto& candidate : answer.words) {
        candidate.word += candidate.word.ends_with('/') ? "" : ":";
    }
}

void limits(const Asked& asked, Answer& answer) {
    for (const auto& key : session::knownLimits()) {
        add(asked, answer, key + "=");
    }
}

void variables(const Asked& asked, Answer& answer) {
    for (char** each = ::environ; each != nullptr && *each != nullptr; ++each) {
        const std::string_view entry = *each;
        const std::string_view name = entry.substr(0, entry.find('='));
        const bool plain = !name.empty() && std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
        if (plain) {
            add(asked, answer, std::string(name));
        }
    }
}

void questions(const Asked& asked, const std::function<void(const api::PendingQuestion&)>& offer) {
    const auto list = session::makeLocalApprovalService(places())->list();
    for (std::size_t i = 0; list && i < list->size(); ++i) {
        if (asked.arguments.empty() || (*list)[i].id == asked.arguments.front()) {
            offer((*list)[i]);
        }
    }
}

std::string aboutOf(const api::PendingQuestion& question) {
    return "connect to " + session::targetWords(question.host, question.port, question.protocol);
}

void questionIds(const Asked& asked, Answer& answer) {
    if (asked.app->get_name() == "answer") { // rows of the history have ids, too
        questions(asked, [&](const auto& question) { add(asked, answer, question.id, aboutOf(question)); });
    }
}

void digests(const Asked& asked, Answer& answer) {
    questions(asked, [&](const auto& question) { add(asked, answer, question.digest, aboutOf(question)); });
}

void patterns(const Asked& asked, Answer& answer) {
    questions(asked, [&](const auto& question) {
        for (const auto& pattern : question.patterns) {
            add(asked, answer, pattern, "wider than " + question.host);
        }
        for (const auto& registry : question.registries) {
            add(asked, answer, api::registryPattern(registry), "all of the registry that " + question.host + " belongs to");
        }
    });
}

void action(const Asked& asked, Answer& answer) {
    const std::string first = asked.arguments.empty() ? "" : asked.arguments.front();
    if (first.empty()) {
        add(asked, answer, "egress", "HOST[:PORT], ADDRESS:PORT or loopback:PORT");
        add(asked, answer, "read", "a file or directory");
        add(asked, answer, "write", "a file or directory");
        add(asked, answer, "limit", "what holds it, and by what");
        add(asked, answer, "device", "gpu, kvm or a path");
    } else if (asked.arguments.size() == 1 && first == "limit") {
        for (const auto& key : session::knownLimits()) {
            add(asked, answer, key);
        }
    } else if (asked.arguments.size() == 1 && (first == "read" || first == "write")) {
        answer.more = Answer::More::Files;
    } else if (asked.arguments.size() == 1 && first == "device") {
        add(asked, answer, "gpu");
        add(asked, answer, "kvm");
        answer.more = Answer::More::Files;
    }
}

void grants(const Asked& asked, Answer& answer) {
    for (const auto& grant : session::knownGrants(places())) {
        add(asked, answer, grant.id, grant.about);
    }
}

// A locked keyring stays locked: nobody is asked for the sake of a completion.
void credentials(const Asked& asked, Answer& answer) {
    if (const auto kept = session::LocalSecretService(places()).list()) {
        for (const auto& secret : kept->secrets) {
            add(asked, answer, secret.name, std::string("in the ") + (secret.store == api::SecretStore::File ? "configuration" : "keyring"));
        }
    }
}

void files(const Asked&, Answer& answer) { answer.more = Answer::More::Files; }
void directories(const Asked&, Answer& answer) { answer.more = Answer::More::Directories; }

using Source = void (*)(const Asked&, Answer&);

// By type, or by name of an argument, as the help has them.
Source sourceOf(const std::string& name) {
    static const std::map<std::string, Source> kSources{
        {"RUN", runs},           {"NAME|FILE", profiles}, {"PATH", changes},      {"[PATH]", changes},
        {"PATH:ID[,ID]", changedFiles},
        {"KEY=VALUE", limits},   {"VARIABLE", variables}, {"ID", questionIds},    {"DIGEST", digests},
        {"GRANT", grants},       {"SECRET", credentials},
        {"PATTERN", patterns},   {"ACTION", action},      {"FILE|fd:N", files},   {"DIR", directories},
    };
    const auto found = kSources.find(name);
    return found == kSources.end() ? nullptr : found->second;
}

} // namespace

void addValues(const Asked& asked, Answer& answer) {
    for (const auto& word : wordsOf(*asked.option)) {
        add(asked, answer, word);
    }
    const bool argument = asked.option->get_positional();
    for (const auto& name : {asked.option->get_option_text(), asked.option->get_type_name(),
                             argument ? asked.option->get_name(true) : std::string()}) {
        if (const Source source = name.empty() ? nullptr : sourceOf(name)) {
            source(asked, answer);
            return;
        }
    }
}

} // namespace leadglass::cli
