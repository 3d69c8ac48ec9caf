#include "core/egress/http_body.h"

#include <algorithm>

namespace leadglass::egress {
namespace {

constexpr std::uint32_t kMaxSizeLine = 256;
constexpr std::uint32_t kMaxTrailers = 8 * 1024;

int hexValue(std::uint8_t c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    c = static_cast<std::uint8_t>(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

} // namespace

BodyFramer::BodyFramer(BodyLength length) : m_kind(length.kind) {
    m_left = length.kind == BodyKind::Length ? length.length : 0;
    const bool empty =
        length.kind == BodyKind::None || (length.kind == BodyKind::Length && m_left == 0);
    m_state = empty ? State::Done : State::More;
}

void BodyFramer::endOfSizeLine() {
    m_lineBytes = 0;
    m_digits = 0;
    m_part = m_left > 0 ? Part::Data : Part::Trailer;
}

void BodyFramer::chunkByte(std::uint8_t byte) {
    const auto expect = [&](bool right, Part next) {
        m_part = next;
        m_state = right ? m_state : State::Bad;
    };
    switch (m_part) {
    case Part::Size: {
        const int value = hexValue(byte);
        if (value >= 0) {
            m_left = (m_left << 4) | static_cast<std::uint64_t>(value);
            m_state = ++m_digits > 15 ? State::Bad : m_state;
        } else {
            expect(m_digits > 0 && (byte == '\r' || byte == ';'),
                   byte == '\r' ? Part::SizeLf : Part::Extension);
        }
        return;
    }
    case Part::Extension:
        if (byte == '\r') {
            m_part = Part::SizeLf;
        } else if (++m_lineBytes > kMaxSizeLine || (byte < 0x20 && byte != '\t') || byte == 0x7f) {
            m_state = State::Bad;
        }
        return;
    case Part::SizeLf:
        if (byte == '\n') {
            endOfSizeLine();
        } else {
            m_state = State::Bad;
        }
        return;
    case Part::DataCr: expect(byte == '\r', Part::DataLf); return;
    case Part::DataLf: expect(byte == '\n', Part::Size); return;
    case Part::Trailer:
        if (byte == '\r') {
            m_part = Part::TrailerLf;
        } else if (++m_trailerBytes > kMaxTrailers || (byte < 0x20 && byte != '\t') ||
                   byte == 0x7f) {
            m_state = State::Bad;
        } else {
            ++m_lineBytes;
        }
        return;
    case Part::TrailerLf:
        if (byte != '\n') {
            m_state = State::Bad;
        } else if (m_lineBytes == 0) {
            m_state = State::Done;
        } else {
            m_lineBytes = 0;
            m_part = Part::Trailer;
        }
        return;
    case Part::Data: break;
    }
}

std::size_t BodyFramer::consume(std::span<const std::uint8_t> bytes) {
    if (m_kind == BodyKind::UntilClose) {
        return bytes.size();
    }
    std::size_t used = 0;
    while (m_state == State::More && used < bytes.size()) {
        if (m_kind == BodyKind::Length || m_part == Part::Data) {
            const auto take = std::min<std::uint64_t>(m_left, bytes.size() - used);
            m_left -= take;
            used += static_cast<std::size_t>(take);
            if (m_left == 0 && m_kind == BodyKind::Length) {
                m_state = State::Done;
            } else if (m_left == 0) {
                m_part = Part::DataCr;
            }
            continue;
        }
        chunkByte(bytes[used]);
        ++used;
    }
    return used;
}

} // namespace leadglass::egress
