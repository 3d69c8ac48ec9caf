#include "core/base/clock.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <ctime>

namespace leadglass {
namespace {

constexpr Nanos kSecond = 1'000'000'000;

class SystemClock final : public Clock {
public:
    Nanos wall() const override { return read(CLOCK_REALTIME); }
    Nanos awake() const override { return read(CLOCK_MONOTONIC); }
    Nanos sinceBoot() const override { return read(CLOCK_BOOTTIME); }

private:
    static Nanos read(clockid_t id) {
        timespec t{};
        ::clock_gettime(id, &t);
        return static_cast<Nanos>(t.tv_sec) * kSecond + t.tv_nsec;
    }
};

} // namespace

const Clock& systemClock() {
    static const SystemClock clock;
    return clock;
}

std::string rfc3339(Nanos wall) {
    Nanos seconds = wall / kSecond;
    Nanos rest = wall % kSecond;
    if (rest < 0) {
        rest += kSecond;
        --seconds;
    }
    const auto t = static_cast<time_t>(seconds);
    tm parts{};
    ::gmtime_r(&t, &parts);
    std::array<char, 64> out{};
    const int size =
        std::snprintf(out.data(), out.size(), "%04d-%02d-%02dT%02d:%02d:%02d.%06dZ",
                      parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour,
                      parts.tm_min, parts.tm_sec, static_cast<int>(rest / 1000));
    return {out.data(), static_cast<std::size_t>(size)};
}

std::string bootId() {
    const int fd = ::open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return {};
    }
    std::array<char, 64> buffer{};
    const ssize_t size = ::read(fd, buffer.data(), buffer.size());
    ::close(fd);
    std::string id(buffer.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
    while (!id.empty() && id.back() == '\n') {
        id.pop_back();
    }
    return id;
}

} // namespace leadglass
