// Trust: bytes of a client inside the run, or of a server on the network.
// Privilege: none; pure.
// Input: any bytes, in pieces of any size; constant memory.
// Fails: chunked framing that is not exactly RFC 9112 7.1 is Bad, and so is a trailer that says again where a
// message goes or how long it is (RFC 9110 6.5.1): what merges trailers into the head would take it for the host.
//
// Where an HTTP/1.x body ends. The bytes themselves are passed on as they are.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/egress/http_head.h"

namespace leadglass::egress {

// What a body consists of, without its framing.
struct BodyParts {
    std::vector<std::span<const std::uint8_t>> data; // in the bytes given to consume()
    std::string trailers; // chunked: the lines behind the last chunk and the empty line, as they came
};

class BodyFramer {
public:
    enum class State : std::uint8_t { More, Done, Bad };

    BodyFramer() = default;
    explicit BodyFramer(BodyLength length);

    // How many of `bytes` belong to the body; fewer than all only when state() is then not More.
    // `parts`: what is data in them is added; null: not asked for.
    std::size_t consume(std::span<const std::uint8_t> bytes, BodyParts* parts = nullptr);
    [[nodiscard]] State state() const { return m_state; }

private:
    enum class Part : std::uint8_t {
        Size,
        Extension,
        SizeLf,
        Data,
        DataCr,
        DataLf,
        Trailer,
        TrailerLf
    };
    void chunkByte(std::uint8_t byte);
    void trailerByte(std::uint8_t byte);
    void endOfSizeLine();

    State m_state = State::Done;
    BodyKind m_kind = BodyKind::None;
    Part m_part = Part::Size;
    std::uint64_t m_left = 0;      // bytes of the body or chunk still to come
    std::uint32_t m_lineBytes = 0; // of the present size or trailer line
    std::uint32_t m_trailerBytes = 0;
    std::array<char, 18> m_name{}; // of the present trailer, lower case; cut where no name of ours is as long
    bool m_inValue = false;
    std::uint32_t m_digits = 0;
};

} // namespace leadglass::egress
