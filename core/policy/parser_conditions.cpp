// What a rule of [egress] asks of a single request: methods, paths, query, headers, git, inspect.
#include <algorithm>
#include <array>

#include "core/base/escape.h"
#include "core/base/nearest.h"
#include "core/policy/http_path.h"
#include "core/policy/parser_sections.h"

namespace leadglass::policy {
namespace {

constexpr std::size_t kMaxGlobs = 256;
constexpr std::size_t kMaxLabel = 64;
constexpr std::array kKeys{"methods", "paths", "query", "query_only", "headers", "git", "inspect", "read_only"};

bool isToken(std::string_view text) { // RFC 9110 5.6.2
    return !text.empty() && text.size() <= 128 && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
    });
}

bool isPlain(std::string_view text) {
    return isValidUtf8(text) && std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

std::string upper(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    return text;
}

// `query` and `headers`: a table of a name and a glob each.
void readNamed(Section& s, const char* key, bool header, std::vector<NamedGlob>& out) {
    const toml::table* table = s.table(key);
    if (table == nullptr) {
        return;
    }
    Reading& reading = s.reading();
    if (table->empty() || table->size() > kMaxGlobs) {
        reading.fail(table->source(), "'" + s.name(key) + "' needs 1 to 256 names, each with a text");
    }
    for (const auto& [name, node] : *table) {
        const auto* value = node.as_string();
        const std::string text(name.str());
        if (value == nullptr || !isPlain(value->get()) || value->get().size() > 1024) {
            reading.fail(node.source(), "'" + s.name(key) + "." + forScreen(text, 80) + "' must be a text; '*' in it is any number of characters");
            return;
        }
        if (header ? !isToken(text) : !isPlain(text) || text.empty()) {
            reading.fail(name.source(), "'" + forScreen(text, 80) + "' is no " + (header ? "header's name" : "key of a query"));
            return;
        }
        out.push_back({header ? lowerHeader(text) : text, value->get()});
    }
}

// "acme/tool": path segments without ".git", which both spellings of a URL may have.
bool readRepository(Section& s, const char* key, bool whole, std::string& out) {
    const auto text = s.text(key);
    if (!text) {
        return false;
    }
    std::string_view name = text->value;
    while (name.starts_with('/')) {
        name.remove_prefix(1);
    }
    if (name.ends_with(".git")) {
        name.remove_suffix(4);
    }
    const auto path = parsePathGlob("/" + std::string(name));
    const bool slash = name.find('/') != std::string_view::npos;
    if (!path || name.empty() || name.ends_with('/') || name.find('*') != std::string_view::npos || (whole && !slash)) {
        s.reading().fail(text->where, "'" + s.name(key) + "' must be " + (whole ? "a repository's path as in its URL" : "one organisation's name"),
                         whole ? "\"acme/tool\"; all of acme: organisation = \"acme\"" : "\"acme\"");
        return false;
    }
    out = path->substr(1);
    return true;
}

void readRefs(Section& s, const char* key, std::vector<std::string>& out) {
    for (const Text& text : s.texts(key)) {
        const std::string& glob = text.value;
        const auto path = parsePathGlob("/" + glob);
        if (glob.starts_with("refs/")) {
            const std::string_view rest = std::string_view(glob).substr(glob.find('/', 5) + 1);
            s.reading().fail(text.where, "'" + s.name(key) + "' holds names, not whole refs", "write \"" + forScreen(rest, 80) + "\"");
        } else if (!path || glob.starts_with('/') || glob.ends_with('/') || out.size() >= kMaxGlobs) {
            s.reading().fail(text.where, "'" + forScreen(glob, 80) + "' in '" + s.name(key) + "' is no name of a branch or tag",
                             "\"agent/*\" is every name in agent/, \"agent/**\" every one below it");
        }
        out.push_back(glob);
    }
    if (s.has(key) && out.empty()) {
        s.reading().fail(s.whereOf(key), "'" + s.name(key) + "' is empty: it matches nothing");
    }
}

void readAccess(Section& s, const toml::table& table, bool denial, GitCondition& git) {
    const toml::node* node = table.get("access");
    if (node == nullptr) {
        git.fetch = true;
        git.push = denial;
        return;
    }
    const auto take = [&](const toml::node& one) {
        const auto* word = one.as_string();
        if (word != nullptr && word->get() == "fetch") {
            git.fetch = true;
        } else if (word != nullptr && word->get() == "push") {
            git.push = true;
        } else {
            s.reading().fail(one.source(), "'" + s.name("access") + "' must be \"fetch\" or \"push\", or a list of both");
        }
    };
    if (const auto* list = node->as_array()) {
        std::for_each(list->begin(), list->end(), take);
        if (list->empty()) {
            s.reading().fail(node->source(), "'" + s.name("access") + "' is empty: it matches nothing");
        }
    } else {
        take(*node);
    }
}

void readGit(Section& rule, bool denial, Conditions& out) {
    const toml::table* table = rule.table("git");
    if (table == nullptr) {
        return;
    }
    Reading& reading = rule.reading();
    Section s(reading, *table, "git", {"repository", "organisation", "access", "branches", "tags", "create", "delete", "force", "lfs"});
    GitCondition git;
    if (s.has("repository") == s.has("organisation")) {
        reading.fail(s.where(), "'git' needs either repository or organisation");
        return;
    }
    readRepository(s, "repository", true, git.repository);
    readRepository(s, "organisation", false, git.organisation);
    readAccess(s, *table, denial, git);
    readRefs(s, "branches", git.branches);
    readRefs(s, "tags", git.tags);
    git.create = s.boolean("create").value_or(true);
    git.remove = s.boolean("delete").value_or(denial);
    git.lfs = s.boolean("lfs").value_or(false);
    for (const char* key : {"branches", "tags", "create", "delete", "force"}) {
        if (s.has(key) && !git.push) {
            reading.fail(s.whereOf(key), std::string("'git.") + key + "' is about pushing", "add access = [\"fetch\", \"push\"]");
        }
    }
    if (const auto force = s.boolean("force"); force && !*force) {
        reading.fail(s.whereOf("force"), "a forced push cannot be told from another one by what is sent: only the server, which has the history, can refuse it",
                     "protect the branch on the server, or name branches that may be rewritten; force = true says that you know");
    }
    out.git.push_back(std::move(git));
}

void readMethods(Section& s, Conditions& out) {
    for (const Text& text : s.texts("methods")) {
        if (!isToken(text.value) || upper(text.value) != text.value) {
            s.reading().fail(text.where, "'" + forScreen(text.value, 40) + "' is no method: they are matched as they are sent, in capitals",
                             isToken(text.value) ? "write \"" + upper(text.value) + "\"" : "\"GET\", \"POST\"");
        }
        out.methods.push_back(text.value);
    }
}

void readPaths(Section& s, std::vector<std::string>& out) {
    for (const Text& text : s.texts("paths")) {
        const auto glob = parsePathGlob(text.value);
        if (!glob) {
            s.reading().fail(text.where, glob.error().what, glob.error().fix);
            continue;
        }
        out.push_back(*glob);
    }
    if (out.size() > kMaxGlobs) {
        s.reading().fail(s.whereOf("paths"), "more than 256 paths in one rule");
    }
}

// Kinds and protocols whose single requests can be seen.
void checkInspectable(Section& s, const EgressRule& rule, bool denial) {
    Reading& reading = s.reading();
    const auto first = std::find_if(kKeys.begin(), kKeys.end(), [&](const char* key) { return s.has(key); });
    if (first == kKeys.end()) {
        return;
    }
    const auto fail = [&](const std::string& what, const std::string& fix = {}) { reading.fail(s.whereOf(*first), "'" + std::string(*first) + "' " + what, fix); };
    const bool conditional = rule.needsInspection();
    if (rule.kind != EgressRule::Kind::Host && rule.kind != EgressRule::Kind::Registry) {
        fail("needs a host: only a connection to a name can be opened");
    } else if (rule.inspect.has_value() && denial) {
        reading.fail(s.whereOf("inspect"), "'inspect' says nothing in a denial");
    } else if (!rule.inspect.value_or(true) && !rule.when.empty() && !rule.when.onlyRead) {
        reading.fail(s.whereOf("inspect"), "inspect = false, and a condition that only an opened connection can be held to", "take one of them away");
    } else if (conditional && (rule.protocol == Protocol::Ssh || rule.protocol == Protocol::Tcp)) {
        fail("needs protocol \"tls\" or \"http\": in anything else no request can be seen");
    } else if (conditional && rule.sni == SniMode::Any) {
        reading.fail(s.whereOf("sni"), "sni = \"any\" does not go with a condition: a connection is opened for one name");
    }
}

// What a registry's clients do to read; PUT, POST and DELETE publish (npm, cargo, maven: PUT; PyPI: POST).
void readRegistry(Section& s, EgressRule& rule, bool denial) {
    const auto wanted = s.boolean("read_only");
    if (rule.kind != EgressRule::Kind::Registry || denial) {
        if (wanted) {
            s.reading().fail(s.whereOf("read_only"), "'read_only' is for a registry that is allowed or asked",
                             "methods = [\"GET\"] does so for a host");
        }
        return;
    }
    if (!rule.when.git.empty()) {
        s.reading().fail(s.whereOf("git"), "'git' needs a host, not a registry");
    }
    if (wanted && *wanted && !rule.when.methods.empty()) {
        s.reading().fail(s.whereOf("read_only"), "read_only and methods both say which methods", "take one of them away");
    }
    rule.readOnly = wanted;
    if (rule.when.methods.empty() && wanted.value_or(true)) {
        rule.when.onlyRead = !wanted && rule.when.empty();
        rule.when.methods = {"GET"};
    }
}

} // namespace

std::string lowerHeader(std::string name) {
    std::transform(name.begin(), name.end(), name.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return name;
}

bool isHeaderName(std::string_view text) { return isToken(text); }

void readRequestMatch(Section& s, std::vector<std::string>& methods, std::vector<std::string>& paths) {
    Conditions both;
    readMethods(s, both);
    methods = std::move(both.methods);
    readPaths(s, paths);
    for (const char* key : {"methods", "paths"}) {
        if (s.has(key) && s.texts(key).empty()) {
            s.reading().fail(s.whereOf(key), "'" + std::string(key) + "' is empty: it matches nothing");
        }
    }
}

void readConditions(Section& s, bool denial, EgressRule& rule, std::vector<NotEnforced>& needed) {
    Reading& reading = s.reading();
    Conditions& when = rule.when;
    if (const auto label = s.text("name")) {
        const bool fits = !label->value.empty() && label->value.size() <= kMaxLabel &&
                          label->value.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") == std::string::npos;
        if (!fits) {
            reading.fail(label->where, "a rule's name must be at most 64 letters, digits, '-', '_', '.'");
        }
        rule.label = label->value;
    }
    readRequestMatch(s, when.methods, when.paths);
    readNamed(s, "query", false, when.query);
    readNamed(s, "headers", true, when.headers);
    when.queryOnly = s.boolean("query_only").value_or(false);
    readGit(s, denial, when);
    if (!when.git.empty() && (!when.methods.empty() || !when.paths.empty() || !when.query.empty() || when.queryOnly)) {
        reading.fail(s.whereOf("git"), "'git' says itself which methods, paths and query there are", "make a second rule of the rest");
    }
    rule.inspect = s.boolean("inspect");
    readRegistry(s, rule, denial);
    checkInspectable(s, rule, denial);
    if (!rule.needsInspection()) {
        return;
    }
    for (const char* key : kKeys) {
        if (s.has(key)) {
            needed.push_back({std::string("egress.") + key, reading.origin(s.whereOf(key)), Need::Inspection});
        }
    }
}

} // namespace leadglass::policy
