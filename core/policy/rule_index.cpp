#include "core/policy/rule_index.h"

#include <algorithm>

namespace leadglass::policy {

RuleIndex::RuleIndex(const std::vector<EgressRule>& rules) {
    m_exact.reserve(rules.size());
    for (std::size_t i = 0; i < rules.size(); ++i) {
        add(rules[i], i);
    }
}

void RuleIndex::add(const EgressRule& rule, std::size_t position) {
    const auto at = static_cast<std::uint32_t>(position);
    if (rule.kind == EgressRule::Kind::Address || rule.kind == EgressRule::Kind::Loopback) {
        m_others.push_back(at);
    } else {
        (rule.host.below ? m_below : m_exact)[rule.host.name].push_back(at);
    }
}

RuleIndex::Positions RuleIndex::forHost(std::string_view host) const {
    Positions found;
    if (const auto exact = m_exact.find(host); exact != m_exact.end()) {
        found = exact->second;
    }
    if (!m_below.empty()) {
        for (auto dot = host.find('.'); dot != std::string_view::npos; dot = host.find('.', dot + 1)) {
            if (const auto below = m_below.find(host.substr(dot + 1)); below != m_below.end()) {
                found.insert(found.end(), below->second.begin(), below->second.end());
            }
        }
        std::sort(found.begin(), found.end());
    }
    return found;
}

} // namespace leadglass::policy
