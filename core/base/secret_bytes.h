// Bytes that must not stay behind: a credential, a key.
//
// In pages that are locked (mlock2(2) with MLOCK_ONFAULT where it can), kept out of core dumps (MADV_DONTDUMP) and
// of forked children (MADV_WIPEONFORK, Linux 4.14), and overwritten before they are given back. Owns them; moves,
// never copies by itself. Not printable: there is no operator<< and no implicit view.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace leadglass {

class SecretBytes {
public:
    static constexpr std::size_t kMax = 64 * 1024;

    SecretBytes() = default; // empty
    // Copies; the source stays as it is (wipe() it). Invalid: longer than kMax. Io: no memory, or none that may be
    // locked: the text says which limit (RLIMIT_MEMLOCK).
    static Result<SecretBytes> copyOf(std::string_view bytes);
    static Result<SecretBytes> ofSize(std::size_t size); // zeros
    static Result<SecretBytes> readAll(int fd);          // to its end, or kMax bytes of it. Io: it cannot be read.

    SecretBytes(SecretBytes&& other) noexcept;
    SecretBytes& operator=(SecretBytes&& other) noexcept;
    SecretBytes(const SecretBytes&) = delete;
    SecretBytes& operator=(const SecretBytes&) = delete;
    ~SecretBytes();

    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] bool empty() const { return m_size == 0; }
    // To be used at once and not kept. What is made from it is to be wiped by whoever makes it.
    [[nodiscard]] std::string_view reveal() const { return {reinterpret_cast<const char*>(m_bytes), m_size}; }
    [[nodiscard]] std::span<std::uint8_t> writable() { return {m_bytes, m_size}; }
    // Fewer bytes; what is cut off is overwritten.
    void shrink(std::size_t size);
    [[nodiscard]] bool equals(std::string_view other) const; // in a time that does not depend on where they differ

private:
    std::uint8_t* m_bytes = nullptr;
    std::size_t m_size = 0;
    std::size_t m_mapped = 0;
};

// Overwrites in a way that no compiler leaves out.
void wipe(void* bytes, std::size_t size);
void wipe(std::string& text); // all of its capacity, and empties it

} // namespace leadglass
