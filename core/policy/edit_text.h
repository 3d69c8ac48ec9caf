// One text of a policy file, changed in place by what a key is called (toml_splice.h). Internal to core/policy.
//
// Precondition everywhere: the parser takes the text. What does not fit it is Unsupported, and changes nothing.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/policy/toml_outline.h"

namespace leadglass::policy {

using Fields = std::vector<std::pair<std::string, std::string>>; // key, value as written
std::string inBraces(const Fields& fields);                      // "{ host = "a" }"

class EditText {
public:
    explicit EditText(std::string& text);

    struct Item {
        int line = 0;
        std::string written;
        std::string comment;
    };
    [[nodiscard]] std::optional<Item> item(const std::string& key, std::size_t index) const;

    Status addRule(const std::string& key, const Fields& fields, const std::string& comment);
    Status addText(const std::string& key, const std::string& written, const std::string& comment);
    Status changeRule(const std::string& key, std::size_t index, const Fields& now, const Fields& wanted);
    Status changeText(const std::string& key, std::size_t index, const std::string& written);
    Status removeItem(const std::string& key, std::size_t index);
    Status moveRule(const std::string& key, std::size_t index, const std::string& to);
    Status setValue(const std::string& key, const std::string& written);
    Status unsetValue(const std::string& key);
    // Sections [[key]] of their own; where the file has them in one list, there.
    Status addSection(const std::string& key, const Fields& fields, const std::string& comment);
    // `key` of three parts: "environment.set.NAME". Where no line of that table is there yet, it comes at the end.
    Status addVariable(const std::string& key, const std::string& written, const std::string& comment);
    Status renameKey(const std::string& key, const std::string& last); // the last part of it

private:
    struct Place { // of a key with one value, wherever it stands
        const TomlValue* value = nullptr;
        const TomlValue* table = nullptr; // whose child it is; null: a statement
        std::size_t child = 0;
    };
    [[nodiscard]] std::optional<Place> find(const std::string& key) const;
    [[nodiscard]] static std::optional<Place> within(const TomlValue& table, const std::vector<std::string>& parts, std::size_t from);
    [[nodiscard]] std::vector<std::size_t> listed(const std::string& key) const; // [[key]] sections
    [[nodiscard]] std::size_t endOf(std::size_t section) const;                  // of its last statement, or its head
    [[nodiscard]] const TomlValue* listItem(const std::string& key, std::size_t index) const;
    Status changeField(const std::string& key, std::size_t index, const std::string& field, const std::string& written, const std::string& as);
    Status removeField(const std::string& key, std::size_t index, const std::string& field);
    void addKey(const std::string& key, const std::string& written, const std::string& inOneLine);
    void make(std::vector<struct Cut> cuts);
    [[nodiscard]] int lineOf(std::size_t at) const; // from 1

    std::string& m_text;
    std::optional<TomlOutline> m_outline;
    mutable std::vector<std::size_t> m_lineEnds; // empty: not looked at yet
};

} // namespace leadglass::policy
