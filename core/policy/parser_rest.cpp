#include <cmath>

#include "core/base/escape.h"
#include "core/policy/parser.h"
#include "core/policy/parser_sections.h"
#include "core/policy/parser_values.h"

namespace leadglass::policy {
namespace {

void readSize(Section& s, const char* key, std::optional<std::uint64_t>& out) {
    if (const auto text = s.text(key)) {
        out = parseSize(text->value);
        if (!out || *out == 0) {
            s.reading().fail(text->where, "'" + s.name(key) + "' must be a size like \"8GiB\"");
        }
    }
}

void readCount(Section& s, const char* key, std::optional<std::uint64_t>& out) {
    if (const auto value = s.integer(key)) {
        if (*value < 1) {
            s.reading().fail(s.whereOf(key), "'" + s.name(key) + "' must be 1 or more");
            return;
        }
        out = static_cast<std::uint64_t>(*value);
    }
}

void readDuration(Section& s, const char* key, std::optional<std::uint64_t>& out) {
    if (const auto text = s.text(key)) {
        out = parseDuration(text->value);
        if (!out) {
            s.reading().fail(text->where,
                             "'" + s.name(key) + "' must be a duration like \"45s\", \"30m\" or \"8h\"");
        }
    }
}

void readExamples(Section& root, Profile& out) {
    for (const toml::table* table : root.tables("example")) {
        Section s(root.reading(), *table, "example", {"egress", "expect"});
        const auto egress = s.text("egress");
        const auto expect = s.text("expect");
        if (!egress || !expect) {
            s.reading().fail(table->source(), "an [[example]] needs egress and expect");
            return;
        }
        Example example{egress->value, Verdict::Deny, s.reading().origin(table->source())};
        if (expect->value == "allow") {
            example.expect = Verdict::Allow;
        } else if (expect->value == "ask") {
            example.expect = Verdict::Ask;
        } else if (expect->value != "deny") {
            s.reading().fail(expect->where, "'expect' must be allow, ask or deny");
        }
        out.examples.push_back(std::move(example));
    }
}

// "/dev/dri/renderD128": no empty, "." or ".." part.
bool isDevicePath(const std::string& path) {
    constexpr std::string_view kDev = "/dev/";
    if (!path.starts_with(kDev)) {
        return false;
    }
    const auto clean = cleanRelative(std::string_view(path).substr(kDev.size()));
    return clean && *clean == path.substr(kDev.size());
}

// What parses but is not built yet: a run that would need it does not start.
void readGates(Section& root, Profile& out) {
    for (const char* key : {"exec", "tool"}) {
        for (const toml::table* table : root.tables(key)) {
            out.notEnforced.push_back(
                {std::string("[[") + key + "]]", root.reading().origin(table->source())});
        }
    }
}

} // namespace

void readEnvironment(Section& root, Profile& out) {
    const toml::table* table = root.table("environment");
    if (table == nullptr) {
        return;
    }
    Section s(root.reading(), *table, "environment", {"pass", "set"});
    for (const Text& text : s.texts("pass")) {
        if (!isVariableName(text.value, true)) {
            s.reading().fail(text.where, "'environment.pass': '" + forScreen(text.value, 80) +
                                             "' is no variable name; '*' may end a name of three letters or more");
            return;
        }
        out.pass.push_back({text.value, {}, s.reading().origin(text.where)});
    }
    const toml::table* set = s.table("set");
    if (set == nullptr) {
        return;
    }
    for (const auto& [key, node] : *set) {
        const auto* value = node.as_string();
        if (!isVariableName(key.str(), false) || value == nullptr ||
            value->get().find('\0') != std::string::npos) {
            s.reading().fail(key.source(), "'environment.set': '" + forScreen(key.str(), 80) +
                                               "' must be a variable's name with a string");
            return;
        }
        out.set.push_back({std::string(key.str()), value->get(), s.reading().origin(key.source())});
    }
}

void readAgent(Section& root, Profile& out) {
    const toml::table* table = root.table("agent");
    if (table == nullptr) {
        return;
    }
    Section s(root.reading(), *table, "agent", {"commands", "key_variables", "login", "login_hosts", "outer_flags"});
    for (const Text& text : s.texts("commands")) {
        if (text.value.empty() || text.value.find('/') != std::string::npos) {
            s.reading().fail(text.where, "'agent.commands' wants base names, without '/'");
        }
        out.agent.commands.push_back(text.value);
    }
    for (const Text& text : s.texts("key_variables")) {
        if (!isVariableName(text.value, false)) {
            s.reading().fail(text.where, "'agent.key_variables' wants exact variable names");
        }
        out.agent.keyVariables.push_back(text.value);
    }
    if (s.has("login")) {
        out.agent.login.emplace();
        for (const Text& text : s.texts("login")) {
            if (text.value.empty() || text.value.find('\0') != std::string::npos) {
                s.reading().fail(text.where, "'agent.login' wants the arguments that start the agent's own sign-in");
            }
            out.agent.login->push_back(text.value);
        }
    }
    for (const Text& text : s.texts("login_hosts")) {
        const auto rule = parseEgressFlag(text.value, "agent.login_hosts", 0);
        if (!rule || rule->kind != EgressRule::Kind::Host) {
            s.reading().fail(text.where, "'agent.login_hosts' wants names of hosts" + (rule ? "" : ": " + rule.error().text()));
        }
        out.agent.loginHosts.push_back(text.value);
    }
    for (const Text& text : s.texts("outer_flags")) {
        out.agent.outerFlags.push_back(text.value);
    }
}

void readLimits(Section& root, Profile& out) {
    const toml::table* table = root.table("limits");
    if (table == nullptr) {
        return;
    }
    Section s(root.reading(), *table, "limits",
              {"cpu", "memory", "processes", "disk", "open_files", "file_size", "tmp", "cpu_time", "wall_clock",
               "tool_calls", "rate"});
    if (const auto cpu = s.number("cpu")) {
        if (!std::isfinite(*cpu) || *cpu < 0.01 || *cpu > 4096) {
            s.reading().fail(s.whereOf("cpu"), "'limits.cpu' must be 0.01 to 4096 cores");
        }
        out.limits.cpu = *cpu;
    }
    readSize(s, "memory", out.limits.memory);
    readSize(s, "disk", out.limits.disk);
    readSize(s, "file_size", out.limits.fileSize);
    readSize(s, "tmp", out.limits.tmp);
    readCount(s, "processes", out.limits.processes);
    readCount(s, "open_files", out.limits.openFiles);
    readDuration(s, "cpu_time", out.limits.cpuSeconds);
    readDuration(s, "wall_clock", out.limits.wallClockSeconds);
    for (const char* key : {"cpu", "memory", "disk", "file_size", "tmp", "processes", "open_files", "cpu_time", "wall_clock"}) {
        if (s.has(key)) {
            out.limitOrigins[key] = s.reading().origin(s.whereOf(key));
        }
    }
    for (const char* key : {"tool_calls", "rate"}) {
        if (s.has(key)) {
            out.notEnforced.push_back({std::string("limits.") + key, s.reading().origin(s.whereOf(key))});
        }
    }
}

void readRest(Section& root, Profile& out) {
    Reading& reading = root.reading();
    if (const toml::table* table = root.table("isolation")) {
        Section s(reading, *table, "isolation", {"tier"});
        if (const auto tier = s.text("tier")) {
            if (tier->value == "microvm") {
                out.tier = Tier::MicroVm;
                out.notEnforced.push_back({"isolation.tier", reading.origin(tier->where)});
            } else if (tier->value != "namespace") {
                reading.fail(tier->where, "'isolation.tier' must be \"namespace\" or \"microvm\"");
            }
        }
    }
    if (const toml::table* table = root.table("approvals")) {
        Section s(reading, *table, "approvals", {"hold", "unattended"});
        readDuration(s, "hold", out.holdSeconds);
        if (s.has("hold")) {
            out.limitOrigins["hold"] = reading.origin(s.whereOf("hold"));
        }
        if (const auto word = s.text("unattended"); word && word->value != "deny") {
            reading.fail(word->where, "'approvals.unattended' must be \"deny\"",
                         "what nobody can answer is refused");
        }
    }
    if (const toml::table* table = root.table("devices")) {
        Section s(reading, *table, "devices", {"allow"});
        for (const Text& device : s.texts("allow")) {
            if (device.value != "gpu" && device.value != "kvm" && !isDevicePath(device.value)) {
                reading.fail(device.where, "'devices.allow': '" + forScreen(device.value, 80) + "' is no device",
                             "name \"gpu\", \"kvm\", or a path like \"/dev/dri/renderD128\"");
                return;
            }
            out.devices.push_back({device.value, reading.origin(device.where)});
        }
    }
    readSecrets(root, out);
    readOutput(root, out);
    readExamples(root, out);
    readGates(root, out);
}

} // namespace leadglass::policy
