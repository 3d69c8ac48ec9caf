#include "core/egress/inspect/h2_body.h"

#include <algorithm>

namespace leadglass::egress {

bool H2Body::scanWith(std::unique_ptr<BodyScan> scan) {
    m_scan = std::move(scan);
    if (m_scan == nullptr) {
        return true;
    }
    std::vector<std::uint8_t> raw(m_bytes.begin() + static_cast<std::ptrdiff_t>(m_start),
                                  m_bytes.end());
    m_bytes.clear();
    m_start = 0;
    return (raw.empty() || m_scan->feed(raw, m_bytes)) && (!m_ended || m_scan->finish(m_bytes));
}

bool H2Body::feed(std::span<const std::uint8_t> bytes) {
    m_outstanding += bytes.size();
    m_total += bytes.size();
    if (m_aborted || m_ended) {
        return true;
    }
    if (m_scan != nullptr) {
        return m_scan->feed(bytes, m_bytes);
    }
    m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
    return true;
}

bool H2Body::end() {
    if (m_ended || m_aborted) {
        return true;
    }
    m_ended = true;
    return m_scan == nullptr || m_scan->finish(m_bytes);
}

bool H2Body::endWith(std::vector<H2Field> trailers) {
    m_trailers = std::move(trailers);
    return end();
}

void H2Body::abort(std::uint32_t code) {
    if (!m_ended && !m_aborted) {
        m_aborted = true;
        m_code = code;
    }
}

void H2Body::drop() {
    m_bytes = {};
    m_start = 0;
    m_trailers.clear();
}

H2Piece H2Body::take(std::span<std::uint8_t> room) {
    H2Piece piece;
    piece.size = std::min(room.size(), held());
    std::copy_n(m_bytes.begin() + static_cast<std::ptrdiff_t>(m_start), piece.size, room.begin());
    m_start += piece.size;
    m_batch = std::min<std::size_t>(m_batch + piece.size, kMaxWindow);
    if (held() == 0) {
        m_bytes.clear();
        m_start = 0;
        m_readAhead = std::min<std::size_t>(m_readAhead + m_batch, kMaxWindow);
        m_batch = 0;
    } else if (m_start > m_bytes.size() / 2) {
        m_bytes.erase(m_bytes.begin(), m_bytes.begin() + static_cast<std::ptrdiff_t>(m_start));
        m_start = 0;
    }
    m_waits = false;
    if (held() > 0) {
        piece.after = H2Piece::After::More;
    } else if (m_ended) {
        piece.after = m_trailers.empty() ? H2Piece::After::End : H2Piece::After::Trailers;
    } else if (piece.size > 0) {
        piece.after = H2Piece::After::More;
    } else if (m_aborted) {
        piece.after = H2Piece::After::Reset;
        piece.code = m_code;
    } else {
        m_waits = true;
    }
    return piece;
}

std::size_t H2Body::release() {
    const std::size_t free = m_outstanding - std::min(m_outstanding, held());
    m_outstanding -= free;
    return free;
}

std::int32_t H2Body::widen() {
    m_window = std::min(m_window * 2, kMaxWindow);
    m_readAhead = 0;
    return m_window;
}

} // namespace leadglass::egress
