// Internal to the parser: typed access to TOML tables with a known set of keys.
//
// The first fault is kept in Reading (later ones follow from it); check `fault` once at the end.
// Every text of a fault starts with FILE:LINE:COLUMN.
#pragma once

#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 0
#define TOML_ENABLE_FORMATTERS 0
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// toml++ 3.3.0 asserts on a bad key ("[@x]"), in release builds even assumes that there is none,
// right before the lines that refuse it with an error. A hostile file must reach those lines.
#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(expr) static_assert(true)
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")

#include "core/base/result.h"
#include "core/policy/types.h"

namespace leadglass::policy {

struct Reading {
    std::string file;
    Layer layer = Layer::Profile;
    std::optional<Error> fault;

    void fail(const toml::source_region& where, const std::string& what, const std::string& fix = {});
    [[nodiscard]] Origin origin(const toml::source_region& where) const;
};

struct Text { // a string with its place
    std::string value;
    toml::source_region where;
};

class Section {
public:
    // `path`: "egress" and its like, for messages. Unknown keys are a fault with the nearest key.
    Section(Reading& reading, const toml::table& table, std::string path,
            std::initializer_list<const char*> keys);

    [[nodiscard]] bool has(const char* key) const;
    [[nodiscard]] toml::source_region whereOf(const char* key) const;
    [[nodiscard]] toml::source_region where() const { return m_table.source(); }
    std::optional<Text> text(const char* key);
    std::optional<std::int64_t> integer(const char* key);
    std::optional<double> number(const char* key); // integer or float
    std::optional<bool> boolean(const char* key);
    std::vector<Text> texts(const char* key); // a list of strings; absent: empty
    const toml::table* table(const char* key);
    const toml::array* list(const char* key);
    // Each element of `key`, an array of tables.
    std::vector<const toml::table*> tables(const char* key);
    Reading& reading() { return m_reading; }
    [[nodiscard]] std::string name(const char* key) const;

private:
    const toml::node* find(const char* key, toml::node_type wanted, const char* typeName);
    Reading& m_reading;
    const toml::table& m_table;
    std::string m_path;
};

// The word of `words` nearest to `word`, if near enough to be a slip; else empty.
std::string nearest(std::string_view word, const std::vector<std::string>& words);

Result<toml::table> parseToml(std::string_view text, const std::string& file);

} // namespace leadglass::policy
