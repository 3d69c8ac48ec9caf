// Counts frames that cost and carry nothing (pings, settings, priorities, empty data, window
// updates): a bucket that is filled by time and by what is carried. Streaming costs nothing here,
// and a connection that only pings is ended.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace leadglass::egress {

class H2Flood {
public:
    static constexpr double kBurst = 4000;
    static constexpr double kPerSecond = 1000;
    static constexpr double kPerByte = 1.0 / 256;
    static constexpr double kPerPiece =
        2; // of ours: the other end may give room on stream and connection
    static constexpr double kPerHead = 6; // a stream may have its updates, a priority and a reset

    void frame(std::chrono::steady_clock::time_point now = std::chrono::steady_clock::now()) {
        if (m_left < kBurst / 2 && now > m_last) {
            const std::chrono::duration<double> passed = now - m_last;
            fill(passed.count() * kPerSecond);
            m_last = now;
        }
        m_left -= 1;
    }
    void carried(std::size_t bytes) { fill(static_cast<double>(bytes) * kPerByte); }
    void said(std::size_t bytes) { fill(static_cast<double>(bytes) * kPerByte + kPerPiece); }
    void head() { fill(kPerHead); }
    [[nodiscard]] bool over() const { return m_left < 0; }

private:
    void fill(double tokens) { m_left = std::min(kBurst, m_left + tokens); }
    double m_left = kBurst;
    std::chrono::steady_clock::time_point m_last = std::chrono::steady_clock::now();
};

} // namespace leadglass::egress
