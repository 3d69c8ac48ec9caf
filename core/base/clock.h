// Time, injectable. Wall time is only for display and audit; durations use the awake clock.
#pragma once

#include <cstdint>
#include <string>

namespace leadglass {

// Nanoseconds.
using Nanos = std::int64_t;

class Clock {
public:
    virtual ~Clock() = default;
    virtual Nanos wall() const = 0;  // CLOCK_REALTIME, since the epoch, UTC
    virtual Nanos awake() const = 0; // CLOCK_MONOTONIC: does not count suspend (clock_gettime(2))
    virtual Nanos sinceBoot() const = 0; // CLOCK_BOOTTIME: counts it, and no setting of the wall clock moves it
};

const Clock& systemClock();

// "2026-11-29T16:40:30.123456Z" (RFC 3339, UTC, microseconds).
std::string rfc3339(Nanos wall);

// The kernel's boot id (/proc/sys/kernel/random/boot_id), or empty if it cannot be read.
std::string bootId();

} // namespace leadglass
