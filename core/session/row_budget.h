// How many rows a program inside can make us write by being refused.
#pragma once

#include <cstdint>
#include <utility>

#include "core/base/clock.h"

namespace leadglass::session {

// Rows of refusals come in bursts that a program inside can make at will: so many, then so many a
// second; the rest is counted.
class RowBudget {
public:
    static constexpr double kBurst = 500;
    static constexpr double kPerSecond = 50;

    explicit RowBudget(double burst = kBurst, double perSecond = kPerSecond)
        : m_burst(burst), m_perSecond(perSecond), m_tokens(burst), m_refilled(systemClock().awake()) {}
    bool take();
    std::uint64_t takeSuppressed() { return std::exchange(m_suppressed, 0); }

private:
    double m_burst;
    double m_perSecond;
    double m_tokens;
    Nanos m_refilled;
    std::uint64_t m_suppressed = 0;
};

} // namespace leadglass::session
