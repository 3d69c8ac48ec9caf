// The rules of one list by the name they are for, so that a decision does not look at all of them.
//
// It only narrows: whoever asks still checks every rule it gets with the same functions as for the
// whole list. Positions in the list, not pointers: the list may grow (add()); after any other change
// the index is made anew.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/policy/types.h"

namespace leadglass::policy {

class RuleIndex {
public:
    RuleIndex() = default;
    explicit RuleIndex(const std::vector<EgressRule>& rules);
    void add(const EgressRule& rule, std::size_t position);

    using Positions = std::vector<std::uint32_t>;
    // Every rule that could name `host` (canonical), in the list's order.
    [[nodiscard]] Positions forHost(std::string_view host) const;
    // Every rule that is for an address or a loopback port, in the list's order.
    [[nodiscard]] const Positions& others() const { return m_others; }

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };
    using Names = std::unordered_map<std::string, Positions, Hash, std::equal_to<>>;

    Names m_exact; // host -> rules for it
    Names m_below; // host -> rules for names below it
    Positions m_others;
};

// The three lists of one layer.
struct LayerIndex {
    RuleIndex allow;
    RuleIndex ask;
    RuleIndex deny;
    explicit LayerIndex(const Profile& layer) : allow(layer.allow), ask(layer.ask), deny(layer.deny) {}
};

} // namespace leadglass::policy
