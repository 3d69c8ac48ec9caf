// Trust: bytes of a client inside the run.
// Privilege: none; pure.
// Input: TLS records (RFC 8446 5.1) in pieces of any size, at most kMaxHello bytes of handshake.
// Fails: not TLS or malformed: says which; two server_name or ALPN extensions, or two names, are malformed.
//
// The server name of a TLS ClientHello, reassembled over records. With encrypted_client_hello the
// name is the outer one; it must still equal the allowed name.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace leadglass::egress {

constexpr std::size_t kMaxHello = 64 * 1024;
constexpr std::size_t kMaxProtocols = 32;

class ClientHelloReader {
public:
    enum class State : std::uint8_t { NeedMore, Done, NotTls, Malformed };

    // Feeds the bytes that follow those of earlier calls.
    State feed(std::span<const std::uint8_t> bytes);
    [[nodiscard]] State state() const { return m_state; }
    // Done only. Nothing: no server_name.
    [[nodiscard]] const std::optional<std::string>& serverName() const { return m_serverName; }
    // The application protocols it offers (RFC 7301), in its order; at most kMaxProtocols.
    [[nodiscard]] const std::vector<std::string>& protocols() const { return m_protocols; }
    [[nodiscard]] bool hasEncryptedHello() const { return m_encryptedHello; }

private:
    State consumeHeader(std::uint8_t byte);
    State parseWhenWhole();
    State parseHello(std::span<const std::uint8_t> body);
    bool parseExtension(unsigned type, std::span<const std::uint8_t> data);
    bool parseProtocols(std::span<const std::uint8_t> data);

    State m_state = State::NeedMore;
    std::vector<std::uint8_t> m_handshake;
    std::size_t m_headerBytes = 0;
    std::uint8_t m_lengthHigh = 0;
    std::size_t m_recordLeft = 0;
    std::size_t m_seen = 0;
    std::optional<std::string> m_serverName;
    std::vector<std::string> m_protocols;
    bool m_sawServerName = false;
    bool m_sawProtocols = false;
    bool m_encryptedHello = false;
};

} // namespace leadglass::egress
