#include "core/egress/inspect/response_watch.h"

namespace leadglass::egress {

void Sought::add(std::string_view value) {
    if (value.empty() || m_tooMuch) {
        return;
    }
    if (value.size() > Redactor::kMaxTotal - m_total) {
        m_tooMuch = true;
        return;
    }
    m_total += value.size();
    if (m_redactors.empty() || m_redactors.back()->started()) { // one that has begun takes no more
        m_redactors.push_back(std::make_unique<Redactor>());
    }
    m_tooMuch = !m_redactors.back()->look(value);
}

bool ResponseWatch::text(std::string& lines) { return field({}, lines); }

bool ResponseWatch::field(std::string_view name, std::string& value) {
    for (const auto& each : m_sought->m_redactors) {
        (void)each->field(name, value);
    }
    return !m_sought->m_tooMuch;
}

bool ResponseWatch::feed(std::span<const std::uint8_t> bytes, std::vector<std::uint8_t>& out) {
    const auto& all = m_sought->m_redactors;
    if (all.empty()) {
        out.insert(out.end(), bytes.begin(), bytes.end());
    } else if (all.size() == 1) {
        (void)all.front()->feed(bytes, out);
    } else {
        std::vector<std::uint8_t> piece;
        (void)all.front()->feed(bytes, piece);
        for (std::size_t i = 1; i < all.size(); ++i) {
            std::vector<std::uint8_t> next;
            (void)all[i]->feed(piece, next);
            piece = std::move(next);
        }
        out.insert(out.end(), piece.begin(), piece.end());
    }
    return !m_sought->m_tooMuch;
}

bool ResponseWatch::finish(std::vector<std::uint8_t>& out) {
    std::vector<std::uint8_t> piece;
    for (const auto& each : m_sought->m_redactors) {
        std::vector<std::uint8_t> next;
        (void)each->feed(piece, next);
        (void)each->finish(next);
        piece = std::move(next);
    }
    out.insert(out.end(), piece.begin(), piece.end());
    return !m_sought->m_tooMuch;
}

std::uint32_t ResponseWatch::redacted() const {
    std::uint32_t count = 0;
    for (const auto& each : m_sought->m_redactors) {
        count += each->redacted();
    }
    return count;
}

} // namespace leadglass::egress
