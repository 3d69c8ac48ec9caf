// A Transport without TLS: a socket, borrowed, and what was read from it before.
#pragma once

#include <vector>

#include "core/egress/inspect/transport.h"

namespace leadglass::egress {

class PlainEnd final : public Transport {
public:
    PlainEnd(int socket, std::vector<std::uint8_t> first) : m_socket(socket), m_first(std::move(first)) {}

    Io handshake() override { return Io::Progress; }
    Io read(std::span<std::uint8_t> into, std::size_t& size) override;
    Io write(std::span<const std::uint8_t> bytes, std::size_t& size) override;
    Io shutdown() override;

private:
    int m_socket;
    std::vector<std::uint8_t> m_first;
    std::size_t m_used = 0;
};

} // namespace leadglass::egress
