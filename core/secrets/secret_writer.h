// core/base/bytes.h's ByteWriter into locked memory: for messages that hold a value.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "core/base/result.h"
#include "core/base/secret_bytes.h"

namespace leadglass::secrets {

// What would be longer than SecretBytes::kMax makes take() an error.
class SecretWriter {
public:
    static Result<SecretWriter> make(std::size_t size = SecretBytes::kMax) {
        SecretWriter out;
        out.m_bytes = LG_TRY(SecretBytes::ofSize(size));
        return out;
    }
    void u8(std::uint8_t v) { put(v, 1); }
    void u16(std::uint16_t v) { put(v, 2); }
    void u32(std::uint32_t v) { put(v, 4); }
    void u64(std::uint64_t v) { put(v, 8); }
    void raw(std::string_view bytes) {
        auto room = m_bytes.writable().subspan(m_used);
        m_full = m_full || bytes.size() > room.size();
        if (!m_full) {
            std::copy(bytes.begin(), bytes.end(), room.begin());
            m_used += bytes.size();
        }
    }
    void str(std::string_view text) {
        u32(static_cast<std::uint32_t>(text.size()));
        raw(text);
    }
    Result<SecretBytes> take() {
        if (m_full) {
            return makeError(Code::Invalid, "a message with a credential is longer than 64 KiB");
        }
        m_bytes.shrink(m_used);
        return std::move(m_bytes);
    }

private:
    SecretWriter() = default;
    void put(std::uint64_t v, int size) {
        for (int i = 0; i < size; ++i) {
            const char byte = static_cast<char>(v >> (8 * i));
            raw({&byte, 1});
        }
    }
    SecretBytes m_bytes;
    std::size_t m_used = 0;
    bool m_full = false;
};

} // namespace leadglass::secrets
