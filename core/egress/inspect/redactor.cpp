#include "core/egress/inspect/redactor.h"

#include <algorithm>
#include <utility>

#include "core/base/secret_bytes.h"

namespace leadglass::egress {

Redactor::Redactor() : m_states(1) {}

Redactor::~Redactor() {
    for (State& s : m_states) {
        wipe(s.next.data(), s.next.size() * sizeof s.next[0]);
    }
    wipe(m_held.data(), m_held.size());
}

const std::uint32_t* Redactor::child(std::uint32_t state, std::uint8_t byte) const {
    for (const auto& [label, target] : m_states[state].next) {
        if (label == byte) {
            return &target;
        }
    }
    return nullptr;
}

bool Redactor::look(std::string_view value) {
    if (value.empty() || m_built || value.size() > kMaxTotal - m_total) {
        return false;
    }
    m_total += value.size();
    m_begins[static_cast<std::uint8_t>(value.front())] = true;
    std::uint32_t at = 0;
    for (char c : value) {
        const auto byte = static_cast<std::uint8_t>(c);
        if (const std::uint32_t* known = child(at, byte)) {
            at = *known;
        } else {
            const auto fresh = static_cast<std::uint32_t>(m_states.size());
            m_states[at].next.emplace_back(byte, fresh);
            m_states.emplace_back();
            m_states[fresh].depth = m_states[at].depth + 1;
            at = fresh;
        }
        const auto size = static_cast<std::uint32_t>(value.size());
        m_states[at].least = m_states[at].least == 0 ? size : std::min(m_states[at].least, size);
    }
    m_states[at].match = m_states[at].depth;
    return true;
}

void Redactor::build() {
    if (std::exchange(m_built, true)) {
        return;
    }
    std::vector<std::uint32_t> order{0};
    for (std::size_t i = 0; i < order.size(); ++i) {
        const std::uint32_t at = order[i];
        State& s = m_states[at];
        s.match = std::max(s.match, m_states[s.fail].match);
        const bool free = s.depth <= kFree && s.least > kShort;
        s.hold = s.next.empty() || free ? m_states[s.fail].hold : s.depth;
        for (const auto& [byte, target] : s.next) {
            m_states[target].fail = at == 0 ? 0 : step(s.fail, byte);
            order.push_back(target);
        }
    }
}

std::uint32_t Redactor::step(std::uint32_t state, std::uint8_t byte) const {
    for (;;) {
        if (const std::uint32_t* next = child(state, byte)) {
            return *next;
        }
        if (state == 0) {
            return 0;
        }
        state = m_states[state].fail;
    }
}

void Redactor::scan(std::span<std::uint8_t> bytes, std::size_t from, std::uint32_t& state) {
    for (std::size_t i = from; i < bytes.size(); ++i) {
        if (state == 0 && !m_begins[bytes[i]]) {
            continue;
        }
        state = step(state, bytes[i]);
        if (const std::size_t length = m_states[state].match; length > 0) {
            // What went on already was free, or was replaced as the end of another.
            const std::size_t inside = std::min(length, i + 1);
            std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(i + 1 - inside), inside, '*');
            ++m_count;
        }
    }
}

bool Redactor::field(std::string_view, std::string& value) {
    build();
    std::uint32_t state = 0;
    scan({reinterpret_cast<std::uint8_t*>(value.data()), value.size()}, 0, state);
    return true;
}

bool Redactor::feed(std::span<const std::uint8_t> bytes, std::vector<std::uint8_t>& out) {
    build();
    const std::size_t base = out.size();
    const std::size_t before = m_held.size();
    out.insert(out.end(), m_held.begin(), m_held.end());
    out.insert(out.end(), bytes.begin(), bytes.end());
    const auto fresh = std::span(out).subspan(base);
    scan(fresh, before, m_state);
    // Some of what would be held may have gone on while it was free.
    const std::size_t go =
        fresh.size() - std::min<std::size_t>(m_states[m_state].hold, fresh.size());
    wipe(m_held.data(), m_held.size());
    m_held.assign(fresh.begin() + static_cast<std::ptrdiff_t>(go), fresh.end());
    out.resize(base + go);
    return true;
}

bool Redactor::finish(std::vector<std::uint8_t>& out) {
    out.insert(out.end(), m_held.begin(), m_held.end());
    wipe(m_held.data(), m_held.size());
    m_held.clear();
    m_state = 0;
    return true;
}

} // namespace leadglass::egress
