#include "core/policy/explain.h"

#include <algorithm>
#include <iterator>

#include "core/base/escape.h"
#include "core/policy/address.h"
#include "core/policy/describe.h"

namespace leadglass::policy {
namespace {

std::string reasonInWords(const std::string& reason) {
    if (reason == "rule") return "a rule says so";
    if (reason == "default") return "no rule names it, so the default holds";
    if (reason == "private_needs_rule") return "a private address needs a rule that names it";
    if (reason == "literal_needs_rule") return "an address without a name needs an address rule";
    if (reason == "bad_name") return "this is no host name";
    if (reason == "bad_port") return "this is no port";
    if (reason == "project_restricts") return "the project's own file restricts it";
    if (reason == "no_protocol") return "no rule says which protocol is spoken on this port";
    if (reason == "hard_denial:metadata") return "instance metadata is refused always";
    if (reason == "hard_denial:link_local") return "link-local addresses are refused always";
    if (reason == "hard_denial:multicast") return "multicast is refused always";
    if (reason == "hard_denial:own_address" || reason == "hard_denial:loopback") {
        return "this machine's own addresses are refused, apart from granted loopback ports";
    }
    if (reason.starts_with("hard_denial:")) return "this address is refused always (" + reason.substr(12) + ")";
    return reason;
}

std::string smallestChange(const EgressRequest& request, const Decision& decision) {
    if (decision.verdict == Verdict::Allow || decision.reason == "bad_name" || decision.reason == "bad_port") {
        return {};
    }
    if (request.loopbackPort != 0 || decision.reason == "hard_denial:loopback" ||
        decision.reason == "hard_denial:own_address") {
        const auto port = request.loopbackPort != 0 ? request.loopbackPort : request.port;
        return "{ loopback = " + std::to_string(port) + " } in egress.allow, or --allow loopback:" +
               std::to_string(port);
    }
    if (decision.reason.starts_with("hard_denial:")) {
        return "none: no file and no answer can allow this";
    }
    if (decision.reason == "project_restricts" || (decision.verdict == Verdict::Deny && decision.reason == "rule")) {
        return "take back the rule at " + (decision.origin ? describe(*decision.origin) : "that place");
    }
    const std::string port = std::to_string(request.port);
    const bool usual = request.port == 443 || request.port == 80;
    const std::string word = request.port == 22 ? "ssh" : "tcp";
    const std::string protocol = usual ? "" : ", protocol = \"" + word + "\"";
    if (request.literal) {
        return "{ address = \"" + toText(*request.literal) + "\", port = " + port + protocol + " } in egress.allow";
    }
    return "{ host = \"" + request.host + "\"" + (request.port == 443 ? "" : ", port = " + port) + protocol +
           " } in egress.allow, or --allow " + request.host + (request.port == 443 ? "" : ":" + port) +
           (usual ? "" : "/" + word);
}

} // namespace

std::string describeTarget(const EgressRequest& request) {
    if (request.loopbackPort != 0) {
        return "loopback:" + std::to_string(request.loopbackPort);
    }
    std::string host = request.literal ? toText(*request.literal) : forScreen(request.host);
    if (request.literal && request.literal->v6) {
        host = "[" + host + "]";
    }
    return host + ":" + std::to_string(request.port);
}

std::string describeRule(const EgressRule& rule) {
    std::string out;
    switch (rule.kind) {
    case EgressRule::Kind::Loopback: return "loopback:" + std::to_string(rule.loopbackPort);
    case EgressRule::Kind::Address:
        out = toText(rule.range.base) + "/" + std::to_string(rule.range.prefix);
        break;
    case EgressRule::Kind::Registry:
    case EgressRule::Kind::Host: out = (rule.host.below ? "*." : "") + rule.host.name; break;
    }
    std::string ports;
    for (const std::uint16_t port : rule.ports) {
        ports += (ports.empty() ? "" : ",") + std::to_string(port);
    }
    out += ports.empty() ? "" : ":" + ports;
    constexpr const char* kProtocols[] = {"", " tls", " http", " ssh", " tcp"};
    out += kProtocols[static_cast<int>(rule.protocol)];
    out += rule.sni == SniMode::Any ? " sni=any" : "";
    out += rule.allowPrivate ? " private" : "";
    out += rule.registry.empty() ? "" : " (registry " + rule.registry + ")";
    return out;
}

std::string allowFlagFor(const EgressRequest& request, const std::string& reason) {
    constexpr const char* kReasons[] = {"nobody_to_ask", "ask_deny", "hold", "default", "no_protocol", "literal_needs_rule",
                                        "private_needs_rule", "hard_denial:loopback"};
    const bool asked = std::any_of(std::begin(kReasons), std::end(kReasons), [&](const char* r) { return reason == r; });
    if (!asked) {
        return {};
    }
    if (request.loopbackPort != 0) {
        return "loopback:" + std::to_string(request.loopbackPort);
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
    out += "  reason: " + reasonInWords(decision.reason) + "\n";
    if (decision.origin && !decision.origin->file.empty()) {
        out += "  from:   " + forScreen(describe(*decision.origin), 1024) + ", layer " +
               layerName(decision.origin->layer) +
               (decision.ruleId.empty() ? "" : ", rule " + decision.ruleId) + "\n";
    }
    out += "  policy: " + policy.version + "\n";
    if (const std::string change = smallestChange(request, decision); !change.empty()) {
        out += "  to allow it: " + change + "\n";
    }
    if (decision.verdict == Verdict::Allow && request.loopbackPort == 0) {
        // Without inspection only the name is checked: a residual risk that a person should know.
        out += "  note: only the name is checked. What else the host's operator serves behind the same "
               "address can be reached by fronting, and uploads are possible.\n";
    }
    for (const NotEnforced& key : policy.merged.notEnforced) {
        out += "  not enforced by this version: " + describe(key.origin) + " " + key.key + "; no run starts\n";
    }
    return out;
}

} // namespace leadglass::policy
