#include "core/policy/edit_tables.h"

#include <algorithm>
#include <utility>

#include "core/base/escape.h"

namespace leadglass::policy {
namespace {

using Kind = PolicyEdit::Kind;

Error gone(std::size_t index) {
    return makeError(Code::Invalid, "'environment.set' has no item " + std::to_string(index + 1) + " any more", "look at the file again");
}

// What a dot or a quote in a name would mean to TOML is never written: the parser refuses such a name as well.
Result<std::pair<std::string, std::string>> partsOf(const std::string& text) {
    const std::size_t sign = text.find('=');
    const std::string name = text.substr(0, sign);
    const bool plain = !name.empty() && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    });
    if (sign == std::string::npos || !plain) {
        return makeError(Code::Invalid, "'" + forScreen(text, 80) + "' is not NAME=value", "a name has letters, digits and '_'");
    }
    return std::pair(name, text.substr(sign + 1));
}

std::string keyOf(const std::string& name) { return std::string(kVariablePrefix) + name; }

// At the last blank: a host has none.
std::pair<std::string, std::string> exampleParts(const std::string& text) {
    const std::size_t blank = text.rfind(' ');
    if (blank == std::string::npos) {
        return {text, {}};
    }
    return {text.substr(0, std::min(text.find_last_not_of(' ', blank) + 1, blank)), text.substr(blank + 1)};
}

} // namespace

const toml::table* variablesIn(const toml::table& root) {
    const toml::node* section = root.get("environment");
    const toml::node* set = section != nullptr && section->is_table() ? section->as_table()->get("set") : nullptr;
    return set != nullptr ? set->as_table() : nullptr;
}

std::vector<std::string> variableNames(const toml::table& root) {
    std::vector<std::string> out;
    if (const toml::table* set = variablesIn(root)) {
        for (const auto& [key, value] : *set) {
            out.emplace_back(key.str());
        }
    }
    return out;
}

Status meanVariable(toml::table& root, const PolicyEdit& edit) {
    const auto names = variableNames(root);
    if (edit.kind != Kind::Add && edit.index >= names.size()) {
        return gone(edit.index);
    }
    if (!root.contains("environment")) {
        root.insert("environment", toml::table{});
    }
    toml::table& section = *root.get("environment")->as_table();
    if (!section.contains("set")) {
        section.insert("set", toml::table{});
    }
    toml::table& set = *section.get("set")->as_table();
    std::pair<std::string, std::string> wanted;
    if (edit.kind != Kind::Remove) {
        wanted = LG_TRY(partsOf(edit.text));
        const bool renamed = edit.kind == Kind::Add || wanted.first != names[edit.index];
        if (renamed && set.contains(wanted.first)) {
            return makeError(Code::Invalid, "'" + forScreen(wanted.first, 80) + "' is set already", "change that one");
        }
    }
    if (edit.kind != Kind::Add) {
        set.erase(names[edit.index]);
    }
    if (edit.kind != Kind::Remove) {
        set.insert_or_assign(wanted.first, wanted.second);
    }
    return {};
}

Status changeVariable(std::string& text, const toml::table& before, const PolicyEdit& edit) {
    EditText to(text);
    const auto names = variableNames(before);
    if (edit.kind == Kind::Remove) {
        return to.unsetValue(keyOf(names[edit.index]));
    }
    const auto [name, value] = LG_TRY(partsOf(edit.text));
    const std::string written = tomlQuoted(value);
    if (edit.kind == Kind::Change && name != names[edit.index]) {
        LG_TRY(to.renameKey(keyOf(names[edit.index]), name));
    }
    if (edit.kind == Kind::Add) {
        return to.addVariable(keyOf(name), written, edit.comment);
    }
    return to.setValue(keyOf(name), written);
}

std::string exampleText(const toml::table& root, std::size_t index) {
    const toml::node* node = root.get(kExamples);
    const toml::array* list = node != nullptr ? node->as_array() : nullptr;
    const toml::table* example = list != nullptr && index < list->size() ? list->get(index)->as_table() : nullptr;
    std::string out;
    for (const char* key : {"egress", "expect"}) {
        const toml::node* value = example != nullptr ? example->get(key) : nullptr;
        out += (out.empty() ? "" : " ") + (value != nullptr && value->is_string() ? value->as_string()->get() : std::string());
    }
    return out;
}

Fields exampleFields(const std::string& text) {
    const auto [egress, expect] = exampleParts(text);
    return {{"egress", tomlQuoted(egress)}, {"expect", tomlQuoted(expect)}};
}

toml::table exampleTable(const std::string& text) {
    const auto [egress, expect] = exampleParts(text);
    toml::table out;
    out.insert("egress", egress);
    out.insert("expect", expect);
    return out;
}

} // namespace leadglass::policy
