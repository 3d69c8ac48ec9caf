#include "core/policy/edit_text.h"

#include <algorithm>

#include "core/policy/toml_splice.h"

namespace leadglass::policy {
namespace {

Error unsupported() { return makeError(Code::Unsupported, "this cannot be changed here", "change it in the file itself"); }

std::vector<std::string> partsOf(const std::string& key) {
    std::vector<std::string> out;
    std::size_t at = 0;
    for (std::size_t dot = key.find('.'); dot != std::string::npos; dot = key.find('.', at)) {
        out.push_back(key.substr(at, dot - at));
        at = dot + 1;
    }
    out.push_back(key.substr(at));
    return out;
}

bool isTarget(const std::string& field) { return field == "host" || field == "address" || field == "registry" || field == "loopback"; }

const std::string* valueIn(const Fields& fields, const std::string& key) {
    const auto found = std::find_if(fields.begin(), fields.end(), [&](const auto& field) { return field.first == key; });
    return found != fields.end() ? &found->second : nullptr;
}

} // namespace

std::string inBraces(const Fields& fields) {
    std::string out;
    for (const auto& [key, value] : fields) {
        out += (out.empty() ? "{ " : ", ") + key + " = " + value;
    }
    return out + " }";
}

void EditText::make(std::vector<Cut> cuts) {
    m_text = withCuts(m_text, std::move(cuts));
    m_outline = outlineOf(m_text);
    m_lineEnds.clear();
}

EditText::EditText(std::string& text) : m_text(text), m_outline(outlineOf(text)) {}

int EditText::lineOf(std::size_t at) const {
    if (m_lineEnds.empty()) { // once for all items of a large file
        for (std::size_t end = m_text.find('\n'); end != std::string::npos; end = m_text.find('\n', end + 1)) {
            m_lineEnds.push_back(end);
        }
        m_lineEnds.push_back(m_text.size());
    }
    return 1 + static_cast<int>(std::lower_bound(m_lineEnds.begin(), m_lineEnds.end(), at) - m_lineEnds.begin());
}

// Of a table in braces the pair whose key is the rest of `parts`, however it is split up.
std::optional<EditText::Place> EditText::within(const TomlValue& table, const std::vector<std::string>& parts, std::size_t from) {
    for (std::size_t i = 0; table.kind == TomlValue::Kind::Table && i < table.children.size(); ++i) {
        const auto& child = table.children[i];
        if (child.key.size() > parts.size() - from || !std::equal(child.key.begin(), child.key.end(), parts.begin() + static_cast<std::ptrdiff_t>(from))) {
            continue;
        }
        if (from + child.key.size() == parts.size()) {
            return Place{&child, &table, i};
        }
        if (const auto found = within(child, parts, from + child.key.size())) {
            return found;
        }
    }
    return std::nullopt;
}

std::optional<EditText::Place> EditText::find(const std::string& key) const {
    const auto parts = partsOf(key);
    if (!m_outline) {
        return std::nullopt;
    }
    for (const TomlStatement& statement : m_outline->statements) {
        if (m_outline->sections[statement.section].listed) {
            continue;
        }
        if (statement.path == parts) {
            return Place{&statement.value, nullptr, 0};
        }
        if (statement.path.size() < parts.size() && std::equal(statement.path.begin(), statement.path.end(), parts.begin())) {
            if (const auto found = within(statement.value, parts, statement.path.size())) {
                return found;
            }
        }
    }
    return std::nullopt;
}

std::vector<std::size_t> EditText::listed(const std::string& key) const {
    std::vector<std::size_t> out;
    const auto parts = partsOf(key);
    for (std::size_t i = 0; m_outline && i < m_outline->sections.size(); ++i) {
        if (m_outline->sections[i].listed && m_outline->sections[i].path == parts) {
            out.push_back(i);
        }
    }
    return out;
}

std::size_t EditText::endOf(std::size_t section) const {
    std::size_t out = m_outline->sections[section].span.end;
    for (const TomlStatement& statement : m_outline->statements) {
        if (statement.section == section) {
            out = statement.value.span.end;
        }
    }
    return out;
}

const TomlValue* EditText::listItem(const std::string& key, std::size_t index) const {
    const auto place = find(key);
    const bool there = place && place->value->kind == TomlValue::Kind::List && index < place->value->children.size();
    return there ? &place->value->children[index] : nullptr;
}

std::optional<EditText::Item> EditText::item(const std::string& key, std::size_t index) const {
    const auto place = find(key);
    if (place && place->value->kind != TomlValue::Kind::List && index == 0) {
        const Span span = place->value->span;
        return Item{lineOf(place->value->begin()), m_text.substr(span.begin, span.end - span.begin), commentBehind(m_text, span.end)};
    }
    if (const TomlValue* child = listItem(key, index)) {
        const std::size_t end = child->comma != kNowhere ? child->comma + 1 : child->span.end;
        return Item{lineOf(child->span.begin), m_text.substr(child->span.begin, child->span.end - child->span.begin), commentBehind(m_text, end)};
    }
    const auto sections = listed(key);
    if (index >= sections.size()) {
        return std::nullopt;
    }
    const Span head = m_outline->sections[sections[index]].span;
    return Item{lineOf(head.begin), m_text.substr(head.begin, endOf(sections[index]) - head.begin), commentBehind(m_text, head.end)};
}

// Where no line of the file speaks of the section yet, it comes at the end.
void EditText::addKey(const std::string& key, const std::string& written, const std::string& inOneLine) {
    const auto parts = partsOf(key);
    std::vector<Cut> cuts;
    for (std::size_t i = 1; i < m_outline->sections.size(); ++i) {
        const TomlSection& section = m_outline->sections[i];
        if (!section.listed && section.path.size() == 1 && section.path.front() == parts.front()) {
            addLineBelow(m_text, endOf(i), parts.back() + " = " + written, cuts);
            return make(std::move(cuts));
        }
    }
    const TomlStatement* dotted = nullptr;
    for (const TomlStatement& statement : m_outline->statements) {
        if (statement.section != 0 || statement.path.front() != parts.front()) {
            continue;
        }
        if (statement.path.size() == 1) {
            addChild(m_text, statement.value, parts.back() + " = " + inOneLine, {}, cuts);
            return make(std::move(cuts));
        }
        dotted = &statement;
    }
    if (dotted != nullptr) {
        addLineBelow(m_text, dotted->value.span.end, key + " = " + written, cuts);
    } else {
        addAtEnd(m_text, {"[" + parts.front() + "]", parts.back() + " = " + written}, cuts);
    }
    make(std::move(cuts));
}

Status EditText::addRule(const std::string& key, const Fields& fields, const std::string& comment) {
    const auto sections = listed(key);
    if (sections.empty()) {
        return addText(key, inBraces(fields), comment);
    }
    const std::string nl = newLineOf(m_text);
    std::string lines = nl + "[[" + key + "]]" + (comment.empty() ? "" : " # " + comment);
    for (const auto& [field, value] : fields) {
        lines += nl + field + " = " + value;
    }
    std::vector<Cut> cuts;
    addLineBelow(m_text, endOf(sections.back()), lines, cuts);
    make(std::move(cuts));
    return {};
}

Status EditText::addText(const std::string& key, const std::string& written, const std::string& comment) {
    if (!m_outline) {
        return unsupported();
    }
    if (const auto place = find(key)) {
        if (place->value->kind != TomlValue::Kind::List) {
            return unsupported();
        }
        std::vector<Cut> cuts;
        addChild(m_text, *place->value, written, comment, cuts);
        make(std::move(cuts));
        return {};
    }
    const std::string nl = newLineOf(m_text);
    const bool lines = written.starts_with('{') || !comment.empty();
    const std::string oneLine = "[" + written + "]";
    addKey(key, lines ? "[" + nl + "  " + written + "," + (comment.empty() ? "" : " # " + comment) + nl + "]" : oneLine, oneLine);
    return {};
}

Status EditText::changeText(const std::string& key, std::size_t index, const std::string& written) {
    const TomlValue* child = listItem(key, index);
    if (child == nullptr) {
        return unsupported();
    }
    make({{child->span.begin, child->span.end, written}});
    return {};
}

// `as`: the key that stands there afterwards. A field that is not there yet is added.
Status EditText::changeField(const std::string& key, std::size_t index, const std::string& field, const std::string& written, const std::string& as) {
    const auto replace = [&](const TomlValue& pair) {
        std::vector<Cut> cuts{{pair.span.begin, pair.span.end, written}};
        if (as != field) {
            cuts.push_back({pair.keySpan.begin, pair.keySpan.end, as});
        }
        make(std::move(cuts));
        return Status();
    };
    const auto isIt = [&](const TomlValue& pair) { return pair.key.size() == 1 && pair.key.front() == field; };
    std::vector<Cut> cuts;
    if (const TomlValue* rule = listItem(key, index)) {
        const auto found = std::find_if(rule->children.begin(), rule->children.end(), isIt);
        if (found != rule->children.end()) {
            return replace(*found);
        }
        addChild(m_text, *rule, as + " = " + written, {}, cuts);
        make(std::move(cuts));
        return {};
    }
    const auto sections = listed(key);
    if (index >= sections.size()) {
        return unsupported();
    }
    for (const TomlStatement& statement : m_outline->statements) {
        if (statement.section == sections[index] && isIt(statement.value)) {
            return replace(statement.value);
        }
    }
    addLineBelow(m_text, endOf(sections[index]), as + " = " + written, cuts);
    make(std::move(cuts));
    return {};
}

Status EditText::removeField(const std::string& key, std::size_t index, const std::string& field) {
    std::vector<Cut> cuts;
    if (const TomlValue* rule = listItem(key, index)) {
        for (std::size_t i = 0; i < rule->children.size(); ++i) {
            if (rule->children[i].key.size() == 1 && rule->children[i].key.front() == field) {
                removeChild(m_text, *rule, i, cuts);
                make(std::move(cuts));
                return {};
            }
        }
        return unsupported();
    }
    const auto sections = listed(key);
    if (index >= sections.size()) {
        return unsupported();
    }
    for (const TomlStatement& statement : m_outline->statements) {
        if (statement.section == sections[index] && statement.value.key == std::vector<std::string>{field}) {
            removeLines(m_text, statement.value.keySpan.begin, statement.value.span.end, cuts);
            make(std::move(cuts));
            return {};
        }
    }
    return unsupported();
}

Status EditText::changeRule(const std::string& key, std::size_t index, const Fields& now, const Fields& wanted) {
    std::string target; // what the rule is about now, and where that is not wanted any more
    for (const auto& [field, value] : now) {
        if (isTarget(field) && valueIn(wanted, field) == nullptr) {
            target = field;
        }
    }
    for (const auto& [field, value] : wanted) {
        const std::string* old = valueIn(now, field);
        if (old != nullptr && *old == value) {
            continue;
        }
        const bool instead = old == nullptr && isTarget(field) && !target.empty();
        LG_TRY(changeField(key, index, instead ? target : field, value, field));
        if (instead) {
            target.clear();
        }
    }
    for (const auto& [field, value] : now) {
        if (valueIn(wanted, field) == nullptr && (!isTarget(field) || field == target)) {
            LG_TRY(removeField(key, index, field));
        }
    }
    return {};
}

Status EditText::removeItem(const std::string& key, std::size_t index) {
    std::vector<Cut> cuts;
    if (listItem(key, index) != nullptr) {
        removeChild(m_text, *find(key)->value, index, cuts);
        make(std::move(cuts));
        return {};
    }
    const auto sections = listed(key);
    if (index >= sections.size()) {
        return unsupported();
    }
    const std::size_t head = m_outline->sections[sections[index]].span.begin;
    // With the empty line above it, if there is one.
    const std::size_t above = head >= 2 && m_text[head - 1] == '\n' ? m_text.find_last_not_of(" \t\r", head - 2) : std::string::npos;
    const bool empty = above != std::string::npos && m_text[above] == '\n';
    removeLines(m_text, empty ? head - 1 : head, endOf(sections[index]), cuts);
    make(std::move(cuts));
    return {};
}

Status EditText::moveRule(const std::string& key, std::size_t index, const std::string& to) {
    const TomlValue* child = listItem(key, index);
    if (child == nullptr) {
        const auto sections = listed(key);
        if (index >= sections.size()) {
            return unsupported();
        }
        make({{m_outline->sections[sections[index]].span.begin, m_outline->sections[sections[index]].span.end, "[[" + to + "]]"}});
        return {};
    }
    if (!listed(to).empty()) {
        return unsupported();
    }
    const std::string written = m_text.substr(child->span.begin, child->span.end - child->span.begin);
    const std::string comment = commentBehind(m_text, child->comma != kNowhere ? child->comma + 1 : child->span.end);
    LG_TRY(removeItem(key, index));
    return addText(to, written, comment);
}

Status EditText::setValue(const std::string& key, const std::string& written) {
    if (!m_outline) {
        return unsupported();
    }
    if (const auto place = find(key)) {
        make({{place->value->span.begin, place->value->span.end, written}});
    } else {
        addKey(key, written, written);
    }
    return {};
}

Status EditText::unsetValue(const std::string& key) {
    const auto place = find(key);
    if (!place) {
        return unsupported();
    }
    std::vector<Cut> cuts;
    if (place->table != nullptr) {
        removeChild(m_text, *place->table, place->child, cuts);
    } else {
        removeLines(m_text, place->value->keySpan.begin, place->value->span.end, cuts);
    }
    make(std::move(cuts));
    return {};
}

} // namespace leadglass::policy
