#include "core/policy/grants_text.h"

#include <algorithm>
#include <ranges>

#include "core/policy/edit_text.h"
#include "core/policy/protocol.h"
#include "core/policy/toml_outline.h"
#include "core/policy/toml_splice.h"

namespace leadglass::policy {
namespace {

constexpr const char* kKey = "grant";

Fields fieldsOf(const Grant& grant) {
    Fields out{{"profile", tomlQuoted(grant.profile)}};
    if (!grant.project.empty()) {
        out.emplace_back("project", tomlQuoted(grant.project));
    }
    out.emplace_back("verdict", tomlQuoted(verdictName(grant.verdict)));
    if (grant.rule.kind == EgressRule::Kind::Loopback) {
        out.emplace_back("loopback", std::to_string(grant.rule.loopbackPort));
    } else if (!grant.rule.registry.empty()) {
        out.emplace_back("registry", tomlQuoted(grant.rule.registry));
    } else {
        out.emplace_back("host", tomlQuoted((grant.rule.host.below ? "*." : "") + grant.rule.host.name));
        std::string ports;
        for (const std::uint16_t port : grant.rule.ports) {
            ports += (ports.empty() ? "" : ", ") + std::to_string(port);
        }
        if (!ports.empty()) {
            out.emplace_back("port", "[" + ports + "]");
        }
        if (grant.rule.protocol != Protocol::Default) {
            out.emplace_back("protocol", tomlQuoted(protocolName(grant.rule.protocol)));
        }
    }
    out.emplace_back("origin", tomlQuoted(grant.origin));
    out.emplace_back("date", tomlQuoted(grant.date));
    out.emplace_back("last_use", tomlQuoted(grant.lastUse));
    return out;
}

std::vector<std::string> linesOf(const Grant& grant) {
    std::vector<std::string> out{std::string("[[") + kKey + "]]"};
    for (const auto& [key, value] : fieldsOf(grant)) {
        out.push_back(key + " = " + value);
    }
    return out;
}

// But for its last use, which a file may leave out.
bool sameGrant(Grant a, Grant b) {
    a.lastUse = b.lastUse = {};
    return fieldsOf(a) == fieldsOf(b);
}

bool isOneList(std::string_view text) { // grant = [...]
    const auto outline = outlineOf(text);
    return outline && std::ranges::any_of(outline->statements, [](const TomlStatement& statement) { return statement.path == std::vector<std::string>{kKey}; });
}

Status add(std::string& text, const Grant& grant) {
    if (isOneList(text)) {
        return EditText(text).addText(kKey, inBraces(fieldsOf(grant)), {});
    }
    std::vector<Cut> cuts;
    addAtEnd(text, linesOf(grant), cuts);
    text = withCuts(text, std::move(cuts));
    return {};
}

} // namespace

std::string grantsText(const std::vector<Grant>& grants) {
    std::string out = "# Answers that hold for good. Delete an entry to be asked again.\nschema = 1\n";
    for (const Grant& grant : grants) {
        out += "\n";
        for (const auto& line : linesOf(grant)) {
            out += line + "\n";
        }
    }
    return out;
}

std::optional<std::string> changedGrants(std::string_view text, const std::vector<Grant>& before, const std::vector<Grant>& after) {
    if (text.empty()) {
        return std::nullopt;
    }
    std::string out(text);
    std::vector<std::size_t> gone;
    std::size_t next = 0; // of `after`
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (next == after.size() || !sameGrant(before[i], after[next])) {
            gone.push_back(i);
            continue;
        }
        const std::string& used = after[next].lastUse;
        if (used != before[i].lastUse && !EditText(out).changeRule(kKey, i, {}, {{"last_use", tomlQuoted(used)}})) {
            return std::nullopt;
        }
        ++next;
    }
    for (const std::size_t index : std::views::reverse(gone)) { // the places before it stay what they are
        if (!EditText(out).removeItem(kKey, index)) {
            return std::nullopt;
        }
    }
    for (; next < after.size(); ++next) {
        if (!add(out, after[next])) {
            return std::nullopt;
        }
    }
    return out;
}

} // namespace leadglass::policy
