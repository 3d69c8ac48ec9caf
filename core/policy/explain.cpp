#include "core/policy/explain.h"

#include <algorithm>
#include <iterator>

#include "core/base/escape.h"
#include "core/policy/address.h"
#include "core/policy/describe.h"
#include "core/policy/needs.h"
#include "core/policy/parser_sections.h"
#include "core/policy/refusal.h"

namespace leadglass::policy {
namespace {

std::string reasonInWords(const Decision& decision, bool loopback) {
    if (loopback && decision.reason == "hard_denial:own_address") {
        return refusalWords("hard_denial:loopback"); // a rule of one port is all it takes
    }
    if (decision.reason == "rule") {
        return decision.verdict == Verdict::Deny ? refusalWords("rule") : "a rule says so";
    }
    if (decision.reason == "default" && decision.verdict != Verdict::Deny) {
        return "no rule names it, so the default holds";
    }
    return refusalWords(decision.reason);
}

} // namespace

std::string allowFlagFor(const EgressRequest& request, const std::string& reason) {
    constexpr const char* kReasons[] = {"nobody_to_ask", "ask_deny", "hold", "default", "no_protocol", "literal_needs_rule",
                                        "private_needs_rule", "hard_denial:loopback"};
    const bool asked = std::any_of(std::begin(kReasons), std::end(kReasons), [&](const char* r) { return reason == r; });
    if (!asked) {
        return {};
    }
    if (request.loopbackPort != 0) {
        return dangerousLoopback(request.loopbackPort) != nullptr ? "" : "loopback:" + std::to_string(request.loopbackPort);
    }
    // A name that resolves to a private address needs private = true, which no flag has.
    if (reason.starts_with("hard_denial:") || (reason == "private_needs_rule" && !request.literal)) {
        return {};
    }
    const std::string protocol = request.port == 443 || request.port == 80 ? "" : request.port == 22 ? "/ssh" : "/tcp";
    const std::string target = describeTarget(request);
    return !request.literal && request.port == 443 ? target.substr(0, target.rfind(':')) : target + protocol;
}

std::string explain(const EffectivePolicy& policy, const EgressRequest& request, const Decision& decision) {
    std::string out = describeTarget(request) + ": " + verdictName(decision.verdict) + "\n";
    out += "  reason: " + reasonInWords(decision, request.loopbackPort != 0) + "\n";
    if (const std::string place = placeInWords(decision.origin, decision.ruleId); !place.empty()) {
        out += "  from:   " + place + "\n";
    }
    out += "  policy: " + policy.version + "\n";
    if (decision.verdict != Verdict::Allow) {
        const std::string place = decision.origin ? describe(*decision.origin) : "";
        // Where a rule asks, its question is what it is for: a rule that allows goes beside it.
        const bool asks = decision.verdict == Verdict::Ask && decision.reason == "rule";
        const std::string change = wayOut(request, asks ? "default" : decision.reason, place);
        out += change.empty() ? "" : "  to allow it: " + change + "\n";
        if (request.loopbackPort != 0 || decision.reason == "hard_denial:loopback") {
            out += "  inside: localhost is the run's own. Where no server of the run listens on that port, a connection there fails at "
                   "once (connection refused), and neither a question nor the history tells of it.\n";
        }
    }
    if (decision.inspect) {
        out += "  note: the connection is opened, and each request judged on its own; this is the most that one of them gets. Ask with \"GET https://" +
               describeTarget(request) + "/PATH\".\n";
    } else if (decision.verdict == Verdict::Allow && request.loopbackPort == 0) {
        // Without inspection only the name is checked: a residual risk that a person should know.
        out += "  note: only the name is checked. What else the host's operator serves behind the same "
               "address can be reached by fronting, and uploads are possible.\n";
    }
    if (decision.verdict != Verdict::Deny && policy.merged.output.scans()) {
        out += decision.inspect ? "  note: what is sent in its requests is looked through ([output]); what a WebSocket or another protocol carries after "
                                  "an upgrade is not.\n"
                                : "  note: [output] does not look into this connection: " +
                                      std::string(decision.protocol == Protocol::Tls || decision.protocol == Protocol::Http
                                                      ? request.host.empty() ? "TLS to a bare address cannot be opened" : "its rule says inspect = false"
                                                      : "its protocol has no requests that can be seen") +
                                      ".\n";
    }
    for (const NotEnforced& key : notEnforcedBy(policy)) {
        out += "  not enforced by this version: " + describe(key.origin) + " " + key.key + "; no run starts\n";
    }
    return out;
}

} // namespace leadglass::policy
