#include "core/session/name_book.h"

#include <algorithm>

#include "core/policy/address.h"

namespace leadglass::session {
namespace {

// The low 32 bits of an address of either family.
std::uint32_t lowBits(const policy::Address& a) {
    const std::size_t end = a.v6 ? 16 : 4;
    std::uint32_t v = 0;
    for (std::size_t i = end - 4; i < end; ++i) {
        v = v << 8 | a.bytes[i];
    }
    return v;
}

policy::Address withLowBits(policy::Address base, std::uint32_t low) {
    const std::size_t end = base.v6 ? 16 : 4;
    for (std::size_t i = 0; i < 4; ++i) {
        base.bytes[end - 1 - i] =
            static_cast<std::uint8_t>(base.bytes[end - 1 - i] | (low >> (8 * i) & 0xffU));
    }
    return base;
}

} // namespace

NameBook::NameBook(const Clock& clock) : m_clock(clock), m_lastRefill(clock.awake()) {}

NameBook::Addresses NameBook::at(std::size_t index) {
    const auto low = static_cast<std::uint32_t>(index + 1);
    return {withLowBits(policy::bookRangeV4().base, low),
            withLowBits(policy::bookRangeV6().base, low)};
}

std::optional<NameBook::Addresses> NameBook::addressesOf(const std::string& canonicalName) {
    if (auto it = m_index.find(canonicalName); it != m_index.end()) {
        return at(it->second);
    }
    const Nanos now = m_clock.awake();
    constexpr double kSecond = 1e9;
    m_tokens = std::min(
        kBurst, m_tokens + static_cast<double>(now - m_lastRefill) / kSecond * kNamesPerSecond);
    m_lastRefill = now;
    if (m_names.size() >= kMaxNames || m_tokens < 1) {
        return std::nullopt;
    }
    m_tokens -= 1;
    m_index.emplace(canonicalName, m_names.size());
    m_names.push_back(canonicalName);
    return at(m_names.size() - 1);
}

std::string NameBook::nameOf(const policy::Address& address) const {
    const policy::AddressRange range = address.v6 ? policy::bookRangeV6() : policy::bookRangeV4();
    if (!policy::inRange(address, range)) {
        return {};
    }
    const std::uint32_t low = lowBits(address) - (address.v6 ? 0U : lowBits(range.base));
    if (low == 0 || low > m_names.size()) {
        return {};
    }
    // The whole address must be the one given out, not only its low bits.
    const Addresses given = at(low - 1);
    return (address.v6 ? given.v6 : given.v4) == address ? m_names[low - 1] : std::string();
}

} // namespace leadglass::session
