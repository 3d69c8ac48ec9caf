#include "core/egress/http_body.h"

#include <algorithm>
#include <string_view>

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

bool isTokenByte(std::uint8_t byte) { // RFC 9110 5.6.2
    const auto lower = static_cast<std::uint8_t>(byte | 0x20);
    return (lower >= 'a' && lower <= 'z') || (byte >= '0' && byte <= '9') ||
           (byte != 0 && std::string_view("!#$%&'*+-.^_`|~").find(static_cast<char>(byte)) != std::string_view::npos);
}

bool mayTrail(std::string_view name) {
    constexpr std::array<std::string_view, 6> kNever = {"host", "content-length", "transfer-encoding", "connection",
                                                        "upgrade", "trailer"};
    return std::find(kNever.begin(), kNever.end(), name) == kNever.end();
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
        trailerByte(byte);
        return;
    case Part::TrailerLf:
        if (byte != '\n') {
            m_state = State::Bad;
        } else if (m_lineBytes == 0) {
            m_state = State::Done;
        } else {
            m_lineBytes = 0;
            m_inValue = false;
            m_part = Part::Trailer;
        }
        return;
    case Part::Data: break;
    }
}

void BodyFramer::trailerByte(std::uint8_t byte) {
    if (byte == '\r') {
        m_part = Part::TrailerLf;
        m_state = m_lineBytes > 0 && !m_inValue ? State::Bad : m_state;
        return;
    }
    if (++m_trailerBytes > kMaxTrailers || (byte < 0x20 && byte != '\t') || byte == 0x7f) {
        m_state = State::Bad;
        return;
    }
    if (!m_inValue && byte == ':') {
        const std::string_view name(m_name.data(), std::min<std::size_t>(m_lineBytes, m_name.size()));
        m_inValue = true;
        m_state = m_lineBytes > 0 && mayTrail(name) ? m_state : State::Bad;
    } else if (!m_inValue) {
        m_state = isTokenByte(byte) ? m_state : State::Bad; // also a line that goes on with the one before
        if (m_lineBytes < m_name.size()) {
            const bool upper = byte >= 'A' && byte <= 'Z';
            m_name[m_lineBytes] = static_cast<char>(upper ? byte | 0x20 : byte);
        }
    }
    ++m_lineBytes;
}

std::size_t BodyFramer::consume(std::span<const std::uint8_t> bytes, BodyParts* parts) {
    if (m_kind == BodyKind::UntilClose) {
        if (parts != nullptr && !bytes.empty()) {
            parts->data.push_back(bytes);
        }
        return bytes.size();
    }
    std::size_t used = 0;
    while (m_state == State::More && used < bytes.size()) {
        if (m_kind == BodyKind::Length || m_part == Part::Data) {
            const auto take = std::min<std::uint64_t>(m_left, bytes.size() - used);
            m_left -= take;
            if (parts != nullptr && take > 0) {
                parts->data.push_back(bytes.subspan(used, static_cast<std::size_t>(take)));
            }
            used += static_cast<std::size_t>(take);
            if (m_left == 0 && m_kind == BodyKind::Length) {
                m_state = State::Done;
            } else if (m_left == 0) {
                m_part = Part::DataCr;
            }
            continue;
        }
        if (parts != nullptr && (m_part == Part::Trailer || m_part == Part::TrailerLf)) {
            parts->trailers.push_back(static_cast<char>(bytes[used]));
        }
        chunkByte(bytes[used]);
        ++used;
    }
    return used;
}

} // namespace leadglass::egress
