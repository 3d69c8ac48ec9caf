#include "core/session/java_store.h"

#include <algorithm>
#include <cstdint>

#include "core/base/digest.h"

namespace leadglass::session {
namespace {

constexpr std::uint32_t kMagic = 0xFEEDFEED;
constexpr std::uint32_t kVersion = 2;
constexpr std::uint32_t kTrusted = 2;
constexpr std::size_t kMaxStore = 16U << 20;
constexpr std::uint32_t kMaxEntries = 4096;
constexpr std::size_t kDigest = 20;
constexpr std::string_view kType = "X.509";

void put(std::string& out, std::uint64_t value, int bytes) {
    for (int i = bytes - 1; i >= 0; --i) {
        out += static_cast<char>(value >> (8 * i));
    }
}
void putText(std::string& out, std::string_view text) {
    put(out, text.size(), 2);
    out += text;
}

// Big-endian; past the end everything is empty and bad.
class Reader {
public:
    explicit Reader(std::string_view bytes) : m_left(bytes) {}
    std::uint64_t number(std::size_t bytes) {
        std::uint64_t value = 0;
        for (const char byte : take(bytes)) {
            value = value << 8 | static_cast<unsigned char>(byte);
        }
        return value;
    }
    std::string_view take(std::size_t size) {
        if (size > m_left.size()) {
            m_bad = true;
            m_left = {};
            return {};
        }
        const auto part = m_left.substr(0, size);
        m_left.remove_prefix(size);
        return part;
    }
    [[nodiscard]] bool bad() const { return m_bad; }
    [[nodiscard]] std::size_t left() const { return m_left.size(); }

private:
    std::string_view m_left;
    bool m_bad = false;
};

std::string digestOf(std::string_view store) {
    std::string text;
    for (const char letter : std::string_view("changeit")) {
        text += '\0';
        text += letter;
    }
    text += "Mighty Aphrodite";
    text += store;
    return sha1Bytes(text);
}

} // namespace

std::vector<JavaEntry> readJavaStore(std::string_view bytes) {
    Reader reader(bytes.substr(0, std::min(bytes.size(), kMaxStore + 1)));
    const bool known = reader.number(4) == kMagic && reader.number(4) == kVersion;
    const auto count = static_cast<std::uint32_t>(reader.number(4));
    if (!known || bytes.size() > kMaxStore || count > kMaxEntries) {
        return {};
    }
    std::vector<JavaEntry> entries;
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto tag = reader.number(4);
        JavaEntry entry;
        entry.alias = reader.take(reader.number(2));
        reader.take(8); // when it was made
        const auto type = reader.take(reader.number(2));
        entry.der = reader.take(reader.number(4));
        if (reader.bad() || tag != kTrusted || type != kType) {
            return {};
        }
        entries.push_back(std::move(entry));
    }
    return reader.left() == kDigest ? entries : std::vector<JavaEntry>();
}

std::string javaStore(const std::vector<JavaEntry>& entries) {
    std::string out;
    put(out, kMagic, 4);
    put(out, kVersion, 4);
    put(out, entries.size(), 4);
    for (const auto& entry : entries) {
        put(out, kTrusted, 4);
        putText(out, entry.alias);
        put(out, 0, 8);
        putText(out, kType);
        put(out, entry.der.size(), 4);
        out += entry.der;
    }
    return out + digestOf(out);
}

} // namespace leadglass::session
