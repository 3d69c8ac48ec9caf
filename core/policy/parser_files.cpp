#include <array>

#include "core/base/escape.h"
#include "core/policy/parser_sections.h"
#include "core/policy/parser_values.h"
#include "core/policy/path_pattern.h"

namespace leadglass::policy {
namespace {

void fail(Section& s, const Text& at, const char* key, const char* why) {
    s.reading().fail(at.where, "'" + s.name(key) + "': '" + forScreen(at.value, 200) + "' " + why);
}

// Keeps the slash at the end: it says "a directory" where nothing is there yet.
std::optional<std::string> homePath(Section& s, const Text& text, const char* key) {
    auto clean = cleanRelative(text.value);
    if (!clean) {
        fail(s, text, key, "must be a path below HOME, without '~', '.' or '..'");
        return std::nullopt;
    }
    if (text.value.ends_with('/')) {
        *clean += '/';
    }
    return clean;
}

void readHomePaths(Section& s, const char* key, std::vector<NamedPath>& out) {
    for (const Text& text : s.texts(key)) {
        if (auto path = homePath(s, text, key)) {
            out.push_back({std::move(*path), s.reading().origin(text.where), std::nullopt, false});
        }
    }
}

// files.config: "path" or { path, absent, presence_matters }.
void readConfig(Section& s, std::vector<NamedPath>& out) {
    const toml::array* list = s.list("config");
    if (list == nullptr) {
        return;
    }
    for (const toml::node& node : *list) {
        std::optional<Text> path;
        std::optional<std::string> absent;
        bool presenceMatters = false;
        if (const auto* string = node.as_string()) {
            path = Text{string->get(), node.source()};
        } else if (const auto* table = node.as_table()) {
            Section entry(s.reading(), *table, "files.config", {"path", "absent", "presence_matters"});
            path = entry.text("path");
            if (const auto text = entry.text("absent")) {
                absent = text->value;
            }
            presenceMatters = entry.boolean("presence_matters").value_or(false);
            if (presenceMatters && absent) {
                s.reading().fail(entry.where(), "'absent' and 'presence_matters' exclude each other");
                return;
            }
        }
        if (!path) {
            s.reading().fail(node.source(), "'files.config' wants strings or { path, absent, presence_matters }");
            return;
        }
        if (auto clean = homePath(s, *path, "config")) {
            out.push_back({std::move(*clean), s.reading().origin(node.source()), absent,
                           presenceMatters});
        }
    }
}

void readRead(Section& s, std::vector<NamedPath>& out) {
    for (const Text& text : s.texts("read")) {
        const std::size_t end = text.value.find_last_not_of('/');
        const std::string whole = end == std::string::npos ? std::string() : text.value.substr(0, end + 1);
        if (!text.value.empty() && (whole.empty() || whole == "~")) {
            s.reading().fail(text.where, "'" + s.name("read") + "': '" + forScreen(text.value, 200) + "' is " +
                                             (whole.empty() ? "all of this machine" : "all of your home") +
                                             ": it would show keys, logins and Leadglass's own files, which no run may see",
                             "name the directories that are needed");
            return;
        }
        const bool home = text.value.starts_with("~/");
        const std::string_view rest = std::string_view(text.value).substr(home ? 2 : 1);
        const auto clean = home || text.value.starts_with('/') ? cleanRelative(rest) : std::nullopt;
        if (!clean) {
            fail(s, text, "read", "must be an absolute path or \"~/...\", without '..'");
            return;
        }
        out.push_back({(home ? "~/" : "/") + *clean, s.reading().origin(text.where), std::nullopt, false});
    }
}

void readDrop(Section& s, std::vector<JsonDrop>& out) {
    for (const toml::table* table : s.tables("drop")) {
        Section entry(s.reading(), *table, "files.drop", {"file", "keys"});
        const auto file = entry.text("file");
        const auto keys = entry.texts("keys");
        if (!file || keys.empty()) {
            s.reading().fail(table->source(), "'files.drop' needs file and keys");
            return;
        }
        JsonDrop drop;
        drop.origin = s.reading().origin(table->source());
        drop.file = homePath(entry, *file, "file").value_or("");
        for (const Text& key : keys) {
            if (key.value.empty() || key.value.front() == '.' || key.value.back() == '.') {
                fail(entry, key, "keys", "must be names joined by dots");
                return;
            }
            drop.keys.push_back(key.value);
        }
        out.push_back(std::move(drop));
    }
}

void readGlobs(Section& s, const char* key, std::vector<PathGlob>& out) {
    for (const Text& text : s.texts(key)) {
        const auto clean = cleanRelative(text.value);
        if (!clean) {
            fail(s, text, key, "must be a pattern below the project, without '/', '~' or '$' before it, '.' or '..'");
            return;
        }
        if (!isPathPattern(*clean)) {
            fail(s, text, key, "has '!(' where it means nothing: \"x!(a|b)\" ends a name, with plain names in it and no '*' before it");
            return;
        }
        if (*clean == "*" || *clean == "**") {
            fail(s, text, key, "would match the whole project");
            return;
        }
        out.push_back({*clean, s.reading().origin(text.where)});
    }
}

} // namespace

void readFiles(Section& root, Profile& out) {
    const toml::table* table = root.table("files");
    if (table == nullptr) {
        return;
    }
    Section s(root.reading(), *table, "files",
              {"read", "state", "seed", "config", "ephemeral", "drop", "hide", "state_scope"});
    readRead(s, out.files.read);
    readHomePaths(s, "state", out.files.state);
    readHomePaths(s, "seed", out.files.seed);
    readConfig(s, out.files.config);
    readHomePaths(s, "ephemeral", out.files.ephemeral);
    readDrop(s, out.files.drop);
    readGlobs(s, "hide", out.files.hide);
    if (const auto scope = s.text("state_scope")) {
        if (scope->value != "profile" && scope->value != "project") {
            s.reading().fail(scope->where, "'files.state_scope' must be \"profile\" or \"project\"");
        }
        out.files.stateScope = scope->value == "project" ? StateScope::Project : StateScope::Profile;
    }
}

void readWorkspace(Section& root, Profile& out) {
    const toml::table* table = root.table("workspace");
    if (table == nullptr) {
        return;
    }
    Section s(root.reading(), *table, "workspace", {"mode", "protect"});
    if (const auto word = s.text("mode")) {
        out.workspaceMode = workspaceModeNamed(word->value);
        out.workspaceModeOrigin = s.reading().origin(word->where);
        if (!out.workspaceMode) {
            s.reading().fail(word->where,
                             "'workspace.mode' must be overlay, copy, direct, readonly or scratch");
        }
    }
    readGlobs(s, "protect", out.protect);
}

} // namespace leadglass::policy
