#include "core/egress/client_hello.h"

#include <algorithm>

namespace leadglass::egress {
namespace {

constexpr std::size_t kMaxRecord = 16384;       // RFC 8446 5.1
constexpr std::size_t kMaxWire = 2 * kMaxHello; // with record headers
constexpr unsigned kServerName = 0;
constexpr unsigned kEncryptedHello = 0xfe0d;
constexpr unsigned kProtocols = 16;

// Big-endian, bounded; after a short read everything is empty.
class Reader {
public:
    explicit Reader(std::span<const std::uint8_t> bytes) : m_left(bytes) {}
    std::span<const std::uint8_t> take(std::size_t size) {
        if (size > m_left.size()) {
            m_bad = true;
            m_left = {};
            return {};
        }
        const auto out = m_left.first(size);
        m_left = m_left.subspan(size);
        return out;
    }
    std::size_t number(std::size_t size) {
        std::size_t value = 0;
        for (std::uint8_t b : take(size)) {
            value = value << 8 | b;
        }
        return value;
    }
    std::span<const std::uint8_t> vector(std::size_t lengthBytes) {
        return take(number(lengthBytes));
    }
    [[nodiscard]] bool bad() const { return m_bad; }
    [[nodiscard]] bool empty() const { return m_left.empty(); }

private:
    std::span<const std::uint8_t> m_left;
    bool m_bad = false;
};

} // namespace

ClientHelloReader::State ClientHelloReader::feed(std::span<const std::uint8_t> bytes) {
    while (m_state == State::NeedMore && !bytes.empty()) {
        if (m_recordLeft == 0) {
            m_state = consumeHeader(bytes[0]);
            bytes = bytes.subspan(1);
            continue;
        }
        const std::size_t take = std::min(m_recordLeft, bytes.size());
        m_handshake.insert(m_handshake.end(), bytes.begin(),
                           bytes.begin() + static_cast<std::ptrdiff_t>(take));
        m_recordLeft -= take;
        m_seen += take;
        bytes = bytes.subspan(take);
        m_state = parseWhenWhole();
    }
    return m_state;
}

ClientHelloReader::State ClientHelloReader::consumeHeader(std::uint8_t byte) {
    if (++m_seen > kMaxWire) {
        return State::Malformed;
    }
    switch (m_headerBytes++) {
    case 0: // handshake (22)
        if (byte != 22) {
            return m_handshake.empty() ? State::NotTls : State::Malformed;
        }
        break;
    case 1:
        if (byte != 3) {
            return State::NotTls;
        }
        break;
    case 2: break; // legacy minor version: ignored (RFC 8446 5.1)
    case 3: m_lengthHigh = byte; break;
    default:
        m_headerBytes = 0;
        m_recordLeft = static_cast<std::size_t>(m_lengthHigh) << 8 | byte;
        if (m_recordLeft == 0 || m_recordLeft > kMaxRecord) {
            return State::Malformed;
        }
        break;
    }
    return State::NeedMore;
}

ClientHelloReader::State ClientHelloReader::parseWhenWhole() {
    if (m_handshake[0] != 1) { // client_hello
        return State::Malformed;
    }
    if (m_handshake.size() < 4) {
        return State::NeedMore;
    }
    Reader r(std::span<const std::uint8_t>(m_handshake).subspan(1));
    const std::size_t length = r.number(3);
    if (length > kMaxHello) {
        return State::Malformed;
    }
    if (m_handshake.size() < 4 + length) {
        return State::NeedMore;
    }
    const State state = parseHello(r.take(length));
    if (state != State::Done) {
        m_serverName.reset();
    }
    return state;
}

ClientHelloReader::State ClientHelloReader::parseHello(std::span<const std::uint8_t> body) {
    Reader r(body);
    r.take(2 + 32); // version, random
    r.vector(1);    // session id
    r.vector(2);    // cipher suites
    r.vector(1);    // compression
    if (r.bad()) {
        return State::Malformed;
    }
    if (r.empty()) {
        return State::Done; // TLS 1.2 without extensions
    }
    Reader extensions(r.vector(2));
    while (!extensions.bad() && !extensions.empty()) {
        const auto type = static_cast<unsigned>(extensions.number(2));
        const auto data = extensions.vector(2);
        if (extensions.bad() || !parseExtension(type, data)) {
            return State::Malformed;
        }
    }
    return extensions.bad() || r.bad() || !r.empty() ? State::Malformed : State::Done;
}

bool ClientHelloReader::parseExtension(unsigned type, std::span<const std::uint8_t> data) {
    m_encryptedHello = m_encryptedHello || type == kEncryptedHello;
    if (type == kProtocols) {
        return parseProtocols(data);
    }
    if (type != kServerName) {
        return true;
    }
    if (m_sawServerName) {
        return false;
    }
    m_sawServerName = true;
    Reader r(data); // RFC 6066 3: one list, one name of type host_name
    Reader list(r.vector(2));
    const std::size_t nameType = list.number(1);
    const auto name = list.vector(2);
    if (r.bad() || !r.empty() || list.bad() || !list.empty() || nameType != 0 || name.empty() ||
        name.size() > 255) {
        return false;
    }
    if (std::any_of(name.begin(), name.end(),
                    [](std::uint8_t b) { return b <= 0x20 || b >= 0x7f; })) {
        return false;
    }
    m_serverName.emplace(reinterpret_cast<const char*>(name.data()), name.size());
    return true;
}

bool ClientHelloReader::parseProtocols(std::span<const std::uint8_t> data) {
    if (m_sawProtocols) {
        return false;
    }
    m_sawProtocols = true;
    Reader r(data); // RFC 7301 3.1: one list of names that are not empty
    Reader list(r.vector(2));
    if (r.bad() || !r.empty() || list.empty()) {
        return false;
    }
    while (!list.empty()) {
        const auto name = list.vector(1);
        if (list.bad() || name.empty()) {
            return false;
        }
        if (m_protocols.size() < kMaxProtocols) {
            m_protocols.emplace_back(reinterpret_cast<const char*>(name.data()), name.size());
        }
    }
    return true;
}

} // namespace leadglass::egress
