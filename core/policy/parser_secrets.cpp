// [[secret]] and [output].
#include <algorithm>
#include <array>
#include <cctype>

#include "core/base/escape.h"
#include "core/base/nearest.h"
#include "core/policy/address.h"
#include "core/policy/host_name.h"
#include "core/policy/parser_sections.h"
#include "core/policy/parser_values.h"

namespace leadglass::policy {
namespace {

using Kind = SecretSource::Kind;

constexpr std::size_t kMaxSecrets = 64;
constexpr std::size_t kMaxInjects = 64;
constexpr std::size_t kMaxText = 1024;
constexpr std::array kMints{"aws", "github-app", "oauth", "gcp", "azure"};
constexpr const char* kSourceForms = "\"keyring:SERVICE/ACCOUNT\", \"env:NAME\", \"file:PATH\", \"file:PATH#/KEY\", \"state:PATH#/KEY\", \"command:PROGRAM ARGUMENT...\" or \"mint:KIND\"";

bool isPrintable(std::string_view text) {
    return !text.empty() && text.size() <= kMaxText && isValidUtf8(text) && forScreen(text, kMaxText + 1) == text;
}

// Words as a shell would split them, with '...' and "..." and no other meaning of any character.
bool splitWords(std::string_view text, std::vector<std::string>& out) {
    std::string word;
    bool within = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == ' ') {
            if (within) {
                out.push_back(std::move(word));
                word.clear();
            }
            within = false;
            continue;
        }
        within = true;
        if (text[i] != '\'' && text[i] != '"') {
            word += text[i];
            continue;
        }
        const std::size_t end = text.find(text[i], i + 1);
        if (end == std::string_view::npos) {
            return false;
        }
        word += text.substr(i + 1, end - i - 1);
        i = end;
    }
    if (within) {
        out.push_back(std::move(word));
    }
    return true;
}

std::string faultOfSource(SecretSource& out) {
    switch (out.kind) {
    case Kind::Keyring: {
        const std::size_t slash = out.text.find('/');
        const bool both = slash != std::string::npos && slash > 0 && slash + 1 < out.text.size();
        return both ? "" : "keyring: needs a service and an account, with a '/' between them";
    }
    case Kind::Env: return isVariableName(out.text, false) ? "" : "env: needs the name of one variable";
    case Kind::File: {
        if (const std::size_t hash = out.text.find("#/"); hash != std::string::npos) {
            out.pointer = out.text.substr(hash + 1);
            out.text.erase(hash);
            if (!isJsonPointer(out.pointer)) {
                return "file: names a value of a JSON file as file:PATH#/KEY/KEY";
            }
        }
        if (out.ofState) {
            auto clean = cleanRelative(out.text);
            out.text = clean.value_or("");
            return clean && !out.pointer.empty() ? "" : "state: needs a path below HOME and a value, as state:.agent/auth.json#/KEY";
        }
        const std::string_view path = out.text;
        const bool home = path.starts_with("~/");
        const bool kept = !path.empty() && path.size() <= 64 && std::isalnum(static_cast<unsigned char>(path[0])) != 0 &&
                          path.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-") == std::string_view::npos;
        const bool clean = (home || path.starts_with('/')) && cleanRelative(path.substr(home ? 2 : 1)).has_value();
        return kept || clean ? "" : "file: needs the name that 'secret set --store file' was given, an absolute path, or one that begins with ~/";
    }
    case Kind::Command: {
        const bool split = splitWords(out.text, out.argv);
        const bool runs = split && !out.argv.empty() && !out.argv[0].empty() && out.argv.size() <= 64;
        return runs ? "" : split ? "command: needs a program" : "command: has a quote that does not end";
    }
    case Kind::Mint:
        return std::any_of(kMints.begin(), kMints.end(), [&](const char* kind) { return out.text == kind; }) ? "" : "mint: knows aws, github-app, oauth, gcp and azure";
    }
    return {};
}

void readSource(Section& s, const Text& text, Secret& out) {
    constexpr std::array<std::pair<std::string_view, Kind>, 6> kKinds{{{"keyring", Kind::Keyring}, {"env", Kind::Env}, {"file", Kind::File},
                                                                       {"state", Kind::File}, {"command", Kind::Command}, {"mint", Kind::Mint}}};
    const std::size_t colon = text.value.find(':');
    const std::string_view word = std::string_view(text.value).substr(0, colon);
    const auto* found = std::find_if(kKinds.begin(), kKinds.end(), [&](const auto& one) { return one.first == word; });
    if (colon == std::string::npos || found == kKinds.end()) {
        // What is no source may be the secret itself: it is not repeated.
        const std::string near = colon == std::string::npos ? "" : nearest(word, {"keyring", "env", "file", "state", "command", "mint"});
        s.reading().fail(text.where, "'secret.source' must say where the value is: a secret does not stand in a policy",
                         near.empty() ? kSourceForms : "did you mean '" + near + ":'?");
        return;
    }
    SecretSource source{found->second, text.value.substr(colon + 1), {}};
    source.ofState = word == "state";
    std::string fault = isPrintable(source.text) ? faultOfSource(source) : "a source is a short printable text";
    if (!fault.empty()) {
        s.reading().fail(text.where, "'secret.source': " + fault, kSourceForms);
        return;
    }
    out.sources.push_back(std::move(source));
}

void readSources(Section& s, const toml::table& table, Secret& out) {
    const toml::node* node = table.get("source");
    if (node != nullptr && node->is_array()) {
        for (const Text& text : s.texts("source")) {
            readSource(s, text, out);
        }
    } else if (const auto text = s.text("source")) {
        readSource(s, *text, out);
    }
    if (out.sources.empty() || out.sources.size() > 8) {
        s.reading().fail(s.whereOf("source"), "a [[secret]] needs one source, or a list of up to 8, of which the first that has a value counts", kSourceForms);
    }
}

void readMint(Section& s, Secret& out) {
    const bool mints = std::any_of(out.sources.begin(), out.sources.end(), [](const SecretSource& one) { return one.kind == Kind::Mint; });
    const toml::table* table = s.table("mint");
    if (mints != (table != nullptr)) {
        s.reading().fail(s.whereOf(mints ? "source" : "mint"), mints ? "source = \"mint:...\" needs a table mint = { ... } that says what for" : "'secret.mint' means nothing without source = \"mint:...\"");
        return;
    }
    if (table == nullptr) {
        return;
    }
    for (const auto& [key, node] : *table) {
        const auto* text = node.as_string();
        const auto* number = node.as_integer();
        if ((text == nullptr && number == nullptr) || out.mint.size() >= 32 || (text != nullptr && !isPrintable(text->get()))) {
            s.reading().fail(node.source(), "'secret.mint." + forScreen(key.str(), 80) + "' must be a short text or a number");
            return;
        }
        out.mint[std::string(key.str())] = text != nullptr ? text->get() : std::to_string(number->get());
    }
}

void readHeader(Section& s, SecretInject& out) {
    constexpr std::array<std::string_view, 12> kNever{"host", "content-length", "transfer-encoding", "connection", "te", "upgrade", "trailer",
                                                      "keep-alive", "expect", "content-encoding", "accept-encoding", "content-type"};
    const auto header = s.text("header");
    if (!header || !isHeaderName(header->value)) {
        s.reading().fail(s.whereOf("header"), "'secret.inject' needs a header's name", "header = \"Authorization\"");
        return;
    }
    out.header = lowerHeader(header->value);
    if (out.header.starts_with("proxy-") || std::find(kNever.begin(), kNever.end(), out.header) != kNever.end()) {
        s.reading().fail(header->where, "no secret goes into '" + forScreen(header->value, 80) + "': that header is about the connection");
    }
    const auto format = s.text("format");
    const auto basic = s.text("basic");
    if (format && basic) {
        s.reading().fail(basic->where, "either format or basic, not both");
    }
    if (basic) {
        out.basic = true;
        out.user = basic->value;
        if ((!out.user.empty() && !isPrintable(out.user)) || out.user.find(':') != std::string::npos) {
            s.reading().fail(basic->where, "'secret.inject.basic' is the user's name, without ':'");
        }
    }
    if (format) {
        out.format = format->value;
        const std::size_t at = out.format.find("{}");
        const bool ascii = std::all_of(out.format.begin(), out.format.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
        if (at == std::string::npos || out.format.find("{}", at + 1) != std::string::npos || !ascii || out.format.size() > 255) {
            s.reading().fail(format->where, "'secret.inject.format' must hold {} once, where the value goes", "format = \"Bearer {}\"");
        }
    }
}

void readInject(Section& secret, const toml::table& table, Secret& out) {
    Section s(secret.reading(), table, "secret.inject", {"host", "port", "header", "format", "basic", "methods", "paths", "rule"});
    SecretInject one;
    one.origin = s.reading().origin(table.source());
    const auto host = s.text("host");
    if (!host) {
        s.reading().fail(s.where(), "'secret.inject' needs a host");
        return;
    }
    const auto pattern = parseHostPattern(host->value);
    if (parseAddressInAnySpelling(host->value) || !pattern) {
        s.reading().fail(host->where, pattern ? "a secret goes to a name, not to an address" : pattern.error().what, pattern ? "" : pattern.error().fix);
        return;
    }
    one.host = *pattern;
    readPorts(s, table, one.ports);
    readHeader(s, one);
    readRequestMatch(s, one.methods, one.paths);
    if (const auto rule = s.text("rule")) {
        one.rule = rule->value;
    }
    out.inject.push_back(std::move(one));
}

void readShape(Section& secret, Secret& out) {
    const toml::table* table = secret.table("shape");
    if (table == nullptr) {
        return;
    }
    using Alphabet = SecretShape::Alphabet;
    Section s(secret.reading(), *table, "secret.shape", {"prefix", "length", "alphabet"});
    SecretShape shape;
    if (const auto prefix = s.text("prefix")) {
        shape.prefix = prefix->value;
        if (!isPrintable(prefix->value) || prefix->value.size() > 64 || prefix->value.find(' ') != std::string::npos) {
            s.reading().fail(prefix->where, "'secret.shape.prefix' must be at most 64 printable characters");
        }
    }
    if (const auto length = s.integer("length")) {
        if (*length < 16 || *length > 4096 || static_cast<std::size_t>(*length) < shape.prefix.size() + 16) {
            s.reading().fail(s.whereOf("length"), "'secret.shape.length' must be 16 to 4096, and 16 more than the prefix");
        }
        shape.length = static_cast<std::size_t>(std::max<std::int64_t>(*length, 0));
    }
    if (const auto word = s.text("alphabet")) {
        constexpr std::array<std::pair<std::string_view, Alphabet>, 4> kNames{
            {{"alphanumeric", Alphabet::Alphanumeric}, {"hex", Alphabet::Hex}, {"base64", Alphabet::Base64}, {"base64url", Alphabet::Base64Url}}};
        const auto* found = std::find_if(kNames.begin(), kNames.end(), [&](const auto& one) { return one.first == word->value; });
        if (found == kNames.end()) {
            s.reading().fail(word->where, "'secret.shape.alphabet' must be alphanumeric, hex, base64 or base64url");
        } else {
            shape.alphabet = found->second;
        }
    }
    out.shape = shape;
}

void readSecret(Section& root, const toml::table& table, Profile& out) {
    Section s(root.reading(), table, "secret", {"name", "source", "mint", "inject", "env", "file", "json", "endpoint", "shape", "ttl", "uses"});
    Reading& reading = s.reading();
    Secret secret;
    secret.origin = reading.origin(table.source());
    const auto name = s.text("name");
    if (!name || !isProfileName(name->value)) {
        reading.fail(name ? name->where : s.where(), "a [[secret]] needs a name of lower-case letters, digits, '-', '_', '.'");
        return;
    }
    secret.name = name->value;
    if (std::any_of(out.secrets.begin(), out.secrets.end(), [&](const Secret& other) { return other.name == secret.name; })) {
        reading.fail(name->where, "secret '" + secret.name + "' is there twice");
    }
    readSources(s, table, secret);
    readMint(s, secret);
    const auto injects = s.tables("inject");
    if (injects.empty() || injects.size() > kMaxInjects) {
        reading.fail(s.whereOf("inject"), "a [[secret]] needs 1 to 64 places that it goes to", "inject = [{ host = \"api.example.com\", header = \"Authorization\", format = \"Bearer {}\" }]");
    }
    for (const toml::table* inject : injects) {
        readInject(s, *inject, secret);
    }
    readSecretPlaces(s, secret);
    readShape(s, secret);
    if (const auto ttl = s.text("ttl")) {
        secret.ttlSeconds = parseDuration(ttl->value);
        if (!secret.ttlSeconds) {
            reading.fail(ttl->where, "'secret.ttl' must be a duration like \"5m\"");
        }
    }
    if (const auto uses = s.integer("uses")) {
        if (*uses < 1) {
            reading.fail(s.whereOf("uses"), "'secret.uses' must be 1 or more");
        }
        secret.uses = static_cast<std::uint64_t>(*uses);
    }
    out.notEnforced.push_back({"[[secret]]", secret.origin, secret.mint.empty() ? Need::Secrets : Need::Minting});
    out.secrets.push_back(std::move(secret));
}

} // namespace

void readSecrets(Section& root, Profile& out) {
    const auto tables = root.tables("secret");
    if (tables.size() > kMaxSecrets) {
        root.reading().fail(root.whereOf("secret"), "more than 64 secrets");
        return;
    }
    for (const toml::table* table : tables) {
        readSecret(root, *table, out);
    }
}

void readOutput(Section& root, Profile& out) {
    const toml::table* table = root.table("output");
    if (table == nullptr) {
        return;
    }
    Section s(root.reading(), *table, "output", {"secrets", "canaries", "max_bytes"});
    if (const auto word = s.text("secrets")) {
        for (const ScanMode mode : {ScanMode::Off, ScanMode::Flag, ScanMode::Redact, ScanMode::Block}) {
            if (word->value == scanModeName(mode)) {
                out.output.secrets = mode;
            }
        }
        if (!out.output.secrets) {
            s.reading().fail(word->where, "'output.secrets' must be block, redact, flag or off");
        }
    }
    out.output.canaries = s.boolean("canaries");
    if (const auto size = s.text("max_bytes")) {
        out.output.maxBytes = parseSize(size->value);
        if (!out.output.maxBytes || *out.output.maxBytes == 0) {
            s.reading().fail(size->where, "'output.max_bytes' must be a size like \"1MiB\"");
        }
    }
    for (const char* key : {"secrets", "canaries", "max_bytes"}) {
        if (s.has(key)) {
            out.output.origins[key] = s.reading().origin(s.whereOf(key));
        }
    }
    if (out.output.scans()) {
        out.notEnforced.push_back({"[output]", s.reading().origin(root.whereOf("output")), Need::Scan});
    }
}

} // namespace leadglass::policy
