// A policy as the evaluator walks it: every list whole, or by its index, through the same calls.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/policy/rule_index.h"
#include "core/policy/types.h"

namespace leadglass::policy {

// One list of a layer: all of it, or by its index.
struct Rules {
    const std::vector<EgressRule>& list;
    const RuleIndex* index; // null: every rule is looked at

    template <typename Visit>
    void forHost(std::string_view host, Visit visit) const {
        if (index == nullptr) {
            std::for_each(list.begin(), list.end(), visit);
            return;
        }
        for (const auto at : index->forHost(host)) {
            visit(list[at]);
        }
    }
    template <typename Visit>
    void forOthers(Visit visit) const {
        if (index == nullptr) {
            std::for_each(list.begin(), list.end(), visit);
            return;
        }
        for (const auto at : index->others()) {
            visit(list[at]);
        }
    }
};

struct LayerRules {
    const Profile& layer;
    const LayerIndex* index;
    [[nodiscard]] Rules allow() const { return {layer.allow, index != nullptr ? &index->allow : nullptr}; }
    [[nodiscard]] Rules ask() const { return {layer.ask, index != nullptr ? &index->ask : nullptr}; }
    [[nodiscard]] Rules deny() const { return {layer.deny, index != nullptr ? &index->deny : nullptr}; }
};

struct PolicyRules {
    LayerRules merged;
    std::vector<LayerRules> restrictions;
};

inline PolicyRules wholeLists(const EffectivePolicy& policy) {
    PolicyRules out{{policy.merged, nullptr}, {}};
    for (const Profile& layer : policy.restrictions) {
        out.restrictions.push_back({layer, nullptr});
    }
    return out;
}

inline PolicyRules indexed(const EffectivePolicy& policy, const LayerIndex& merged,
                    const std::vector<LayerIndex>& restrictions) {
    PolicyRules out{{policy.merged, &merged}, {}};
    for (std::size_t i = 0; i < restrictions.size(); ++i) {
        out.restrictions.push_back({policy.restrictions[i], &restrictions[i]});
    }
    return out;
}

} // namespace leadglass::policy
