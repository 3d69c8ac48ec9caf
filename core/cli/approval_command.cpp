// leadglass approvals [list|watch], leadglass answer: questions of live runs, from any terminal.
#include <csignal>
#include <memory>

#include "core/base/clock.h"
#include "core/base/escape.h"
#include "core/cli/context.h"
#include "core/session/local_approval_service.h"

namespace leadglass::cli {
namespace {

constexpr const char* kScopes[] = {"once", "run", "project", "always"};

const char* scopeWord(api::AnswerScope scope) { return kScopes[static_cast<std::size_t>(scope)]; }

nlohmann::json toJson(const api::PendingQuestion& q) {
    nlohmann::json scopes = nlohmann::json::array();
    for (const auto scope : q.scopes) {
        scopes.push_back(scopeWord(scope));
    }
    return {{"id", q.id},           {"digest", q.digest},     {"run", q.run},
            {"project", q.project}, {"profile", q.profile},   {"object", q.object},
            {"host", q.host},       {"port", q.port},         {"protocol", q.protocol},
            {"process", q.process}, {"why", q.why},           {"members", q.members},
            {"scopes", scopes},     {"patterns", q.patterns}, {"waiting", q.waiting},
            {"attempts", q.attempts}, {"raised", rfc3339(q.raised)}, {"expires", rfc3339(q.expires)},
            {"state", q.state},     {"outcome", q.outcome}};
}

// A run is a process of the same person, but not necessarily ours: its words are escaped again.
std::string inWords(const api::PendingQuestion& q) {
    std::string text = forScreen(q.id, 64) + "  " + forScreen(q.object) + "  " + forScreen(q.state, 16);
    if (!q.outcome.empty()) {
        text += " (" + forScreen(q.outcome, 32) + ")";
    }
    text += "\n  run      " + forScreen(q.run, 64) + " (" + forScreen(q.profile, 64) + ") in " +
            forScreen(q.project) + "\n  process  " + forScreen(q.process) + "\n";
    for (const auto& member : q.members) {
        text += "  for      " + forScreen(member) + "\n";
    }
    text += "  asked    " + forScreen(q.why) + "; " + std::to_string(q.waiting) + " waiting, " +
            std::to_string(q.attempts) + " so far, held until " + rfc3339(q.expires) + "\n";
    text += "  scopes  ";
    for (const auto scope : q.scopes) {
        text += std::string(" ") + scopeWord(scope);
    }
    for (const auto& pattern : q.patterns) {
        text += "\n  wider    --host " + forScreen(pattern);
    }
    return text + "\n  leadglass answer " + forScreen(q.id, 64) + " " + forScreen(q.digest, 80) +
           " allow|deny\n";
}

volatile std::sig_atomic_t interrupted = 0;
void onInterrupt(int) { interrupted = 1; }

struct Options {
    bool json = false;
    std::string id;
    std::string digest;
    std::string verdict;
    std::string scope = "once";
    std::string host;
};

void list(Context& context, const Options& options) {
    const auto questions = session::makeLocalApprovalService(context.places)->list();
    if (!questions) {
        fail(context, questions.error());
        return;
    }
    if (options.json) {
        nlohmann::json out = nlohmann::json::array();
        for (const auto& q : *questions) {
            out.push_back(toJson(q));
        }
        printJson(out);
        return;
    }
    for (const auto& q : *questions) {
        print(inWords(q));
    }
}

void watch(Context& context, const Options& options) {
    struct sigaction action {};
    action.sa_handler = onInterrupt;
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
    const auto onChange = [&](const api::QuestionChange& change) {
        static constexpr const char* kWords[] = {"raised", "changed", "closed"};
        const char* word = kWords[static_cast<std::size_t>(change.kind)];
        if (options.json) { // one document a line, for as long as it runs
            const nlohmann::json line{{"event", word}, {"question", toJson(change.question)}};
            print(line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
        } else if (change.kind == api::QuestionChange::Kind::Closed) {
            print(forScreen(change.question.id, 64) + "  " + forScreen(change.question.object) +
                  "  closed: " + forScreen(change.question.outcome, 32) + "\n");
        } else {
            print(inWords(change.question));
        }
        return std::fflush(stdout) == 0 && interrupted == 0;
    };
    const Status watched = session::makeLocalApprovalService(context.places)
                               ->watch(true, onChange, [] { return interrupted == 0; });
    if (!watched) {
        fail(context, watched.error());
    }
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
    const Status answered = session::makeLocalApprovalService(context.places)->answer(a);
    if (!answered) {
        fail(context, answered.error());
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
        sub->add_flag("--json", options->json, "JSON output");
    }
    watching->callback([&context, options] { watch(context, *options); });
    approvals->callback([&context, options, watching] {
        if (!watching->parsed()) {
            list(context, *options);
        }
    });

    auto* answering = app.add_subcommand("answer", "Answer a question of a live run");
    answering->add_option("ID", options->id, "The question, as 'leadglass approvals' shows it")->required();
    answering->add_option("DIGEST", options->digest, "The digest that was shown with it")->required();
    answering->add_option("VERDICT", options->verdict, "allow or deny")
        ->required()
        ->check(CLI::IsMember({"allow", "deny"}));
    answering->add_option("--scope", options->scope, "How far the answer reaches")
        ->check(CLI::IsMember({"once", "run", "project", "always"}))
        ->capture_default_str();
    answering->add_option("--host", options->host, "One of the wider host patterns that were offered");
    answering->callback([&context, options] { answer(context, *options); });
}

} // namespace leadglass::cli
