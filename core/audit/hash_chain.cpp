#include "core/audit/hash_chain.h"

#include <openssl/evp.h>

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
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string out;
    out.reserve(hash.size() * 2);
    for (const std::uint8_t byte : hash) {
        out += kDigits[byte >> 4U];
        out += kDigits[byte & 15U];
    }
    return out;
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

void Chain::ContextDeleter::operator()(void* context) const {
    EVP_MD_CTX_free(static_cast<EVP_MD_CTX*>(context));
}

Result<Chain> Chain::create() {
    EVP_MD_CTX* context = EVP_MD_CTX_new();
    if (context == nullptr || EVP_DigestInit_ex(context, EVP_sha256(), nullptr) != 1) {
        EVP_MD_CTX_free(context);
        return makeError(Code::Unsupported, "OpenSSL has no SHA-256 for the audit history");
    }
    return Chain(context);
}

Result<Hash> Chain::next(const Hash& previous, const RowFields& row) {
    m_buffer.assign(reinterpret_cast<const char*>(previous.data()), previous.size());
    putInteger(m_buffer, static_cast<std::uint64_t>(row.id), 8);
    putInteger(m_buffer, static_cast<std::uint64_t>(row.time), 8);
    for (const std::string_view field : row.text) {
        putInteger(m_buffer, field.size(), 4);
        m_buffer += field;
    }
    auto* context = static_cast<EVP_MD_CTX*>(m_context.get());
    Hash hash{};
    unsigned size = 0;
    // A null type keeps the algorithm and only starts anew (EVP_DigestInit(3)).
    if (EVP_DigestInit_ex(context, nullptr, nullptr) != 1 ||
        EVP_DigestUpdate(context, m_buffer.data(), m_buffer.size()) != 1 ||
        EVP_DigestFinal_ex(context, hash.data(), &size) != 1 || size != hash.size()) {
        return makeError(Code::Unsupported, "OpenSSL could not compute an audit hash");
    }
    return hash;
}

}  // namespace leadglass::audit
