// Bounded reading and writing of little-endian binary messages.
//
// ByteReader never reads past its view: the first read that would makes it `bad()`, and all reads
// after that give zero or empty. Check `done()` (not bad, nothing left) once, at the end.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace leadglass {

class ByteWriter {
public:
    // Room for so many bytes in all, where that is known before.
    void reserve(std::size_t size) { m_out.reserve(size); }
    void u8(std::uint8_t v) { m_out.push_back(v); }
    void u16(std::uint16_t v) { put(v, 2); }
    void u32(std::uint32_t v) { put(v, 4); }
    void u64(std::uint64_t v) { put(v, 8); }
    void raw(std::span<const std::uint8_t> bytes) {
        m_out.insert(m_out.end(), bytes.begin(), bytes.end());
    }
    // Length (u32) and bytes.
    void str(std::string_view text) {
        u32(static_cast<std::uint32_t>(text.size()));
        m_out.insert(m_out.end(), text.begin(), text.end());
    }
    [[nodiscard]] const std::vector<std::uint8_t>& bytes() const { return m_out; }
    std::vector<std::uint8_t> take() { return std::move(m_out); }

private:
    void put(std::uint64_t v, int size) {
        for (int i = 0; i < size; ++i) {
            m_out.push_back(static_cast<std::uint8_t>(v >> (8 * i)));
        }
    }
    std::vector<std::uint8_t> m_out;
};

class ByteReader {
public:
    explicit ByteReader(std::span<const std::uint8_t> bytes) : m_left(bytes) {}

    std::uint8_t u8() { return static_cast<std::uint8_t>(get(1)); }
    std::uint16_t u16() { return static_cast<std::uint16_t>(get(2)); }
    std::uint32_t u32() { return static_cast<std::uint32_t>(get(4)); }
    std::uint64_t u64() { return get(8); }
    std::span<const std::uint8_t> raw(std::size_t size) {
        if (size > m_left.size()) {
            m_bad = true;
            m_left = {};
            return {};
        }
        auto out = m_left.first(size);
        m_left = m_left.subspan(size);
        return out;
    }
    // A string of at most `max` bytes; longer makes the reader bad.
    std::string str(std::size_t max) {
        auto view = strView(max);
        return std::string(view);
    }
    std::string_view strView(std::size_t max) {
        const std::size_t size = u32();
        if (size > max) {
            m_bad = true;
            m_left = {};
            return {};
        }
        auto part = raw(size);
        return {reinterpret_cast<const char*>(part.data()), part.size()};
    }
    [[nodiscard]] bool bad() const { return m_bad; }
    [[nodiscard]] bool done() const { return !m_bad && m_left.empty(); }
    [[nodiscard]] std::size_t left() const { return m_left.size(); }

private:
    std::uint64_t get(std::size_t size) {
        auto part = raw(size);
        std::uint64_t v = 0;
        for (std::size_t i = 0; i < part.size(); ++i) {
            v |= static_cast<std::uint64_t>(part[i]) << (8 * i);
        }
        return v;
    }
    std::span<const std::uint8_t> m_left;
    bool m_bad = false;
};

} // namespace leadglass
