// Trust: what a server answers, which may have a credential in it that was put into the request.
// Privilege: none. Holds the credentials to look for, in a form of its own, overwritten in the end.
// Input: bytes in pieces of any size.
// Fails: nothing can; values that are empty or beyond the bound are not looked for (addTo says so).
//
// Replaces given byte strings by as many '*'. Where occurrences overlap, all their bytes are
// replaced. Holds back only bytes that may be the beginning of an occurrence, so at most the
// longest value less one: a piece that ends in nothing of the kind passes whole. Of values longer
// than kShort the first kFree bytes are never held for themselves, so that a message whose last
// letter happens to be the first of a credential does not wait for the next one, which may be
// waiting for it: where a cut is just there, so many may be seen, and the rest is replaced.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/egress/inspect/exchange.h"

namespace leadglass::egress {

class Redactor final : public BodyScan {
public:
    static constexpr std::uint32_t kFree = 4;
    static constexpr std::uint32_t kShort = 8;
    static constexpr std::size_t kMaxTotal = 256 * 1024; // of all values

    Redactor();
    ~Redactor() override;
    Redactor(const Redactor&) = delete;
    Redactor& operator=(const Redactor&) = delete;

    // Before the first byte. The value is not kept as such. False: empty, or the values are more
    // than kMaxTotal: whoever has such a credential must not let the response pass.
    [[nodiscard]] bool look(std::string_view value);

    bool field(std::string_view name, std::string& value) override;
    bool feed(std::span<const std::uint8_t> bytes, std::vector<std::uint8_t>& out) override;
    bool finish(std::vector<std::uint8_t>& out) override;
    [[nodiscard]] std::uint32_t redacted() const override { return m_count; }
    [[nodiscard]] bool started() const { return m_built; } // look() takes no more
    [[nodiscard]] std::size_t heldBack() const { return m_held.size(); }

private:
    // Aho and Corasick's automaton: a state is the longest end of what came that some value begins
    // with.
    struct State {
        std::vector<std::pair<std::uint8_t, std::uint32_t>> next;
        std::uint32_t fail = 0;
        std::uint32_t depth = 0;
        std::uint32_t match = 0; // length of the longest value that ends here
        std::uint32_t least = 0; // length of the shortest value that goes through here
        std::uint32_t hold = 0;  // bytes that may be a beginning
    };
    void build();
    [[nodiscard]] std::uint32_t step(std::uint32_t state, std::uint8_t byte) const;
    [[nodiscard]] const std::uint32_t* child(std::uint32_t state, std::uint8_t byte) const;
    void scan(std::span<std::uint8_t> bytes, std::size_t from, std::uint32_t& state);

    std::vector<State> m_states;
    std::array<bool, 256> m_begins{}; // a value begins with it
    std::vector<std::uint8_t> m_held;
    std::uint32_t m_state = 0;
    std::uint32_t m_count = 0;
    std::size_t m_total = 0;
    bool m_built = false;
};

} // namespace leadglass::egress
