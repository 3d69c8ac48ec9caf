#include "core/policy/refusal.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/base/escape.h"
#include "core/policy/address.h"
#include "core/policy/describe.h"
#include "core/policy/parser_sections.h"

namespace leadglass::policy {
namespace {

enum class Way { Rule, Private, TakeBack, DeniedRange, Loopback, Never, Name, Port, Answer, Flood, NameInside, Protocol, Spelling, Requests, Push, Long, Pinned, Server, Placed, Value, Uses, Body, Scan,
                 Fewer, History, Machine, None };

struct Reason {
    std::string_view code;
    const char* words;
    Way way;
};

constexpr std::array kReasons{
    Reason{"default", "no rule allows it", Way::Rule},
    Reason{"rule", "a rule denies it", Way::TakeBack},
    Reason{"project_restricts", "the project's own policy file restricts it", Way::TakeBack},
    Reason{"private_needs_rule", "a private address needs a rule that names it", Way::Private},
    Reason{"literal_needs_rule", "a bare address needs a rule that names it", Way::Rule},
    Reason{"no_protocol", "what it speaks is not known", Way::Rule},
    Reason{"denied_address", "it resolves to an address that a rule denies", Way::DeniedRange},
    Reason{"bad_name", "no valid name", Way::Name},
    Reason{"bad_port", "no valid port", Way::Port},
    Reason{"hard_denial:metadata", "instance metadata, never allowed", Way::Never},
    Reason{"hard_denial:link_local", "a link-local address, never allowed", Way::Never},
    Reason{"hard_denial:multicast", "a multicast address, never allowed", Way::Never},
    Reason{"hard_denial:unspecified", "the unspecified address, never allowed", Way::Never},
    Reason{"hard_denial:reserved", "a reserved address, never allowed", Way::Never},
    Reason{"hard_denial:book_range", "an address that stands for names of a run, never allowed by itself", Way::Never},
    Reason{"hard_denial:loopback", "this machine itself, never allowed without a loopback rule", Way::Loopback},
    Reason{"hard_denial:own_address", "this machine's own address, never allowed", Way::Loopback},
    Reason{"answer", "you denied it", Way::Answer},
    Reason{"late_answer", "you denied it", Way::Answer},
    Reason{"hold", "nobody answered in time", Way::Rule},
    Reason{"nobody_to_ask", "it needs an answer, and nobody is there to ask", Way::Rule},
    Reason{"ask_deny", "it needs an answer, and nobody is asked in this run", Way::Rule},
    Reason{"question_flood", "too many questions at once", Way::Flood},
    Reason{"name_inconsistent", "the name inside the connection is another one", Way::NameInside},
    Reason{"bad_protocol", "what is spoken is not what the rule says", Way::Protocol},
    Reason{"too_many_connections", "too many at once", Way::Fewer},
    Reason{"not_recorded", "the history could not be written", Way::History},
    Reason{"own_addresses_unknown", "this machine's own addresses could not be read", Way::Machine},
    Reason{"ambiguous_path", "its path can be read in two ways, and a rule depends on it", Way::Spelling},
    Reason{"ambiguous_query", "its query can be read in two ways, and a rule depends on it", Way::Spelling},
    Reason{"method_override", "it names another method besides its own, and a rule depends on the method", Way::Spelling},
    Reason{"cannot_inspect", "a rule asks for what only inspection shows, and this protocol has no requests that can be seen", Way::Requests},
    Reason{"push_malformed", "it is no git push as git makes it", Way::Spelling},
    Reason{"push_too_large", "the push changes more refs than are looked at (256)", Way::Push},
    Reason{"push_signed", "a signed push names its refs in a way that is not read", Way::Push},
    Reason{"too_long_to_ask", "it is too long to be shown whole, so nobody can be asked about it", Way::Long},
    Reason{"certificate_refused", "the program did not take the run's certificate (it brings its own, or holds to one)", Way::Pinned},
    Reason{"upstream_untrusted", "nobody whom this machine trusts vouches for the server", Way::Server},
    Reason{"upstream_expired", "the server's certificate has expired", Way::Server},
    Reason{"upstream_wrong_name", "the server's certificate is for another name", Way::Server},
    Reason{"upstream_revoked", "the server's certificate was revoked", Way::Server},
    Reason{"upstream_protocol", "the server speaks no TLS that can be trusted", Way::Server},
    Reason{"placeholder_elsewhere", "a credential's placeholder is where its policy does not let it go", Way::Placed},
    Reason{"placeholder_insecure", "a credential goes over TLS only", Way::Placed},
    Reason{"other_credential", "another credential stands where the policy puts its own", Way::Placed},
    Reason{"secret_unavailable", "the credential's value could not be had", Way::Value},
    Reason{"secret_limit", "the credential was used as often as its policy says", Way::Uses},
    Reason{"canary", "it holds a canary of this run, which only somebody who collects credentials has", Way::None},
    Reason{"body_too_large", "its body is larger than [output] lets out in one request", Way::Body},
    Reason{"body_blocked", "what it sends has something in it that must not leave", Way::Scan},
    Reason{"run_ended", "the run ended", Way::None},
};
constexpr std::string_view kHard = "hard_denial:";

const Reason* find(std::string_view code) {
    const auto found = std::find_if(kReasons.begin(), kReasons.end(), [&](const Reason& r) { return r.code == code; });
    return found == kReasons.end() ? nullptr : found;
}

std::string spaced(std::string code) {
    std::replace(code.begin(), code.end(), '_', ' ');
    return code;
}

// The rule as it stands in a profile, and as a flag where a flag can say it.
std::string ruleFor(const EgressRequest& request, bool isPrivate) {
    const std::uint16_t port = request.port == 0 ? 443 : request.port;
    const bool usual = port == 443 || port == 80;
    const std::string word = port == 22 ? "ssh" : "tcp";
    const std::string protocol = usual ? "" : ", protocol = \"" + word + "\"";
    if (request.literal) {
        return "{ address = \"" + toText(*request.literal) + "\", port = " + std::to_string(port) + protocol +
               " } in egress.allow, or --allow " + describeTarget(request) + (usual ? "" : "/" + word);
    }
    std::string rule = "{ host = \"" + forScreen(request.host, 255) + "\"";
    rule += (port == 443 ? "" : ", port = " + std::to_string(port)) + protocol;
    if (isPrivate) { // no flag can say that
        return rule + ", private = true } in egress.allow of a profile";
    }
    return rule + " } in egress.allow, or --allow " + forScreen(request.host, 255) +
           (port == 443 ? "" : ":" + std::to_string(port)) + (usual ? "" : "/" + word);
}

std::string loopbackRule(const EgressRequest& request) {
    const std::uint16_t number = request.loopbackPort != 0 ? request.loopbackPort : request.port;
    const std::string port = std::to_string(number);
    if (const char* danger = dangerousLoopback(number)) { // no flag takes it
        return "a server of this machine is reached as localhost:" + port + ", with { loopback = " + port +
               ", unsafe = true } in egress.allow of a profile; but that port is " + danger;
    }
    return "a server of this machine is reached as localhost:" + port + ", with { loopback = " + port +
           " } in egress.allow, or --allow loopback:" + port;
}

} // namespace

std::vector<std::string> refusalReasons() {
    std::vector<std::string> codes;
    for (const Reason& reason : kReasons) {
        codes.emplace_back(reason.code);
    }
    return codes;
}

std::string refusalWords(const std::string& reason) {
    if (const Reason* known = find(reason)) {
        return known->words;
    }
    return reason.starts_with(kHard) ? spaced(reason.substr(kHard.size())) + ", never allowed" : spaced(reason);
}

std::string placeInWords(const std::optional<Origin>& origin, const std::string& ruleId) {
    if (!origin || origin->file.empty()) {
        return {};
    }
    if (origin->layer == Layer::Run && origin->file.starts_with("--")) {
        return forScreen(origin->file, 80) + " of this run";
    }
    return forScreen(describe(*origin), 1024) + ", layer " + layerName(origin->layer) +
           (ruleId.empty() ? "" : ", rule " + forScreen(ruleId, 80));
}

std::string wayOut(const EgressRequest& request, const std::string& reason, const std::string& place) {
    const Reason* known = find(reason);
    const Way way = known != nullptr ? known->way : reason.starts_with(kHard) ? Way::Never : Way::None;
    const std::string line = place.empty() ? "that decided it" : "at " + forScreen(place, 1024);
    const bool loopback = request.loopbackPort != 0;
    if (!loopback && !request.literal && request.host.empty() &&
        (way == Way::Rule || way == Way::Private || way == Way::Answer || way == Way::Flood || way == Way::Loopback)) {
        return {}; // no rule can be put into words for what has no name
    }
    switch (way) {
    case Way::Rule: return loopback ? loopbackRule(request) : ruleFor(request, false);
    case Way::Private: return ruleFor(request, !request.literal);
    case Way::TakeBack:
        return place.starts_with("--") ? "start it without that " + forScreen(place, 80) : "take back the line " + line;
    case Way::DeniedRange:
        return "take back the rule that denies this address: 'leadglass policy show' names it under egress deny";
    case Way::Loopback: return loopbackRule(request);
    case Way::Never: return "no file and no answer can allow this";
    case Way::Name: return "what was asked for is no host name: a plain one is api.example.com";
    case Way::Port: return "a port is 1 to 65535";
    case Way::Answer:
        return "answer allow when it is asked again (leadglass approvals), or beforehand " +
               (loopback ? loopbackRule(request) : ruleFor(request, false));
    case Way::Flood:
        return "answer what waits (leadglass approvals), or beforehand " +
               (loopback ? loopbackRule(request) : ruleFor(request, false));
    case Way::NameInside:
        return "a rule for the name inside, which the program then connects to; or sni = \"any\" in the rule " + line;
    case Way::Protocol: return "protocol = \"tcp\" in the rule " + line;
    case Way::Spelling: return "send it in its plain form: no %2F, %5C, %25, ';' or '\\\\' in the path, one method";
    case Way::Requests: return "protocol = \"tls\" or \"http\" in the rule " + line + ", or take its conditions away";
    case Way::Push: return "push fewer refs at once, and without --signed";
    case Way::Long: return "a rule that names its path, or a shorter request";
    case Way::Pinned: return "inspect = false in the rule " + line + ", which then says nothing of single requests; or let the program take SSL_CERT_FILE";
    case Way::Server: return "mend the server's certificate, or name who vouches for it with SSL_CERT_FILE before leadglass run";
    case Way::Placed: return "send the placeholder as it is, in the header that its [[secret]] names, to its host, over TLS";
    case Way::Value: return "'leadglass secret test NAME' says what is wrong with its store";
    case Way::Body: return "a larger max_bytes in [output]";
    case Way::Scan: return "'leadglass audit list --kind sighting' says what it is; secrets = \"redact\" or \"flag\" in [output] stops no request for a credential";
    case Way::Uses: return "uses = N in its [[secret]]";
    case Way::Fewer: return "fewer connections at once: what one run may hold open is fixed";
    case Way::History: return "'leadglass doctor' says why the history cannot be written";
    case Way::Machine: return "'leadglass doctor' says what is missing";
    case Way::None: break;
    }
    return {};
}

} // namespace leadglass::policy
