// Where each thing stands in the text of a TOML file: what an editor needs that must leave the rest as it is.
//
// Only for text that the parser has taken (toml_reader.h): of any other the outline is whatever it is, or none. Offsets
// are bytes. Internal to core/policy.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadglass::policy {

inline constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

struct Span {
    std::size_t begin = 0;
    std::size_t end = 0; // one past
};

struct TomlValue {
    enum class Kind { Plain, List, Table };
    Kind kind = Kind::Plain;
    Span span;
    std::vector<std::string> key; // where it is a pair of a table: the parts of its key
    Span keySpan;
    std::size_t comma = kNowhere;    // the one behind it
    std::vector<TomlValue> children; // of a list or a table in braces
    [[nodiscard]] std::size_t begin() const { return key.empty() ? span.begin : keySpan.begin; }
};

struct TomlSection { // [a.b] or [[a.b]]; the first one of an outline is the file's head, without a name
    std::vector<std::string> path;
    bool listed = false;
    Span span; // of its brackets
};

struct TomlStatement { // key = value outside of any braces
    std::vector<std::string> path; // with its section's
    std::size_t section = 0;
    TomlValue value;
};

struct TomlOutline {
    std::vector<TomlSection> sections;
    std::vector<TomlStatement> statements;
};

std::optional<TomlOutline> outlineOf(std::string_view toml);

// `text` as TOML has it between double quotes, quotes included. Precondition: UTF-8.
std::string tomlQuoted(std::string_view text);

} // namespace leadglass::policy
