#include "core/session/question_digest.h"

#include <openssl/evp.h>

#include <array>

#include "core/base/bytes.h"

namespace leadglass::session {

std::string questionDigest(const wire::Question& question) {
    ByteWriter w;
    w.str("leadglass question 1");
    w.str(question.id);
    w.str(question.run);
    w.str(question.project);
    w.str(question.object);
    w.u32(static_cast<std::uint32_t>(question.members.size()));
    for (const auto& member : question.members) {
        w.str(member);
    }
    w.u32(static_cast<std::uint32_t>(question.scopes.size()));
    for (const auto scope : question.scopes) {
        w.u8(static_cast<std::uint8_t>(scope));
    }
    w.u32(static_cast<std::uint32_t>(question.patterns.size()));
    for (const auto& pattern : question.patterns) {
        w.str(pattern);
    }
    std::array<unsigned char, EVP_MAX_MD_SIZE> hash{};
    unsigned size = 0;
    if (EVP_Digest(w.bytes().data(), w.bytes().size(), hash.data(), &size, EVP_sha256(), nullptr) != 1) {
        return {}; // no digest equals an empty one: such a question cannot be answered
    }
    static constexpr char kHex[] = "0123456789abcdef";
    std::string out;
    for (unsigned i = 0; i < size; ++i) {
        out += kHex[hash[i] >> 4];
        out += kHex[hash[i] & 0xf];
    }
    return out;
}

} // namespace leadglass::session
