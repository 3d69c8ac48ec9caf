#include "core/policy/parser.h"

#include <algorithm>

#include "core/base/escape.h"
#include "core/policy/parser_sections.h"
#include "core/policy/parser_values.h"

namespace leadglass::policy {
namespace {

// Layer 4 is written by the agent: what could loosen is not even a key there.
void checkTightensOnly(Section& root) {
    Reading& reading = root.reading();
    const char* why = " cannot be set by a project's own file: it may only tighten";
    for (const char* key : {"name", "version", "extends", "isolation", "environment", "agent", "secret",
                            "exec", "tool", "devices", "output", "example", "ssh"}) {
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

namespace {

Profile readProfile(const toml::table& table, Reading& reading) {
    Profile out;
    out.file = reading.file;
    Section root(reading, table, "",
                 {"schema", "name", "version", "extends", "isolation", "workspace", "files",
                  "environment", "egress", "secret", "exec", "tool", "limits", "devices", "approvals",
                  "output", "example", "agent", "ssh"});
    readHead(root, out);
    if (reading.layer == Layer::Project) {
        checkTightensOnly(root);
    }
    readAgent(root, out);
    readWorkspace(root, out);
    readFiles(root, out);
    readEnvironment(root, out);
    readEgress(root, out);
    readLimits(root, out);
    readSsh(root, out);
    readRest(root, out);
    return out;
}

} // namespace

Result<Profile> parseProfile(std::string_view toml, const std::string& file, Layer layer) {
    const toml::table table = LG_TRY(parseToml(toml, file));
    Reading reading{file, layer, std::nullopt};
    Profile out = readProfile(table, reading);
    if (reading.fault) {
        return *reading.fault;
    }
    return out;
}

std::vector<Error> profileFaults(std::string_view toml, const std::string& file, Layer layer) {
    const auto table = parseToml(toml, file);
    if (!table) {
        return {table.error()};
    }
    Reading reading{file, layer, std::nullopt};
    (void)readProfile(*table, reading);
    return std::move(reading.faults);
}

} // namespace leadglass::policy
