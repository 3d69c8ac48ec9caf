#define TOML_IMPLEMENTATION // this file alone holds toml++'s code
#include "core/policy/toml_reader.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/escape.h"
#include "core/base/escape_once.h"
#include "core/base/nearest.h"
#include "core/policy/parser.h"
#include "core/policy/toml_depth.h"

namespace leadglass::policy {
namespace {

constexpr std::size_t kMaxLine = 400; // of a line with a fault, searched for the slip

std::string place(const std::string& file, const toml::source_region& where) {
    return forScreen(file, 1024) + ":" + std::to_string(where.begin.line) + ":" +
           std::to_string(where.begin.column);
}

const char* typeWord(toml::node_type type) {
    switch (type) {
    case toml::node_type::string: return "a string";
    case toml::node_type::integer: return "an integer";
    case toml::node_type::floating_point: return "a number";
    case toml::node_type::boolean: return "true or false";
    case toml::node_type::array: return "a list";
    case toml::node_type::table: return "a table";
    default: return "a date or time";
    }
}

bool isAny(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool isNumber(std::string_view word) { // or a date
    return word.find_first_of("0123456789+-") == 0 &&
           (word.starts_with("0x") || word.find_first_not_of("0123456789+-._:eETZ") == std::string_view::npos);
}

// "ask = yes", "{ host = a.example }": the commonest slip is a text without quotes. The whole
// "key = value" as it should be, else nothing.
std::string quotedInstead(std::string_view text, std::size_t lineNumber) {
    for (std::size_t at = 1; at < lineNumber && !text.empty(); ++at) {
        const std::size_t end = text.find('\n');
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
    std::string_view line = text.substr(0, std::min<std::size_t>(text.find('\n'), kMaxLine));
    constexpr std::string_view kKey = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
    for (std::size_t equal = line.find('='); equal != std::string_view::npos; equal = line.find('=', equal + 1)) {
        std::string_view before = line.substr(0, equal);
        while (before.ends_with(' ') || before.ends_with('\t')) {
            before.remove_suffix(1);
        }
        const std::size_t other = before.find_last_not_of(kKey);
        const std::string key(before.substr(other == std::string_view::npos ? 0 : other + 1));
        const std::size_t start = line.find_first_not_of(" \t", equal + 1);
        if (key.empty() || start == std::string_view::npos) {
            continue;
        }
        std::string_view word = line.substr(start);
        word = word.substr(0, word.find_first_of(" \t\r,\"'[]{}#="));
        if (word.empty() || isAny(word, {"true", "false", "inf", "nan"}) || isNumber(word)) {
            continue;
        }
        if (isAny(key, {"private", "unsafe", "via_proxy", "canaries"})) {
            const bool yes = isAny(word, {"yes", "Yes", "on", "On", "True", "TRUE"});
            return "write " + key + (yes ? " = true" : " = false");
        }
        return "text is written in quotes: " + key + " = \"" + forScreen(word, 80) + "\"";
    }
    return {};
}

// What a library says of its own grammar, in words for whoever wrote the file: "Error while parsing SCOPE: REST".
std::string inOurWords(std::string_view said) {
    constexpr std::string_view kStart = "Error while parsing ";
    if (!said.starts_with(kStart)) {
        return said.find("UTF-8") != said.npos || said.find("utf-8") != said.npos ? "this is no UTF-8 text"
                                                                                  : "this cannot be read as TOML";
    }
    said.remove_prefix(kStart.size());
    const std::size_t colon = said.find(": ");
    const std::string_view scope = said.substr(0, colon);
    const std::string_view rest = colon == said.npos ? std::string_view() : said.substr(colon + 2);
    constexpr std::array<std::pair<std::string_view, const char*>, 6> kScopes{{{"table header", "a section's head"},
                                                                                {"string", "a text in quotes"},
                                                                                {"literal string", "a text in quotes"},
                                                                                {"array", "a list in brackets"},
                                                                                {"inline table", "a table in braces"},
                                                                                {"unicode scalar sequence", "a \\u in a text"}}};
    const auto* found = std::find_if(kScopes.begin(), kScopes.end(), [&](const auto& pair) { return pair.first == scope; });
    const std::string what = found != kScopes.end() ? found->second : "a line with key = value";
    constexpr std::string_view kTwice = "cannot redefine existing ";
    if (rest.find("end-of-file") != rest.npos) {
        return "the file ends inside " + what;
    }
    if (rest.starts_with(kTwice)) {
        const std::size_t from = rest.find('\'');
        const std::size_t to = from == rest.npos ? from : rest.find('\'', from + 1);
        return to == rest.npos ? "this is there twice" : onceForScreen(rest.substr(from, to - from + 1), 120) + " is there twice";
    }
    const std::size_t saw = rest.rfind("saw '");
    return what + " cannot be read" + (saw == rest.npos ? "" : " from " + onceForScreen(rest.substr(saw + 4), 40) + " on");
}

// What to write where a value is of another type.
std::string typeFix(const toml::node& node, toml::node_type wanted) {
    if (wanted == toml::node_type::boolean) {
        return "write true or false, without quotes";
    }
    if (wanted == toml::node_type::string) {
        return "write it in quotes";
    }
    if (wanted == toml::node_type::array) {
        return "write it in brackets: [ ... ]";
    }
    return wanted == toml::node_type::integer && node.is_string() ? "write it without quotes" : "";
}

} // namespace

void Reading::fail(const toml::source_region& where, const std::string& what,
                   const std::string& fix) {
    ++failed;
    if (faults.size() < kMaxFaults) {
        faults.push_back(makeError(Code::Invalid, place(file, where) + ": " + what, fix));
    }
    if (!fault) {
        fault = faults.front();
    }
}

Origin Reading::origin(const toml::source_region& where) const {
    return {layer, file, static_cast<int>(where.begin.line), static_cast<int>(where.begin.column)};
}

Section::Section(Reading& reading, const toml::table& table, std::string path,
                 std::initializer_list<const char*> keys)
    : m_reading(reading), m_table(table), m_path(std::move(path)) {
    for (const auto& [key, value] : table) {
        const std::string_view name = key.str();
        if (std::find(keys.begin(), keys.end(), name) != keys.end()) {
            continue;
        }
        const std::string near = nearest(name, {keys.begin(), keys.end()});
        reading.fail(key.source(),
                     "unknown key '" + forScreen(name, 80) + "'" +
                         (m_path.empty() ? "" : " in [" + m_path + "]"),
                     near.empty() ? "" : "did you mean '" + near + "'?");
    }
}

bool Section::has(const char* key) const { return m_table.contains(key); }

std::string Section::name(const char* key) const {
    return m_path.empty() ? key : m_path + "." + key;
}

toml::source_region Section::whereOf(const char* key) const {
    for (const auto& [k, value] : m_table) {
        if (k.str() == key) {
            return k.source();
        }
    }
    return m_table.source();
}

const toml::node* Section::find(const char* key, toml::node_type wanted, const char* typeName) {
    const toml::node* node = m_table.get(key);
    if (node != nullptr && node->type() != wanted) {
        m_reading.fail(node->source(), "'" + name(key) + "' must be " + typeName + ", not " +
                                           typeWord(node->type()), typeFix(*node, wanted));
        return nullptr;
    }
    return node;
}

std::optional<Text> Section::text(const char* key) {
    const toml::node* node = find(key, toml::node_type::string, "a string");
    if (node == nullptr) {
        return std::nullopt;
    }
    Text out{node->as_string()->get(), node->source()};
    if (out.value.find('\0') != std::string::npos) {
        m_reading.fail(node->source(), "'" + name(key) + "' holds a NUL byte");
    }
    return out;
}

std::optional<std::int64_t> Section::integer(const char* key) {
    const toml::node* node = find(key, toml::node_type::integer, "an integer");
    return node != nullptr ? std::optional(node->as_integer()->get()) : std::nullopt;
}

std::optional<double> Section::number(const char* key) {
    const toml::node* node = m_table.get(key);
    if (node == nullptr) {
        return std::nullopt;
    }
    if (const auto* whole = node->as_integer()) {
        return static_cast<double>(whole->get());
    }
    node = find(key, toml::node_type::floating_point, "a number");
    return node != nullptr ? std::optional(node->as_floating_point()->get()) : std::nullopt;
}

std::optional<bool> Section::boolean(const char* key) {
    const toml::node* node = find(key, toml::node_type::boolean, "true or false");
    return node != nullptr ? std::optional(node->as_boolean()->get()) : std::nullopt;
}

std::vector<Text> Section::texts(const char* key) {
    std::vector<Text> out;
    const toml::array* array = list(key);
    if (array == nullptr) {
        return out;
    }
    for (const toml::node& node : *array) {
        const auto* string = node.as_string();
        if (string == nullptr || string->get().find('\0') != std::string::npos) {
            m_reading.fail(node.source(), "'" + name(key) + "' must be a list of strings");
            return out;
        }
        out.push_back({string->get(), node.source()});
    }
    return out;
}

const toml::table* Section::table(const char* key) {
    const toml::node* node = find(key, toml::node_type::table, "a table");
    return node != nullptr ? node->as_table() : nullptr;
}

const toml::array* Section::list(const char* key) {
    const toml::node* node = find(key, toml::node_type::array, "a list");
    return node != nullptr ? node->as_array() : nullptr;
}

std::vector<const toml::table*> Section::tables(const char* key) {
    std::vector<const toml::table*> out;
    const toml::array* array = list(key);
    if (array == nullptr) {
        return out;
    }
    for (const toml::node& node : *array) {
        if (node.as_table() == nullptr) {
            m_reading.fail(node.source(), "'" + name(key) + "' must be a list of tables");
            return out;
        }
        out.push_back(node.as_table());
    }
    return out;
}

namespace {

// Where a line that begins something new is reached inside a list, or the end of the file: the line that the list begins at, else 0.
std::size_t lineOfOpenList(std::string_view text, std::size_t faultLine) {
    std::vector<std::size_t> open; // lines of what is not closed, 0 of a brace
    std::size_t line = 1;
    std::size_t at = 0;
    while (at < text.size() && line < faultLine) {
        const char c = text[at];
        const std::size_t next = c == '#' ? std::min(text.find('\n', at), text.size()) : c == '"' || c == '\'' ? afterTomlText(text, at) : at + 1;
        if (c == '[' || c == '{') {
            open.push_back(c == '[' ? line : 0);
        } else if ((c == ']' || c == '}') && !open.empty()) {
            open.pop_back();
        }
        line += static_cast<std::size_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(at), text.begin() + static_cast<std::ptrdiff_t>(next), '\n'));
        at = next;
    }
    std::string_view rest = text.substr(std::min(at, text.size()), kMaxLine);
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    constexpr std::string_view kKey = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
    const std::size_t word = rest.find_first_not_of(kKey);
    const std::size_t equal = word == std::string_view::npos ? word : rest.find_first_not_of(" \t", word);
    const bool isKey = word > 0 && equal != std::string_view::npos && rest[equal] == '=';
    const bool isNew = rest.find_first_not_of(" \t\r\n") == std::string_view::npos || rest.front() == '[' || isKey;
    return isNew && !open.empty() ? open.front() : 0;
}

} // namespace

Result<toml::table> parseToml(std::string_view text, const std::string& file) {
    if (text.size() > kMaxPolicyBytes) {
        return makeError(Code::Invalid, forScreen(file, 1024) + ":1:1: larger than 1 MiB");
    }
    if (const std::size_t line = lineOfTooDeepKey(text); line > 0) {
        return makeError(Code::Invalid, forScreen(file, 1024) + ":" + std::to_string(line) + ":1: a key has more than " +
                                            std::to_string(kMaxKeyParts) + " parts",
                         "no key of such a file has more than three");
    }
    toml::parse_result parsed = toml::parse(text);
    if (!parsed) {
        const toml::parse_error& fault = parsed.error();
        const bool atEnd = fault.description().find("end-of-file") != std::string_view::npos;
        const std::size_t list = lineOfOpenList(text, atEnd ? std::string_view::npos : fault.source().begin.line);
        const std::string slip = list > 0 ? "the list that begins in line " + std::to_string(list) + " has no ']' before this"
                                          : quotedInstead(text, fault.source().begin.line);
        return makeError(Code::Invalid, place(file, fault.source()) + ": " + inOurWords(fault.description()),
                         slip.empty() ? "a file like this has lines [section], key = \"text\", key = 1, # comment" : slip);
    }
    return std::move(parsed).table();
}

} // namespace leadglass::policy
