#include "core/audit/hash_chain.h"

#include <cstddef>

namespace leadglass::audit {
namespace {

void putInteger(std::string& out, std::uint64_t value, int size) {
    for (int i = 0; i < size; ++i) {
        out += static_cast<char>(static_cast<unsigned char>(value >> (8 * i)));
    }
}

int digit(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

}  // namespace

const Hash& genesis() {
    static constexpr Hash kGenesis{0x6e, 0x2c, 0x79, 0x9c, 0x89, 0x71, 0xde, 0xd2, 0x0a, 0xb3, 0x0a,
                                   0x69, 0xae, 0xc0, 0x28, 0xd7, 0x5c, 0x5c, 0xb4, 0x69, 0x0f, 0x8b,
                                   0x61, 0x67, 0xc1, 0x64, 0x26, 0x91, 0x6b, 0xc4, 0x88, 0xc6};
    return kGenesis;
}

std::string toHex(const Hash& hash) {
    return hexDigits(hash.data(), hash.size());
}

std::optional<Hash> fromHex(std::string_view hex) {
    Hash hash{};
    if (hex.size() != hash.size() * 2) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < hash.size(); ++i) {
        const int high = digit(hex[2 * i]);
        const int low = digit(hex[2 * i + 1]);
        if (high < 0 || low < 0) {
            return std::nullopt;
        }
        hash[i] = static_cast<std::uint8_t>(high * 16 + low);
    }
    return hash;
}

RowFields fieldsOf(std::int64_t id, const Event& e) {
    return {id,
            e.time,
            {kindName(e.kind), e.run, e.verdict, e.outcome, e.reason, e.subject, e.rule, e.origin,
             e.policy, e.inputs, e.process, e.detail}};
}

Hash Chain::next(const Hash& previous, const RowFields& row) {
    m_buffer.assign(reinterpret_cast<const char*>(previous.data()), previous.size());
    putInteger(m_buffer, static_cast<std::uint64_t>(row.id), 8);
    putInteger(m_buffer, static_cast<std::uint64_t>(row.time), 8);
    for (const std::string_view field : row.text) {
        putInteger(m_buffer, field.size(), 4);
        m_buffer += field;
    }
    m_digest.update(m_buffer);
    return m_digest.finish();
}

}  // namespace leadglass::audit
