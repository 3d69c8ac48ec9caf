// leadglass approvals [list|watch], leadglass answer: questions of live runs, from any terminal.
#include <algorithm>
#include <cctype>
#include <charconv>
#include <csignal>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <thread>

#include "core/base/clock.h"
#include "core/base/escape.h"
#include "core/base/escape_once.h"
#include "core/base/standard_output.h"
#include "core/cli/command_line.h"
#include "core/cli/context.h"
#include "core/cli/format.h"
#include "core/session/approval_queue.h"
#include "core/session/control_client.h"
#include "core/session/local_approval_service.h"
#include "core/session/words.h"

namespace leadglass::cli {
namespace {

constexpr const char* kScopes[] = {"once", "minutes", "run", "project", "always"};

const char* scopeWord(api::AnswerScope scope) { return kScopes[static_cast<std::size_t>(scope)]; }

nlohmann::json toJson(const api::PendingQuestion& q) {
    nlohmann::json scopes = nlohmann::json::array();
    for (const auto scope : q.scopes) {
        scopes.push_back(scopeWord(scope));
    }
    nlohmann::json registries = nlohmann::json::array();
    for (const auto& registry : q.registries) {
        registries.push_back({{"name", registry.name}, {"hosts", registry.hosts}});
    }
    return {{"id", q.id},           {"digest", q.digest},     {"run", q.run},
            {"project", q.project}, {"profile", q.profile},   {"object", q.object},
            {"host", q.host},       {"port", q.port},         {"protocol", q.protocol},
            {"method", q.method},   {"path", q.path},
            {"process", q.process}, {"why", q.why},           {"members", q.members},
            {"scopes", scopes},     {"patterns", q.patterns}, {"waiting", q.waiting},
            {"attempts", q.attempts}, {"raised", rfc3339(q.raised)}, {"expires", rfc3339(q.expires)},
            {"state", q.state},     {"outcome", q.outcome}, {"group", q.group}, {"quiet", q.quiet},
            {"registries", registries}};
}

std::string secondsLeft(const api::PendingQuestion& q) {
    constexpr Nanos kSecond = 1'000'000'000;
    const Nanos left = (q.expires - systemClock().wall() + kSecond - 1) / kSecond;
    return std::to_string(left > 0 ? left : 0) + " s left";
}

std::string answerCommand(const api::PendingQuestion& q) {
    return "leadglass answer " + forScreen(q.id, 64) + " " + forScreen(q.digest, 80);
}

constexpr std::size_t kMaxAsked = 4096; // a request is shown in full

std::string askedFor(const api::PendingQuestion& q) {
    return forScreen(session::askedWords(q.method, q.object, q.host, q.port, q.protocol), kMaxAsked);
}
// Without a verb, in a list.
std::string targetOf(const api::PendingQuestion& q) {
    return q.method.empty() ? forScreen(session::targetWords(q.host, q.port, q.protocol), 300) : askedFor(q);
}

// A run is a process of the same person, but not necessarily ours: its words are escaped again.
// The command is a whole line ("allow|deny" pasted into a shell would be a pipe), and there once: its digest fills one.
std::string inWords(const api::PendingQuestion& q) {
    const bool pending = q.state == "pending";
    std::string text = askedFor(q) + "  " +
                       (pending ? secondsLeft(q)
                                : "refused for now; an answer still counts for the next try") + "\n";
    const auto line = [&text](const char* name, const std::string& words) {
        text += std::string("  ") + name + std::string(10 - std::strlen(name), ' ') + words + "\n";
    };
    line("run", onceForScreen(q.run, 64) + " (" + onceForScreen(q.profile, 64) + ")");
    line("project", onceForScreen(q.project));
    line("program", onceForScreen(q.process.empty() && !q.members.empty() ? q.members.front() : q.process));
    for (std::size_t i = 0; q.members.size() > 1 && i < q.members.size(); ++i) {
        line("also", onceForScreen(q.members[i]));
    }
    line("because", onceForScreen(q.why));
    line("waiting", counted(q.waiting, q.method.empty() ? "connection" : "request") +
                        ", asked for " + (q.attempts == 1 ? std::string("once") : std::to_string(q.attempts) + " times"));
    line("allow", answerCommand(q) + " allow");
    line("deny", "the same with 'deny' in place of 'allow'");
    std::string scopes;
    bool timed = false;
    for (const auto scope : q.scopes) {
        timed = timed || scope == api::AnswerScope::Minutes;
        if (scope != api::AnswerScope::Minutes) {
            scopes += (scopes.empty() ? "--scope " : ", ") + std::string(scopeWord(scope));
        }
    }
    if (q.protocol == session::kHostKeyAct) {
        line("reach", "once is for this run; always takes the key into your ~/.ssh/known_hosts, as 'leadglass ssh trust' does");
    } else if (!q.method.empty() && q.scopes != std::vector{api::AnswerScope::Once}) { // which of them are about what
        line("reach", q.path.empty() ? "once; everything wider is about a host, with --host"
                                     : "run and --for are about " + onceForScreen(q.method, 64) + " " + onceForScreen(q.path, kMaxAsked) +
                                           " alone, with any query; with --host, and for project and always, about every request to that host");
    }
    line("scopes", scopes + (timed ? "; or --for 30m, at most 24h, within this run" : ""));
    for (const auto& pattern : q.patterns) {
        line("wider", "--host '" + forScreen(pattern) + "'");
    }
    for (const auto& registry : q.registries) {
        std::string hosts;
        for (const auto& host : registry.hosts) {
            hosts += (hosts.empty() ? "" : ", ") + forScreen(host, 300);
        }
        line("widest", "--host " + forScreen(api::registryPattern(registry), 80) + ", all of this registry: " + hosts);
    }
    return text;
}

constexpr std::size_t kBurstFrom = 3; // fewer are printed one by one

// Many at once: what they have in common is said once, then a host and the command that answers for each.
std::string burstInWords(const std::vector<const api::PendingQuestion*>& burst) {
    const api::PendingQuestion& first = *burst.front();
    std::string text = counted(burst.size(), "request") + (first.quiet ? " of a run that asked often, and interrupts no more" : " at once") +
                       "\n  run       " + onceForScreen(first.run, 64) + " (" + onceForScreen(first.profile, 64) + ")\n  project   " +
                       onceForScreen(first.project) + "\n  because   " + onceForScreen(first.why) + "\n";
    for (const auto* q : burst) {
        text += "  " + targetOf(*q) + "  " +
                (q->state == "pending" ? secondsLeft(*q) : "refused for now") + ", " +
                onceForScreen(q->members.empty() ? q->process : q->members.front(), 120) + "\n    " + answerCommand(*q) + " allow\n";
    }
    return text + "  with 'deny' in place of 'allow', --scope run, --for 30m: as for a single one\n";
}

struct Options {
    bool json = false;
    std::string id;
    std::string digest;
    std::string verdict;
    std::string scope = "once";
    std::string hold; // --for
    std::string host;
    std::string note;
};

// "90s", "30m", "2h"; a number alone is minutes.
std::optional<std::uint32_t> secondsOf(const std::string& text) {
    std::uint32_t number = 0;
    const char* end = text.data() + text.size();
    const auto [rest, bad] = std::from_chars(text.data(), end, number);
    const std::string unit(rest, end);
    const std::uint32_t factor = unit == "s" ? 1 : unit.empty() || unit == "m" ? 60 : unit == "h" ? 3600 : 0;
    if (bad != std::errc() || factor == 0 || number > api::kMostSeconds / factor || number * factor < api::kLeastSeconds) {
        return std::nullopt;
    }
    return number * factor;
}

CLI::Validator lifetime() {
    return CLI::Validator(
        [](std::string& value) {
            return secondsOf(value) ? std::string() : "'" + forScreen(value, 40) + "' is no time from one minute to 24 hours; write 90s, 30m or 2h";
        },
        "");
}

void list(Context& context, const Options& options) {
    const auto questions = session::makeLocalApprovalService(context.places)->list();
    if (!questions) {
        fail(context, questions.error());
        return;
    }
    const auto unheard = session::unheardRuns(context.places);
    for (const auto& run : unheard) {
        say("warning: " + run.text());
    }
    if (questions->empty() && !options.json) {
        say(unheard.empty() ? "no question waits for an answer" : "no question of the other runs waits for an answer");
    }
    if (options.json) {
        nlohmann::json out = nlohmann::json::array();
        for (const auto& q : *questions) {
            out.push_back(toJson(q));
        }
        printJson(out);
        return;
    }
    std::map<std::string, std::vector<const api::PendingQuestion*>> groups;
    for (const auto& q : *questions) {
        groups[q.group].push_back(&q);
    }
    const char* between = "";
    for (const auto& q : *questions) { // where its first stands
        const auto& burst = groups[q.group];
        if (burst.size() < kBurstFrom && !q.quiet) {
            print(between + inWords(q));
        } else if (burst.front() == &q) {
            print(between + burstInWords(burst));
        } else {
            continue;
        }
        between = "\n";
    }
}

void watch(Context& context, const Options& options) {
    // Ctrl-C ends it in order. Waited for by a thread of its own, so that none comes between a look and a sleep.
    sigset_t ends;
    ::sigemptyset(&ends);
    ::sigaddset(&ends, SIGINT);
    ::sigaddset(&ends, SIGTERM);
    ::sigaddset(&ends, SIGUSR1);
    ::pthread_sigmask(SIG_BLOCK, &ends, nullptr);
    std::stop_source stop;
    std::thread waiter([&] {
        int which = 0;
        ::sigwait(&ends, &which);
        stop.request_stop();
    });
    std::map<std::string, std::string> printed; // digest by id
    std::string burst;                          // of what was printed last
    const auto onChange = [&](const api::QuestionChange& change) {
        static constexpr const char* kWords[] = {"raised", "changed", "closed"};
        const char* word = kWords[static_cast<std::size_t>(change.kind)];
        if (options.json) { // one document a line, for as long as it runs
            const nlohmann::json line{{"event", word}, {"question", toJson(change.question)}};
            print(line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
        } else if (change.kind == api::QuestionChange::Kind::Changed && printed[change.question.id] == change.question.digest) {
            return !stop.stop_requested(); // only how many wait
        } else if (change.kind == api::QuestionChange::Kind::Closed) {
            if (printed.erase(change.question.id) == 0) {
                return !stop.stop_requested(); // not answered in time, and by now too late for a late answer
            }
            print(askedFor(change.question) + ": " + forScreen(session::outcomeWords(change.question.outcome), 64) + "\n");
        } else {
            const auto& q = change.question;
            const bool more = q.group == burst && !printed.contains(q.id);
            burst = q.group;
            printed[q.id] = q.digest;
            // What came with the one before: the host and the command. The rest is the same.
            print(more ? (q.method.empty() ? "  and to " : "  and ") + targetOf(q) + "\n    " + answerCommand(q) + " allow\n"
                       : inWords(q));
        }
        return standard_output::finish() == 0 && !stop.stop_requested();
    };
    const Status watched = session::makeLocalApprovalService(context.places)
                               ->watch(true, onChange, stop.get_token());
    ::pthread_kill(waiter.native_handle(), SIGUSR1);
    waiter.join();
    if (!watched) {
        fail(context, watched.error());
    }
}

// As it was printed, where it was copied with what stood around it: quotes, a dot, capital letters.
CLI::Validator pasted() {
    return CLI::Validator(
        [](std::string& value) {
            constexpr const char* kAround = " \t\r\n'\"`.,;:()<>";
            const std::size_t first = value.find_first_not_of(kAround);
            const std::size_t last = value.find_last_not_of(kAround);
            value = first == std::string::npos ? value : value.substr(first, last - first + 1);
            std::transform(value.begin(), value.end(), value.begin(), [](unsigned char c) { return c < 128 ? std::tolower(c) : c; });
            return std::string();
        },
        "");
}

void answer(Context& context, const Options& options) {
    api::QuestionAnswer a;
    a.id = options.id;
    a.digest = options.digest;
    a.allow = options.verdict == "allow";
    a.pattern = options.host;
    for (std::size_t i = 0; i < std::size(kScopes); ++i) {
        if (options.scope == kScopes[i]) {
            a.scope = static_cast<api::AnswerScope>(i);
        }
    }
    a.note = options.note;
    if (!options.hold.empty()) {
        a.scope = api::AnswerScope::Minutes;
        a.seconds = secondsOf(options.hold).value_or(0);
    }
    const auto service = session::makeLocalApprovalService(context.places);
    const auto before = a.allow ? service->list() : Result<std::vector<api::PendingQuestion>>(std::vector<api::PendingQuestion>());
    const bool late = before && std::any_of(before->begin(), before->end(), [&](const auto& q) { return q.id == a.id && q.state != "pending"; });
    const Status answered = service->answer(a);
    if (!answered) {
        fail(context, answered.error());
        return;
    }
    const std::string time = a.seconds % 60 == 0 ? counted(a.seconds / 60, "minute") : counted(a.seconds, "second");
    const std::string reach[] = {" once", " for " + time + ", within this run", " for this run", " for this project", " for good"};
    say((a.allow ? "allowed" : "denied") + reach[static_cast<std::size_t>(a.scope)] +
        (a.pattern.empty() ? "" : ": " + forScreen(a.pattern, 300)));
    if (late) { // see approval_answers.cpp
        say(std::string("nobody answered in time, so what was asked about has been refused; this counts for the next try") +
            (a.scope == api::AnswerScope::Once ? ", within a minute" : ""));
    }
}

} // namespace

void addApprovalCommands(CLI::App& app, Context& context) {
    const auto options = std::make_shared<Options>();
    auto* approvals = app.add_subcommand("approvals", "Questions of live runs that wait for an answer");
    approvals->add_flag("--json", options->json, "One JSON array (watch: one JSON object a line)");
    approvals->require_subcommand(0, 1);
    auto* listing = approvals->add_subcommand("list", "List them (the default)");
    auto* watching = approvals->add_subcommand("watch", "List them, and go on as they come and go");
    for (auto* sub : {listing, watching}) {
        sub->add_flag("--json", options->json, "One JSON array (watch: one JSON object a line)");
    }
    watching->callback([&context, options] { watch(context, *options); });
    approvals->callback([&context, options, watching] {
        if (!watching->parsed()) {
            list(context, *options);
        }
    });

    auto* answering = app.add_subcommand("answer", "Answer a question of a live run");
    answering->add_option("ID", options->id, "The question, as 'leadglass approvals' shows it")->required()->type_name("")->transform(pasted());
    answering->add_option("DIGEST", options->digest, "The digest that was shown with it")->required()->type_name("")->transform(pasted());
    answering->add_option("VERDICT", options->verdict, "allow or deny")
        ->required()
        ->type_name("")
        ->transform(pasted())
        ->check(oneOf({"allow", "deny"}));
    auto* scope = answering->add_option("--scope", options->scope, "How far the answer reaches: once (the default), run, project or always")
        ->type_name("SCOPE")
        ->check(oneOf({"once", "run", "project", "always"}));
    answering->add_option("--for", options->hold, "It holds for so long, within this run: 90s, 30m, 2h (one minute to 24 hours)")
        ->type_name("TIME")
        ->check(lifetime())
        ->excludes(scope);
    answering->add_option("--note", options->note, "Why, for the history; at most 500 bytes")->type_name("TEXT")->check([](const std::string& text) {
        return text.size() <= api::kMaxNote ? std::string() : std::string("the note is longer than 500 bytes");
    });
    answering->add_option("--host", options->host, "One of the wider host patterns or registries that were offered")->type_name("PATTERN");
    answering->callback([&context, options] { answer(context, *options); });
}

} // namespace leadglass::cli
