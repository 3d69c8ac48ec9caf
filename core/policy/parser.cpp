#include "core/policy/parser.h"

#include <algorithm>
#include <charconv>

#include "core/base/escape.h"
#include "core/policy/address.h"
#include "core/policy/host_name.h"
#include "core/policy/parser_sections.h"
#include "core/policy/parser_values.h"
#include "core/policy/protocol.h"

namespace leadglass::policy {
namespace {

// Layer 4 is written by the agent: what could loosen is not even a key there.
void checkTightensOnly(Section& root) {
    Reading& reading = root.reading();
    const char* why = " cannot be set by a project's own file: it may only tighten";
    for (const char* key : {"name", "version", "extends", "isolation", "environment", "agent", "secret",
                            "exec", "tool", "devices", "output", "example"}) {
        if (root.has(key)) {
            reading.fail(root.whereOf(key), std::string("'") + key + "'" + why,
                         "put it into a profile of your own");
        }
    }
    const auto only = [&](const char* section, std::initializer_list<std::string_view> keys) {
        const toml::table* table = root.table(section);
        if (table == nullptr) {
            return;
        }
        for (const auto& [key, node] : *table) {
            if (std::find(keys.begin(), keys.end(), key.str()) == keys.end()) {
                reading.fail(key.source(),
                             std::string("'") + section + "." + forScreen(key.str(), 80) + "'" + why,
                             "put it into a profile of your own");
            }
        }
    };
    only("files", {"hide"});
    only("workspace", {"protect"});
    only("approvals", {"hold"});
}

void readHead(Section& root, Profile& out) {
    Reading& reading = root.reading();
    const auto schema = root.integer("schema");
    if (!schema) {
        reading.fail(root.where(), "'schema' is missing", "add schema = 1");
    } else if (*schema != 1) {
        reading.fail(root.whereOf("schema"),
                     "schema " + std::to_string(*schema) + " is newer than this version knows (1)",
                     "install a newer Leadglass");
    }
    const bool project = reading.layer == Layer::Project;
    if (const auto name = root.text("name")) {
        if (!isProfileName(name->value)) {
            reading.fail(name->where, "'name' must be lower-case letters, digits, '-', '_', '.'");
        }
        out.name = name->value;
    } else if (!project) {
        reading.fail(root.where(), "'name' is missing");
    }
    if (const auto parent = root.text("extends")) {
        if (!isProfileName(parent->value)) {
            reading.fail(parent->where, "'extends' must be the name of one profile");
        }
        out.extends = parent->value;
    }
    if (const auto version = root.text("version")) {
        if (version->value.size() > 64 || forScreen(version->value) != version->value) {
            reading.fail(version->where, "'version' must be at most 64 printable characters");
        }
        out.version = version->value;
    }
}

} // namespace

Result<Profile> parseProfile(std::string_view toml, const std::string& file, Layer layer) {
    const toml::table table = LG_TRY(parseToml(toml, file));
    Reading reading{file, layer, std::nullopt};
    Profile out;
    out.file = file;
    Section root(reading, table, "",
                 {"schema", "name", "version", "extends", "isolation", "workspace", "files",
                  "environment", "egress", "secret", "exec", "tool", "limits", "devices", "approvals",
                  "output", "example", "agent"});
    readHead(root, out);
    if (layer == Layer::Project) {
        checkTightensOnly(root);
    }
    readAgent(root, out);
    readWorkspace(root, out);
    readFiles(root, out);
    readEnvironment(root, out);
    readEgress(root, out);
    readLimits(root, out);
    readRest(root, out);
    if (reading.fault) {
        return *reading.fault;
    }
    return out;
}

Result<EgressRule> parseEgressFlag(std::string_view text, const char* flag, int index) {
    const bool denial = std::string_view(flag) == "--deny";
    const auto wrong = [&](const std::string& why, const std::string& fix = {}) {
        return makeError(Code::Invalid, std::string(flag) + " '" + forScreen(text) + "': " + why, fix);
    };
    EgressRule rule;
    rule.origin = {Layer::Run, flag, 0, 0};
    rule.id = std::string("run:") + (denial ? "deny" : "allow") + std::to_string(index);
    std::string_view rest = text;
    if (rest.starts_with("registry:")) {
        rule.kind = EgressRule::Kind::Registry;
        rule.registry = rest.substr(9);
        const auto& known = registryNames();
        if (std::find(known.begin(), known.end(), rule.registry) == known.end()) {
            return wrong("unknown registry", "known: npm, cargo, pip, apt, go, maven");
        }
        return rule;
    }
    if (rest.starts_with("loopback:")) {
        rule.kind = EgressRule::Kind::Loopback;
        const std::string_view port = rest.substr(9);
        const char* end = port.data() + port.size();
        const auto [stop, fault] = std::from_chars(port.data(), end, rule.loopbackPort);
        if (fault != std::errc() || stop != end || rule.loopbackPort == 0) {
            return wrong("the port is not 1 to 65535");
        }
        if (const char* danger = dangerousLoopback(rule.loopbackPort); danger != nullptr && !denial) {
            return wrong(std::string("that port is ") + danger,
                         "a profile can grant it with unsafe = true");
        }
        return rule;
    }
    // HOST:PORT/PROTOCOL; in ADDRESS/N:PORT the slash stands before the colon.
    const std::size_t slash = rest.rfind('/');
    if (slash != std::string_view::npos) {
        if (const auto protocol = protocolNamed(rest.substr(slash + 1))) {
            rule.protocol = *protocol;
            rest = rest.substr(0, slash);
        }
    }
    std::string_view host = rest;
    std::string_view port;
    const std::size_t colon = rest.rfind(':');
    const bool bare6 = rest.find(':') != colon && !rest.starts_with('['); // no brackets: no port
    if (colon != std::string_view::npos && !bare6 && !rest.ends_with(']')) {
        host = rest.substr(0, colon);
        port = rest.substr(colon + 1);
        std::uint16_t number = 0;
        const char* end = port.data() + port.size();
        const auto [stop, fault] = std::from_chars(port.data(), end, number);
        if (fault != std::errc() || stop != end || number == 0) {
            return wrong("the port is not 1 to 65535");
        }
        rule.ports = {number};
    }
    std::string bare(host);
    std::erase_if(bare, [](char c) { return c == '[' || c == ']'; });
    if (parseAddressInAnySpelling(std::string_view(bare).substr(0, bare.find('/')))) {
        rule.kind = EgressRule::Kind::Address;
        auto range = parseRange(bare);
        if (!range) {
            return wrong(range.error().what, range.error().fix);
        }
        rule.range = *range;
    } else {
        auto pattern = parseHostPattern(host);
        if (!pattern) {
            return wrong(pattern.error().what, pattern.error().fix);
        }
        rule.host = *pattern;
    }
    const std::string fault = faultOfRule(rule, denial);
    if (!fault.empty()) {
        const bool protocol = fault.find("protocol") != std::string::npos;
        return wrong(protocol ? "the port has no protocol of its own" : fault,
                     protocol ? "write HOST:PORT/tls, /http, /ssh or /tcp" : "");
    }
    return rule;
}

} // namespace leadglass::policy
