// Builds ClientHello bytes for tests.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace leadglass::test {

inline std::string number(std::size_t value, int size) {
    std::string out;
    for (int i = size - 1; i >= 0; --i) {
        out.push_back(static_cast<char>(value >> (8 * i)));
    }
    return out;
}
inline std::string vec(const std::string& body, int lengthBytes) {
    return number(body.size(), lengthBytes) + body;
}
inline std::string extension(unsigned type, const std::string& body) {
    return number(type, 2) + vec(body, 2);
}
inline std::string serverName(const std::string& name, char type = 0) {
    return extension(0, vec(std::string(1, type) + vec(name, 2), 2));
}
inline std::string handshake(const std::string& extensions) {
    std::string body = "\x03\x03" + std::string(32, 'r') + vec("", 1) + vec("\x13\x01", 2) +
                       vec(std::string(1, '\0'), 1) + vec(extensions, 2);
    return "\x01" + vec(body, 3);
}
// `handshakeBytes` in records of at most `size` bytes.
inline std::string records(const std::string& handshakeBytes, std::size_t size = 16384) {
    std::string out;
    for (std::size_t i = 0; i < handshakeBytes.size(); i += size) {
        out += std::string("\x16\x03\x01", 3) + vec(handshakeBytes.substr(i, size), 2);
    }
    return out;
}
inline std::string hello(const std::string& name, std::size_t recordSize = 16384) {
    return records(
        handshake(extension(10, "\x00\x02\x00\x1d") + (name.empty() ? "" : serverName(name))),
        recordSize);
}

} // namespace leadglass::test
