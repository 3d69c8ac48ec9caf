#include <algorithm>

#include "core/base/escape.h"
#include "core/base/nearest.h"
#include "core/policy/address.h"
#include "core/policy/host_name.h"
#include "core/policy/parser_sections.h"
#include "core/policy/protocol.h"

namespace leadglass::policy {
namespace {

enum class List { Allow, Ask, Deny };
constexpr std::size_t kMaxRules = 4096;
constexpr std::size_t kMaxPorts = 64;

void addPort(Section& s, const toml::node& node, std::vector<std::uint16_t>& out) {
    const auto* port = node.as_integer();
    if (port == nullptr || port->get() < 1 || port->get() > 65535) {
        s.reading().fail(node.source(), "'" + s.name("port") + "' must be 1 to 65535, or a list of such");
    } else if (out.size() < kMaxPorts) {
        out.push_back(static_cast<std::uint16_t>(port->get()));
    } else {
        s.reading().fail(node.source(), "more than 64 ports in one rule");
    }
}

// A URL, a port or a blank in a host is what was copied from somewhere; the rule that it stands for, or nothing.
std::string meantBy(std::string text) {
    const std::size_t scheme = text.find("://");
    const bool http = text.starts_with("http://");
    text = text.substr(scheme == std::string::npos ? 0 : scheme + 3);
    text = text.substr(0, text.find_first_of("/?#"));
    text = text.substr(text.rfind('@') == std::string::npos ? 0 : text.rfind('@') + 1);
    text.erase(std::remove_if(text.begin(), text.end(), [](char c) { return c == ' ' || c == '\t'; }), text.end());
    const std::size_t colon = text.rfind(':');
    std::string port = colon == std::string::npos ? "" : text.substr(colon + 1);
    text = text.substr(0, colon);
    if (port.find_first_not_of("0123456789") != std::string::npos || port.size() > 5 || !parseHostPattern(text)) {
        return {};
    }
    port = port.empty() && http ? "80" : port == "443" ? "" : port;
    return (scheme == std::string::npos ? "write host = \"" : "a rule names a host, not a URL: write host = \"") + text + "\"" +
           (port.empty() ? "" : ", port = " + port);
}

void readTarget(Section& s, EgressRule& rule, bool denial) {
    Reading& reading = s.reading();
    const auto fail = [&](const char* key, const Error& error) {
        reading.fail(s.whereOf(key), error.what, error.fix);
    };
    int targets = 0;
    for (const char* key : {"host", "address", "registry", "loopback"}) {
        targets += s.has(key) ? 1 : 0;
    }
    if (targets != 1) {
        reading.fail(s.where(), "a rule needs exactly one of host, address, registry, loopback");
        return;
    }
    if (const auto host = s.text("host")) {
        rule.kind = EgressRule::Kind::Host;
        if (parseAddressInAnySpelling(host->value)) {
            reading.fail(host->where, "'" + forScreen(host->value) + "' is an address, not a host",
                         "use address = \"...\" with a port");
            return;
        }
        const auto pattern = parseHostPattern(host->value);
        if (!pattern) {
            const std::string meant = meantBy(host->value);
            reading.fail(s.whereOf("host"), pattern.error().what, meant.empty() ? pattern.error().fix : meant);
            return;
        }
        rule.host = *pattern;
    } else if (const auto address = s.text("address")) {
        rule.kind = EgressRule::Kind::Address;
        const auto range = parseRange(address->value);
        if (!range) {
            fail("address", range.error());
            return;
        }
        rule.range = *range;
    } else if (const auto registry = s.text("registry")) {
        rule.kind = EgressRule::Kind::Registry;
        rule.registry = registry->value;
        const auto& known = registryNames();
        if (std::find(known.begin(), known.end(), rule.registry) == known.end()) {
            const std::string near = nearest(rule.registry, known);
            reading.fail(registry->where, "unknown registry '" + forScreen(rule.registry, 80) + "'",
                         near.empty() ? "known: npm, cargo, pip, apt, go, maven"
                                      : "did you mean '" + near + "'?");
        }
    } else if (const auto port = s.integer("loopback")) {
        rule.kind = EgressRule::Kind::Loopback;
        if (*port < 1 || *port > 65535) {
            reading.fail(s.whereOf("loopback"), "'loopback' must be a port, 1 to 65535");
            return;
        }
        rule.loopbackPort = static_cast<std::uint16_t>(*port);
        const char* danger = dangerousLoopback(rule.loopbackPort);
        if (danger != nullptr && !denial && !s.boolean("unsafe").value_or(false)) {
            reading.fail(s.whereOf("loopback"),
                         "loopback port " + std::to_string(rule.loopbackPort) + " is " + danger,
                         "a grant of it needs unsafe = true: { loopback = " + std::to_string(rule.loopbackPort) + ", unsafe = true }");
        }
    }
}

void readModifiers(Section& s, EgressRule& rule) {
    Reading& reading = s.reading();
    if (const auto protocol = s.text("protocol")) {
        const auto known = protocolNamed(protocol->value);
        if (!known) {
            reading.fail(protocol->where, "'protocol' must be tls, http, ssh or tcp");
        }
        rule.protocol = known.value_or(Protocol::Default);
    }
    if (const auto sni = s.text("sni")) {
        if (sni->value != "match" && sni->value != "any") {
            reading.fail(sni->where, "'sni' must be \"match\" or \"any\"");
        }
        rule.sni = sni->value == "any" ? SniMode::Any : SniMode::Match;
    }
    rule.allowPrivate = s.boolean("private").value_or(false);
    rule.unsafe = s.boolean("unsafe").value_or(false);
    rule.viaProxy = s.boolean("via_proxy").value_or(false);
    if (rule.kind == EgressRule::Kind::Loopback) {
        for (const char* key : {"port", "protocol", "sni", "private", "via_proxy", "methods", "paths", "query", "headers", "git", "inspect"}) {
            if (s.has(key)) {
                reading.fail(s.whereOf(key), std::string("'") + key + "' means nothing with loopback");
            }
        }
    } else if (rule.unsafe) {
        reading.fail(s.whereOf("unsafe"), "'unsafe' is for loopback rules only");
    }
}

void readRule(Section& egress, const toml::table& table, List list, Profile& out) {
    const bool denial = list == List::Deny;
    const std::size_t before = egress.reading().failed;
    Section s(egress.reading(), table, "egress rule",
              {"host", "address", "registry", "loopback", "port", "protocol", "sni", "private",
               "unsafe", "via_proxy", "name", "methods", "paths", "query", "query_only", "headers", "git", "inspect", "read_only"});
    Reading& reading = s.reading();
    EgressRule rule;
    rule.origin = reading.origin(table.source());
    readTarget(s, rule, denial);
    readPorts(s, table, rule.ports);
    readModifiers(s, rule);
    readConditions(s, denial, rule, out.notEnforced);
    if (reading.failed != before) {
        return;
    }
    const std::string fault = faultOfRule(rule, denial);
    if (!fault.empty()) {
        reading.fail(table.source(), fault);
        return;
    }
    (list == List::Allow ? out.allow : list == List::Ask ? out.ask : out.deny).push_back(std::move(rule));
}

} // namespace

void readPorts(Section& s, const toml::table& table, std::vector<std::uint16_t>& ports) {
    const toml::node* node = table.get("port");
    if (node == nullptr) {
        return;
    }
    if (const auto* array = node->as_array()) {
        if (array->empty()) {
            s.reading().fail(node->source(), "an empty list of ports matches nothing");
        }
        for (const toml::node& one : *array) {
            addPort(s, one, ports);
        }
    } else {
        addPort(s, *node, ports);
    }
}

const std::vector<std::string>& registryNames() {
    static const std::vector<std::string> names = {"npm", "cargo", "pip", "apt", "go", "maven"};
    return names;
}

const char* dangerousLoopback(std::uint16_t port) {
    switch (port) {
    case 22: return "a login (ssh)";
    case 111: case 631: return "a system service (rpcbind, printing)";
    case 1080: case 3128: case 8118: case 8123: case 8888: return "often a proxy, which reaches everything";
    case 9050: case 9051: case 9150: case 9151: return "Tor's proxy or control port";
    case 2375: case 2376: case 2377: case 4243: return "Docker, which is root on this machine";
    case 6443: case 8001: case 10250: case 10255: return "Kubernetes";
    case 5037: return "the Android debug bridge";
    case 2345: case 5005: case 5678: case 9222: case 9229: case 9230: return "often a debugger, which runs any code";
    default: return port >= 6000 && port <= 6063 ? "an X11 display" : nullptr;
    }
}

std::string faultOfRule(const EgressRule& rule, bool denial) {
    using Kind = EgressRule::Kind;
    if (rule.kind == Kind::Loopback) {
        return {};
    }
    if (rule.kind == Kind::Address && !denial) {
        const Classified judged = classify(rule.range.base, {});
        const bool whole = judged.kind == AddressClass::HardDenied &&
                           rule.range.prefix >= (rule.range.base.v6 ? 16 : 8);
        if (whole) {
            return "this can match nothing: " + toText(rule.range.base) + " is refused always (" +
                   judged.reason + ")" +
                   (judged.reason == "loopback" ? "; loopback = PORT reaches one port of this machine" : "");
        }
        if (rule.range.prefix < (rule.range.base.v6 ? 16 : 8)) {
            return "the range is too wide: there is no rule for everything";
        }
        if (rule.ports.empty()) {
            return "an address rule needs a port";
        }
    }
    if (rule.kind == Kind::Host && !denial) {
        if (isMetadataName(rule.host.name)) {
            return "this can match nothing: '" + rule.host.name + "' is refused always (metadata)";
        }
        if (rule.host.name == "localhost" || rule.host.name.ends_with(".localhost")) {
            return "this can match nothing: '" + rule.host.name +
                   "' is the run's own; loopback = PORT reaches one port of this machine";
        }
    }
    if (!denial && rule.protocol == Protocol::Default) {
        for (const std::uint16_t port : rule.ports) {
            if (port != 443 && port != 80) {
                return "port " + std::to_string(port) +
                       " has no protocol of its own: add protocol = \"tls\", \"http\", \"ssh\" or \"tcp\"";
            }
        }
    }
    return {};
}

void readEgress(Section& root, Profile& out) {
    const toml::table* table = root.table("egress");
    if (table == nullptr) {
        return;
    }
    Reading& reading = root.reading();
    Section s(reading, *table, "egress", {"default", "allow", "ask", "deny"});
    if (const auto word = s.text("default")) {
        out.egressDefaultOrigin = reading.origin(word->where);
        if (word->value == "deny") {
            out.egressDefault = Verdict::Deny;
        } else if (word->value == "ask") {
            out.egressDefault = Verdict::Ask;
        } else {
            reading.fail(word->where, "'egress.default' must be \"deny\" or \"ask\"",
                         "there is no \"allow\": name what may be reached");
        }
    }
    for (const auto& [key, list] : {std::pair{"allow", List::Allow}, std::pair{"ask", List::Ask},
                                    std::pair{"deny", List::Deny}}) {
        const auto rules = s.tables(key);
        if (rules.size() > kMaxRules) {
            reading.fail(s.whereOf(key), "more than 4096 rules in one list");
            return;
        }
        for (const toml::table* rule : rules) {
            if (reading.failed >= kMaxFaults) {
                return;
            }
            readRule(s, *rule, list, out);
        }
    }
}

} // namespace leadglass::policy
