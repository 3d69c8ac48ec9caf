// A decision about one request in words.
#include <algorithm>

#include "core/base/escape.h"
#include "core/policy/describe.h"
#include "core/policy/explain.h"
#include "core/policy/judge.h"
#include "core/policy/needs.h"
#include "core/policy/refusal.h"

namespace leadglass::policy {
namespace {

std::string quoted(const std::string& text) { return "\"" + forScreen(text, 200) + "\""; }

// Which condition of a rule did not hold, and what would make it.
std::string whyNot(const EgressRule& rule, const RequestFacts& facts, const PushedRef* ref, const Fitness& fitness) {
    const std::string key = fitness.failed;
    const HttpRequest& request = facts.request;
    if (fitness.fit == Fit::Unsure) {
        return std::string("cannot be told: ") + refusalWords(fitness.reason);
    }
    if (key == "methods" || key == "read_only") {
        return "its methods are not " + forScreen(request.method, 40) +
               (key == "methods" ? "; add " + quoted(request.method) + " to methods" : "; read_only = false takes every method");
    }
    if (key == "paths") {
        return "none of its paths fits; add " + quoted(facts.target.path) + " to paths";
    }
    if (key == "query") {
        return "the query is not what it asks for (" + describeConditions({{}, {}, rule.when.query, rule.when.queryOnly, {}, {}, false}) + ")";
    }
    if (key == "headers") {
        return "the headers are not what it asks for (" + describeConditions({{}, {}, {}, false, rule.when.headers, {}, false}) + ")";
    }
    if (key == "git.repository" || key == "git.organisation") {
        return "it is for another repository";
    }
    if (key == "git.access") {
        return "its access is another one; add it to access";
    }
    if ((key == "git.branches" || key == "git.tags") && ref != nullptr) {
        const std::string name = ref->ref.substr(ref->ref.find('/', 5) == std::string::npos ? 0 : ref->ref.find('/', 5) + 1);
        return forScreen(ref->ref, 200) + " is none of its " + key.substr(4) + "; add " + quoted(name) + " to " + key.substr(4);
    }
    if (key == "git.create" || key == "git.delete") {
        return std::string("it takes no ") + (key == "git.create" ? "new branch or tag" : "deletion") + "; " + key.substr(4) + " = true takes it";
    }
    return "this is nothing that git's smart protocol asks of a repository";
}

const char* wordFor(Verdict verdict) { return verdictName(verdict); }

// The rules for the host that had a say by their conditions, one line each.
std::string rulesNearby(const EffectivePolicy& policy, const EgressRequest& to, const RequestFacts& facts, const PushedRef* ref) {
    std::string out;
    int left = 6;
    const auto look = [&](const std::vector<EgressRule>& rules, Verdict says, bool wide) {
        for (const EgressRule& rule : rules) {
            if (rule.when.empty() || left == 0 || !covers(rule, to, wide ? NoPort::Any : NoPort::Https)) {
                continue;
            }
            const Fitness fitness = fitOf(rule.when, facts, ref, wide);
            if (fitness.fit != Fit::Yes) {
                --left;
                out += "  not by: " + forScreen(describe(rule.origin), 1024) + ", " + wordFor(says) + " " + describeRule(rule) + ": " +
                       whyNot(rule, facts, ref, fitness) + "\n";
            }
        }
    };
    const auto layer = [&](const Profile& rules, bool restricts) {
        look(rules.allow, Verdict::Allow, false);
        look(rules.ask, Verdict::Ask, restricts);
    };
    layer(policy.merged, false);
    for (const Profile& rules : policy.restrictions) {
        layer(rules, true);
    }
    return out;
}

// The first ref that gets what the whole push got.
const PushedRef* decisive(const EffectivePolicy& policy, const EgressRequest& to, const HttpRequest& request, Verdict verdict) {
    for (const PushedRef& ref : request.refs) {
        HttpRequest one = request;
        one.refs = {ref};
        if (evaluateRequest(policy, to, one, {}).verdict == verdict) {
            return &ref;
        }
    }
    return nullptr;
}

bool isPush(const HttpRequest& request) { return request.pushed || request.target.find("git-receive-pack") != std::string::npos; }

} // namespace

std::string explain(const EffectivePolicy& policy, const EgressRequest& connection, const HttpRequest& request, const Decision& decision) {
    std::string out = describeRequest(connection, request) + ": " + verdictName(decision.verdict) + "\n";
    const bool defaulted = decision.reason == "default" && decision.verdict != Verdict::Deny;
    const bool byRule = decision.reason == "rule" && decision.verdict != Verdict::Deny;
    out += "  reason: " + (defaulted ? "no rule fits it, so the default holds" : byRule ? "a rule says so" : refusalWords(decision.reason)) + "\n";
    if (const std::string place = placeInWords(decision.origin, decision.ruleId); !place.empty()) {
        out += "  from:   " + place + "\n";
    }
    const PushedRef* ref = decisive(policy, connection, request, decision.verdict);
    if (ref != nullptr) {
        out += "  decided by: " + forScreen(ref->ref, 300) + (ref->remove ? ", which would be deleted" : ref->create ? ", which would be new" : "") + "\n";
    }
    out += "  policy: " + policy.version + "\n";
    const RequestFacts facts(request);
    if (decision.verdict != Verdict::Allow) {
        const std::string nearby = rulesNearby(policy, connection, facts, ref);
        out += nearby;
        // A rule for all of the host is more than the smallest change where one of its rules nearly fits.
        const bool byDefault = decision.reason == "default" && !nearby.empty();
        const std::string change = byDefault ? "" : wayOut(connection, decision.reason, decision.origin ? describe(*decision.origin) : "");
        out += change.empty() ? "" : "  to allow it: " + change + "\n";
    }
    if (!decision.inspect) {
        out += "  note: nothing has this connection opened, so what is said of the host holds for every request: method and path are not seen. What "
               "else its operator serves behind the same address can be reached by fronting.\n";
    } else if (facts.target.ok() && !facts.target.exact) {
        out += "  judged as: " + forScreen(facts.target.path, 600) + "\n";
    }
    if (decision.verdict != Verdict::Deny) {
        for (const Binding& binding : bindingsFor(policy, connection, request, decision)) {
            out += "  secret: " + binding.secret->name + " goes into " + binding.inject->header + " (" + forScreen(describe(binding.inject->origin), 1024) + ")\n";
        }
    }
    if (isPush(request)) {
        out += "  note: whether a push rewrites what is there (force) cannot be seen in it, only by the server: protect branches there.\n";
    }
    for (const NotEnforced& key : notEnforcedBy(policy)) {
        out += "  not enforced by this version: " + describe(key.origin) + " " + key.key + "; no run starts\n";
    }
    return out;
}

} // namespace leadglass::policy
