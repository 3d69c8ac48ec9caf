// EditText: what is no list of rules or texts ([environment] set, [[example]]).
#include <algorithm>

#include "core/policy/edit_text.h"
#include "core/policy/toml_splice.h"

namespace leadglass::policy {
namespace {

Error unsupported() { return makeError(Code::Unsupported, "this cannot be changed here", "change it in the file itself"); }

std::string behind(const std::string& comment) { return comment.empty() ? "" : " # " + comment; }

} // namespace

Status EditText::addSection(const std::string& key, const Fields& fields, const std::string& comment) {
    if (!listed(key).empty()) {
        return addRule(key, fields, comment);
    }
    if (find(key)) {
        return addText(key, inBraces(fields), comment);
    }
    std::vector<std::string> lines{"[[" + key + "]]" + behind(comment)};
    for (const auto& [field, value] : fields) {
        lines.push_back(field + " = " + value);
    }
    std::vector<Cut> cuts;
    addAtEnd(m_text, lines, cuts);
    make(std::move(cuts));
    return {};
}

Status EditText::addVariable(const std::string& key, const std::string& written, const std::string& comment) {
    if (!m_outline) {
        return unsupported();
    }
    const std::size_t dot = key.rfind('.');
    const std::string name = key.substr(dot + 1);
    const std::string table = key.substr(0, dot);
    const std::string line = name + " = " + written + behind(comment);
    std::vector<Cut> cuts;
    if (const auto place = find(table)) { // set = { A = "b" }
        if (!comment.empty()) {
            return makeError(Code::Unsupported, "'" + table + "' stands in braces here: no comment can stand behind one of its variables", "leave the comment empty");
        }
        addChild(m_text, *place->value, name + " = " + written, {}, cuts);
        make(std::move(cuts));
        return {};
    }
    const std::vector<std::string> path{table.substr(0, table.find('.')), table.substr(table.find('.') + 1)};
    for (std::size_t i = 1; i < m_outline->sections.size(); ++i) {
        if (!m_outline->sections[i].listed && m_outline->sections[i].path == path) { // [environment.set]
            addLineBelow(m_text, endOf(i), line, cuts);
            make(std::move(cuts));
            return {};
        }
    }
    const TomlStatement* dotted = nullptr; // [environment] set.A = "b", or environment.set.A = "b" above all sections
    for (const TomlStatement& statement : m_outline->statements) {
        const bool below = statement.path.size() == path.size() + 1 && std::equal(path.begin(), path.end(), statement.path.begin());
        dotted = below ? &statement : dotted;
    }
    if (dotted != nullptr) {
        const std::string head = m_text.substr(dotted->value.keySpan.begin, m_text.rfind('.', dotted->value.keySpan.end) - dotted->value.keySpan.begin);
        addLineBelow(m_text, dotted->value.span.end, head + "." + line, cuts);
    } else {
        addAtEnd(m_text, {"[" + table + "]", line}, cuts);
    }
    make(std::move(cuts));
    return {};
}

Status EditText::renameKey(const std::string& key, const std::string& last) {
    const auto place = find(key);
    if (!place) {
        return unsupported();
    }
    const Span span = place->value->keySpan;
    const std::string written = m_text.substr(span.begin, span.end - span.begin);
    const std::size_t dot = place->value->key.size() > 1 ? written.rfind('.') : std::string::npos;
    make({{dot == std::string::npos ? span.begin : span.begin + dot + 1, span.end, last}});
    return {};
}

} // namespace leadglass::policy
