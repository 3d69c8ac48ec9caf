#include "core/policy/policy_edit.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include "core/base/escape.h"
#include "core/policy/edit_fields.h"
#include "core/policy/edit_tables.h"
#include "core/policy/edit_text.h"
#include "core/policy/parser.h"
#include "core/policy/toml_splice.h"

namespace leadglass::policy {
namespace {

using Kind = PolicyEdit::Kind;

template <class List> bool isIn(const List& list, const std::string& key) { return std::find(std::begin(list), std::end(list), key) != std::end(list); }

Error cannot(const std::string& why, const std::string& fix = {}) { return makeError(Code::Invalid, why, fix); }

bool isOneLine(const std::string& text) {
    return isValidUtf8(text) && std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

Status checkEdit(const PolicyEdit& edit) {
    const bool rules = isIn(kRuleLists, edit.key);
    const bool value = isIn(kValueKeys, edit.key);
    if (!rules && !value && !isIn(kTextLists, edit.key) && edit.key != kVariables && edit.key != kExamples) {
        return cannot("'" + forScreen(edit.key, 80) + "' is nothing that can be changed here", "change it in the file itself");
    }
    if (value != (edit.kind == Kind::Set || edit.kind == Kind::Unset)) {
        return cannot("'" + edit.key + (value ? "' has one value, which is set" : "' is a list: its items are added, changed and removed"));
    }
    if (edit.kind == Kind::Move && (!rules || !isIn(kRuleLists, edit.to) || edit.to == edit.key)) {
        return cannot("only a rule can be moved, to another list of rules");
    }
    std::vector<std::string> words = edit.rule.methods.value_or(std::vector<std::string>());
    std::ranges::copy(edit.rule.paths.value_or(std::vector<std::string>()), std::back_inserter(words));
    words.insert(words.end(), {edit.rule.host, edit.rule.address, edit.rule.registry, edit.rule.protocol, edit.text, edit.comment});
    if (!std::all_of(words.begin(), words.end(), isOneLine)) {
        return cannot("what is written into a policy must be one line of UTF-8 text");
    }
    const bool writes = edit.kind == Kind::Add || edit.kind == Kind::Change || edit.kind == Kind::Set;
    if (writes && (rules ? writtenFields(edit.rule).empty() : edit.text.empty())) {
        return cannot(rules ? "a rule needs a host, an address, a registry or a loopback port" : "'" + edit.key + "' needs a value");
    }
    return {};
}

// What `text` is as a value of `key`, and how it is written.
struct Value {
    std::string written;
    std::optional<std::int64_t> whole;
    std::optional<double> number;
};
Result<Value> valueFor(const std::string& key, const std::string& text) {
    if (!isNumberKey(key)) {
        return Value{tomlQuoted(text), {}, {}};
    }
    std::int64_t whole = 0;
    const char* end = text.data() + text.size();
    if (const auto [stop, error] = std::from_chars(text.data(), end, whole); error == std::errc() && stop == end) {
        return Value{std::to_string(whole), whole, {}};
    }
    double number = 0;
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || stop != end || !std::isfinite(number) || key != "limits.cpu" || text.find_first_not_of("0123456789.") != std::string::npos ||
        text.find('.') == std::string::npos || text.front() == '.' || text.back() == '.') {
        return cannot("'" + key + "' must be a number, not '" + forScreen(text, 80) + "'");
    }
    return Value{text, {}, number};
}

struct Name {
    std::string section;
    std::string key;
};
Name nameOf(const std::string& key) {
    const std::size_t dot = key.find('.');
    return {key.substr(0, dot), key.substr(dot + 1)};
}

toml::table& sectionIn(toml::table& root, const std::string& name) {
    if (!root.contains(name)) {
        root.insert(name, toml::table{});
    }
    return *root.get(name)->as_table();
}

toml::array* listIn(toml::table& root, const std::string& key, bool make) {
    if (key == kExamples) {
        if (make && !root.contains(key)) {
            root.insert(key, toml::array{});
        }
        toml::node* list = root.get(key);
        return list != nullptr ? list->as_array() : nullptr;
    }
    const Name name = nameOf(key);
    if (!make && !root.contains(name.section)) {
        return nullptr;
    }
    toml::table& section = sectionIn(root, name.section);
    if (make && !section.contains(name.key)) {
        section.insert(name.key, toml::array{});
    }
    toml::node* list = section.get(name.key);
    return list != nullptr ? list->as_array() : nullptr;
}

// What the edit means, on the parser's tree. Precondition: `root` was taken by the parser, so that the types fit.
Status mean(toml::table& root, const PolicyEdit& edit) {
    if (edit.key == kVariables) {
        return meanVariable(root, edit);
    }
    const Name name = nameOf(edit.key);
    if (edit.kind == Kind::Set) {
        const Value value = LG_TRY(valueFor(edit.key, edit.text));
        toml::table& section = sectionIn(root, name.section);
        if (value.whole) {
            section.insert_or_assign(name.key, *value.whole);
        } else if (value.number) {
            section.insert_or_assign(name.key, *value.number);
        } else {
            section.insert_or_assign(name.key, edit.text);
        }
        return {};
    }
    if (edit.kind == Kind::Unset) {
        toml::node* section = root.get(name.section);
        if (section == nullptr || !section->as_table()->contains(name.key)) {
            return cannot("'" + edit.key + "' is not set in this file");
        }
        section->as_table()->erase(name.key);
        return {};
    }
    toml::array* list = listIn(root, edit.key, edit.kind == Kind::Add);
    const bool rules = isIn(kRuleLists, edit.key);
    if (edit.kind == Kind::Add) {
        if (rules) {
            toml::table rule;
            setFields(rule, edit.rule);
            list->push_back(std::move(rule));
        } else if (edit.key == kExamples) {
            list->push_back(exampleTable(edit.text));
        } else {
            list->push_back(edit.text);
        }
        return {};
    }
    if (list == nullptr || edit.index >= list->size()) {
        return cannot("'" + edit.key + "' has no item " + std::to_string(edit.index + 1) + " any more", "look at the file again");
    }
    if (edit.kind == Kind::Change && rules) {
        setFields(*list->get(edit.index)->as_table(), edit.rule);
    } else if (edit.kind == Kind::Change && edit.key == kExamples) {
        *list->get(edit.index)->as_table() = exampleTable(edit.text);
    } else if (edit.kind == Kind::Change) {
        list->erase(list->begin() + static_cast<std::ptrdiff_t>(edit.index));
        list->insert(list->begin() + static_cast<std::ptrdiff_t>(edit.index), edit.text);
    } else {
        if (edit.kind == Kind::Move) {
            toml::table rule = *list->get(edit.index)->as_table();
            listIn(root, edit.to, true)->push_back(std::move(rule));
            list = listIn(root, edit.key, false);
        }
        list->erase(list->begin() + static_cast<std::ptrdiff_t>(edit.index));
    }
    return {};
}

// The parser's tree once more, from the changed text.
Status change(std::string& text, const toml::table& before, const PolicyEdit& edit) {
    if (edit.key == kVariables) {
        return changeVariable(text, before, edit);
    }
    EditText to(text);
    if (edit.key == kExamples && edit.kind != Kind::Remove) {
        return edit.kind == Kind::Add ? to.addSection(edit.key, exampleFields(edit.text), edit.comment)
                                      : to.changeRule(edit.key, edit.index, exampleFields(exampleText(before, edit.index)), exampleFields(edit.text));
    }
    switch (edit.kind) {
    case Kind::Add:
        return isIn(kRuleLists, edit.key) ? to.addRule(edit.key, writtenFields(edit.rule), edit.comment)
                                          : to.addText(edit.key, tomlQuoted(edit.text), edit.comment);
    case Kind::Remove: return to.removeItem(edit.key, edit.index);
    case Kind::Move: return to.moveRule(edit.key, edit.index, edit.to);
    case Kind::Set: return to.setValue(edit.key, LG_TRY(valueFor(edit.key, edit.text)).written);
    case Kind::Unset: return to.unsetValue(edit.key);
    case Kind::Change: break;
    }
    if (!isIn(kRuleLists, edit.key)) {
        return to.changeText(edit.key, edit.index, tomlQuoted(edit.text));
    }
    toml::table copy = before;
    const toml::array* list = listIn(copy, edit.key, false);
    const RuleWords now = wordsOf(*list->get(edit.index)->as_table());
    RuleWords wanted = edit.rule;
    wanted.methods = wanted.methods ? wanted.methods : now.methods;
    wanted.paths = wanted.paths ? wanted.paths : now.paths;
    return to.changeRule(edit.key, edit.index, writtenFields(now), writtenFields(wanted));
}

// A list that lost its last section, or a table its last dotted key, is not there any more, and says the same.
bool isWithoutEmpty(const toml::table& after, toml::table meant, const std::string& key) {
    const Name name = nameOf(key);
    toml::table* section = key == kExamples ? &meant : meant.get(name.section) != nullptr ? meant.get(name.section)->as_table() : nullptr;
    const toml::node* list = section != nullptr ? section->get(name.key) : nullptr;
    const bool empty = list != nullptr && ((list->is_array() && list->as_array()->empty()) || (list->is_table() && list->as_table()->empty()));
    if (!empty) {
        return false;
    }
    section->erase(name.key);
    if (after == meant) {
        return true;
    }
    if (key != kExamples && section->empty()) {
        meant.erase(name.section);
    }
    return after == meant;
}

Status one(std::string& text, const std::string& file, const PolicyEdit& edit) {
    LG_TRY(checkEdit(edit));
    const toml::table before = LG_TRY(parseToml(text, file));
    toml::table meant = before;
    LG_TRY(mean(meant, edit));
    std::string changed = text;
    LG_TRY(change(changed, before, edit));
    const auto after = parseToml(changed, file);
    if (!after || (*after != meant && !isWithoutEmpty(*after, std::move(meant), edit.key))) {
        return makeError(Code::Unsupported, "'" + edit.key + "' is spelled in a way in '" + forScreen(file, 300) + "' that cannot be changed here",
                         "change it in the file itself");
    }
    text = std::move(changed);
    return {};
}

Status checkLoads(std::string_view text, const std::string& file, Layer layer) {
    const auto profile = parseProfile(text, file, layer);
    if (profile) {
        return {};
    }
    Error error = profile.error();
    error.code = Code::Invalid;
    return error;
}

} // namespace

std::string ruleLine(const RuleWords& rule) { return inBraces(writtenFields(rule)); }

Result<std::string> editPolicy(std::string_view text, const std::string& file, Layer layer, std::span<const PolicyEdit> edits) {
    if (const auto before = checkLoads(text, file, layer); !before) {
        Error error = before.error();
        error.what = "this file has an error, and is not changed before that is corrected: " + error.what;
        return error;
    }
    std::string out(text);
    for (const PolicyEdit& edit : edits) {
        LG_TRY(one(out, file, edit));
    }
    if (out == text) {
        return cannot("nothing would change in '" + forScreen(file, 300) + "'");
    }
    LG_TRY(checkLoads(out, file, layer));
    return out;
}

Result<std::vector<PolicyItem>> policyItems(std::string_view text, const std::string& file, Layer layer) {
    LG_TRY(checkLoads(text, file, layer));
    toml::table root = LG_TRY(parseToml(text, file));
    std::string copy(text);
    EditText from(copy);
    std::vector<PolicyItem> out;
    const auto take = [&](const std::string& key, std::size_t index, const toml::node& node) -> Status {
        const auto found = from.item(key, key.starts_with(kVariablePrefix) ? 0 : index);
        if (!found) {
            return makeError(Code::Unsupported, "'" + key + "' is spelled in a way in '" + forScreen(file, 300) + "' that cannot be shown here",
                             "look at the file itself");
        }
        const std::string shownKey = key.starts_with(kVariablePrefix) ? std::string(kVariables) : key;
        PolicyItem item{shownKey, index, found->line, found->written, found->comment, textOf(node).value_or(""), {}, false};
        if (key == kExamples) {
            item.text = exampleText(root, index);
        } else if (key != shownKey) {
            item.text = key.substr(kVariablePrefix.size()) + "=" + item.text;
        } else if (const auto* rule = node.as_table()) {
            item.rule = wordsOf(*rule);
            constexpr const char* kNarrow[] = {"name", "methods", "paths", "query", "query_only", "headers", "git", "inspect", "read_only"};
            item.narrowed = std::any_of(std::begin(kNarrow), std::end(kNarrow), [&](const char* one) { return rule->contains(one); });
        }
        out.push_back(std::move(item));
        return {};
    };
    const auto lists = [&](const auto& keys) -> Status {
        for (const char* key : keys) {
            const toml::array* list = listIn(root, key, false);
            for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
                LG_TRY(take(key, i, *list->get(i)));
            }
        }
        return {};
    };
    LG_TRY(lists(kRuleLists));
    LG_TRY(lists(kTextLists));
    const auto names = variableNames(root);
    for (std::size_t i = 0; i < names.size(); ++i) {
        LG_TRY(take(std::string(kVariablePrefix) + names[i], i, *variablesIn(root)->get(names[i])));
    }
    for (const char* key : kValueKeys) {
        const Name name = nameOf(key);
        const toml::node* section = root.get(name.section);
        const toml::node* node = section != nullptr ? section->as_table()->get(name.key) : nullptr;
        if (node != nullptr) {
            LG_TRY(take(key, 0, *node));
        }
    }
    const toml::array* examples = listIn(root, kExamples, false);
    for (std::size_t i = 0; examples != nullptr && i < examples->size(); ++i) {
        LG_TRY(take(kExamples, i, *examples->get(i)));
    }
    return out;
}

} // namespace leadglass::policy
