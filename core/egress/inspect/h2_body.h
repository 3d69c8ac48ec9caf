// One direction of a stream: what came and has not gone on yet, and how much more may come. What
// came beyond the stream's window nghttp2 refuses, so that the window is the bound of what is held.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/egress/inspect/exchange.h"
#include "core/egress/inspect/h2_session.h"

namespace leadglass::egress {

class H2Body {
public:
    static constexpr std::int32_t kMaxWindow = 1024 * 1024;

    explicit H2Body(std::int32_t window) : m_window(window) {}

    // False: the scan ends the exchange.
    bool scanWith(std::unique_ptr<BodyScan> scan); // what is held is looked at too
    bool feed(std::span<const std::uint8_t> bytes);
    bool end();
    bool endWith(std::vector<H2Field> trailers); // scanned already
    void abort(std::uint32_t code);              // after what is held
    void drop();                                 // what is held, too

    H2Piece take(std::span<std::uint8_t> room);
    // How much the sender may send anew because of what was taken since the last call.
    std::size_t release();
    // The reader keeps up: so much larger may the window be.
    [[nodiscard]] bool couldBeWider() const {
        return m_readAhead >= static_cast<std::size_t>(m_window) && m_window < kMaxWindow;
    }
    std::int32_t widen(); // the new window
    [[nodiscard]] std::int32_t window() const { return m_window; }

    [[nodiscard]] BodyScan* scan() { return m_scan.get(); }
    [[nodiscard]] std::size_t held() const { return m_bytes.size() - m_start; }
    [[nodiscard]] bool ended() const { return m_ended; }
    [[nodiscard]] bool waits() const {
        return m_waits;
    } // take() has said Wait, and nothing has changed since
    [[nodiscard]] std::uint64_t total() const { return m_total; }
    [[nodiscard]] std::vector<H2Field>& trailers() { return m_trailers; }

private:
    std::vector<std::uint8_t> m_bytes;
    std::size_t m_start = 0;
    std::size_t m_outstanding = 0; // came, and the sender was not told that it may replace it
    std::int32_t m_window;
    std::size_t m_batch = 0;     // taken since nothing was held
    std::size_t m_readAhead = 0; // taken since the window grew, each time down to nothing held
    std::uint64_t m_total = 0;
    std::uint32_t m_code = 0;
    bool m_aborted = false;
    bool m_ended = false;
    bool m_waits = false;
    std::unique_ptr<BodyScan> m_scan;
    std::vector<H2Field> m_trailers;
};

} // namespace leadglass::egress
