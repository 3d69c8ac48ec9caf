#include "core/policy/edit_fields.h"

#include <algorithm>
#include <charconv>
#include <iterator>

#include "core/policy/toml_outline.h"

namespace leadglass::policy {
namespace {

std::string textField(const toml::table& rule, const char* key) {
    const toml::node* node = rule.get(key);
    return node != nullptr && node->is_string() ? node->as_string()->get() : std::string();
}

bool flagField(const toml::table& rule, const char* key) {
    const toml::node* node = rule.get(key);
    return node != nullptr && node->is_boolean() && node->as_boolean()->get();
}

std::uint16_t portOf(const toml::node& node) {
    const auto* port = node.as_integer();
    return port != nullptr && port->get() > 0 && port->get() <= 65535 ? static_cast<std::uint16_t>(port->get()) : 0;
}

std::optional<std::vector<std::string>> textsField(const toml::table& rule, const char* key) {
    const toml::node* node = rule.get(key);
    const auto* list = node != nullptr ? node->as_array() : nullptr;
    if (list == nullptr) {
        return std::nullopt;
    }
    std::vector<std::string> out;
    for (const toml::node& one : *list) {
        out.push_back(one.is_string() ? one.as_string()->get() : std::string());
    }
    return out;
}

std::string inBrackets(const std::vector<std::string>& texts) {
    std::string out;
    for (const auto& text : texts) {
        out += (out.empty() ? "" : ", ") + tomlQuoted(text);
    }
    return "[" + out + "]";
}

void setTexts(toml::table& rule, const char* key, const std::optional<std::vector<std::string>>& wanted) {
    if (!wanted || wanted == textsField(rule, key)) {
        return;
    }
    if (wanted->empty()) {
        rule.erase(key);
        return;
    }
    toml::array list;
    for (const auto& text : *wanted) {
        list.push_back(text);
    }
    rule.insert_or_assign(key, std::move(list));
}

void setText(toml::table& rule, const char* key, const std::string& now, const std::string& wanted) {
    if (wanted.empty()) {
        rule.erase(key);
    } else if (now != wanted) {
        rule.insert_or_assign(key, wanted);
    }
}

void setFlag(toml::table& rule, const char* key, bool now, bool wanted) {
    if (now == wanted) {
        return;
    }
    if (wanted) {
        rule.insert_or_assign(key, true);
    } else {
        rule.erase(key);
    }
}

} // namespace

std::vector<std::pair<std::string, std::string>> writtenFields(const RuleWords& rule) {
    std::vector<std::pair<std::string, std::string>> out;
    const auto text = [&](const char* key, const std::string& value) {
        if (!value.empty()) {
            out.emplace_back(key, tomlQuoted(value));
        }
    };
    text("host", rule.host);
    text("address", rule.address);
    text("registry", rule.registry);
    if (rule.loopback != 0) {
        out.emplace_back("loopback", std::to_string(rule.loopback));
    }
    if (rule.ports.size() == 1) {
        out.emplace_back("port", std::to_string(rule.ports.front()));
    } else if (!rule.ports.empty()) {
        std::string ports;
        for (const std::uint16_t port : rule.ports) {
            ports += (ports.empty() ? "" : ", ") + std::to_string(port);
        }
        out.emplace_back("port", "[" + ports + "]");
    }
    text("protocol", rule.protocol);
    text("sni", rule.anySni ? "any" : "");
    for (const auto& [key, on] : {std::pair{"private", rule.allowPrivate}, std::pair{"unsafe", rule.unsafe}, std::pair{"via_proxy", rule.viaProxy}}) {
        if (on) {
            out.emplace_back(key, "true");
        }
    }
    for (const auto& [key, texts] : {std::pair{"methods", &rule.methods}, std::pair{"paths", &rule.paths}}) {
        if (*texts && !(*texts)->empty()) {
            out.emplace_back(key, inBrackets(**texts));
        }
    }
    return out;
}

RuleWords wordsOf(const toml::table& rule) {
    RuleWords out;
    out.host = textField(rule, "host");
    out.address = textField(rule, "address");
    out.registry = textField(rule, "registry");
    if (const toml::node* node = rule.get("loopback")) {
        out.loopback = portOf(*node);
    }
    if (const toml::node* node = rule.get("port"); node != nullptr && node->is_array()) {
        for (const toml::node& one : *node->as_array()) {
            out.ports.push_back(portOf(one));
        }
    } else if (node != nullptr) {
        out.ports.push_back(portOf(*node));
    }
    out.protocol = textField(rule, "protocol");
    out.anySni = textField(rule, "sni") == "any";
    out.allowPrivate = flagField(rule, "private");
    out.unsafe = flagField(rule, "unsafe");
    out.viaProxy = flagField(rule, "via_proxy");
    out.methods = textsField(rule, "methods");
    out.paths = textsField(rule, "paths");
    return out;
}

void setFields(toml::table& rule, const RuleWords& wanted) {
    const RuleWords now = wordsOf(rule);
    setText(rule, "host", now.host, wanted.host);
    setText(rule, "address", now.address, wanted.address);
    setText(rule, "registry", now.registry, wanted.registry);
    if (wanted.loopback == 0) {
        rule.erase("loopback");
    } else if (wanted.loopback != now.loopback) {
        rule.insert_or_assign("loopback", static_cast<std::int64_t>(wanted.loopback));
    }
    if (wanted.ports.empty()) {
        rule.erase("port");
    } else if (wanted.ports != now.ports) {
        toml::array ports;
        for (const std::uint16_t port : wanted.ports) {
            ports.push_back(static_cast<std::int64_t>(port));
        }
        if (ports.size() == 1) {
            rule.insert_or_assign("port", static_cast<std::int64_t>(wanted.ports.front()));
        } else {
            rule.insert_or_assign("port", std::move(ports));
        }
    }
    setText(rule, "protocol", now.protocol, wanted.protocol);
    if (now.anySni != wanted.anySni) {
        setText(rule, "sni", now.anySni ? "any" : "", wanted.anySni ? "any" : "");
    }
    setFlag(rule, "private", now.allowPrivate, wanted.allowPrivate);
    setFlag(rule, "unsafe", now.unsafe, wanted.unsafe);
    setFlag(rule, "via_proxy", now.viaProxy, wanted.viaProxy);
    setTexts(rule, "methods", wanted.methods);
    setTexts(rule, "paths", wanted.paths);
}

std::optional<std::string> textOf(const toml::node& value) {
    if (const auto* text = value.as_string()) {
        return text->get();
    }
    if (const auto* whole = value.as_integer()) {
        return std::to_string(whole->get());
    }
    if (const auto* number = value.as_floating_point()) {
        char buffer[64];
        const auto [end, error] = std::to_chars(std::begin(buffer), std::end(buffer), number->get());
        return error == std::errc() ? std::optional(std::string(buffer, end)) : std::nullopt;
    }
    return std::nullopt;
}

bool isNumberKey(const std::string& key) {
    constexpr const char* kNumbers[] = {"limits.cpu", "limits.processes", "limits.open_files"};
    return std::find(std::begin(kNumbers), std::end(kNumbers), key) != std::end(kNumbers);
}

} // namespace leadglass::policy
