#include "core/policy/limit_values.h"

#include <sys/resource.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <utility>

#include "core/base/escape.h"
#include "core/policy/parser_values.h"

namespace leadglass::policy {
namespace {

template <class T> std::optional<T> readNumber(const std::string& text) {
    T value{};
    const char* end = text.data() + text.size();
    const auto [rest, fault] = std::from_chars(text.data(), end, value);
    return fault == std::errc() && rest == end ? std::optional(value) : std::nullopt;
}

// At most two digits behind the point, and no zeros at the end.
std::string numberText(double value) {
    char text[64];
    std::snprintf(text, sizeof text, "%.2f", value);
    std::string out = text;
    while (out.ends_with('0')) {
        out.pop_back();
    }
    return out.ends_with('.') ? out.substr(0, out.size() - 1) : out;
}

std::string sizeText(double bytes) {
    constexpr const char* kUnits[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};
    std::size_t unit = 0;
    while (bytes >= 1024 && unit + 1 < std::size(kUnits)) {
        bytes /= 1024;
        ++unit;
    }
    return bytes == 1 && unit == 0 ? "1 byte" : numberText(bytes) + " " + kUnits[unit];
}

std::string durationText(double seconds) {
    constexpr std::pair<double, const char*> kUnits[] = {{3600, " h"}, {60, " min"}};
    for (const auto& [size, name] : kUnits) {
        if (seconds >= size && std::fmod(seconds, size) == 0) {
            return numberText(seconds / size) + name;
        }
    }
    return numberText(seconds) + " s";
}

} // namespace

std::string limitText(const std::string& key, double value) {
    if (key == "cpu" || key == "processes" || key == "open_files" || key == "total_processes" || key == "total_runs") {
        return numberText(value);
    }
    return key == "wall_clock" || key == "cpu_time" || key == "hold" ? durationText(value) : sizeText(value);
}

std::uint64_t heldByMachine(int resource, std::uint64_t wanted) {
    rlimit now{};
    const bool bounded = ::getrlimit(static_cast<__rlimit_resource_t>(resource), &now) == 0 && now.rlim_max != RLIM_INFINITY;
    return bounded ? std::min<std::uint64_t>(wanted, now.rlim_max) : wanted;
}

Limits asHere(const Limits& limits) {
    Limits out = limits;
    if (out.processes) {
        out.processes = heldByMachine(RLIMIT_NPROC, *out.processes);
    }
    if (out.openFiles) {
        out.openFiles = heldByMachine(RLIMIT_NOFILE, *out.openFiles);
    }
    if (out.fileSize) {
        out.fileSize = heldByMachine(RLIMIT_FSIZE, *out.fileSize);
    }
    return out;
}

Status setLimit(Limits& limits, const std::string& key, const std::string& value) {
    const auto wrong = [&](const char* wanted) {
        return makeError(Code::Invalid,
                         "--limit " + forScreen(key, 40) + "='" + forScreen(value, 80) + "' must be " + wanted);
    };
    if (key == "cpu") {
        const auto cores = readNumber<double>(value);
        if (!cores || !(*cores >= 0.01 && *cores <= 4096)) {
            return wrong("0.01 to 4096 cores");
        }
        limits.cpu = cores;
        return {};
    }
    if (key == "processes" || key == "open_files") {
        const auto count = readNumber<std::uint64_t>(value);
        if (!count || *count == 0) {
            return wrong("1 or more");
        }
        (key == "processes" ? limits.processes : limits.openFiles) = count;
        return {};
    }
    if (key == "wall_clock" || key == "cpu_time") {
        const auto seconds = parseDuration(value);
        if (!seconds) {
            return wrong("a duration like 45s, 30m or 8h");
        }
        (key == "cpu_time" ? limits.cpuSeconds : limits.wallClockSeconds) = seconds;
        return {};
    }
    std::optional<std::uint64_t>* size = key == "memory"      ? &limits.memory
                                         : key == "disk"      ? &limits.disk
                                         : key == "file_size" ? &limits.fileSize
                                         : key == "tmp"       ? &limits.tmp
                                                              : nullptr;
    if (size == nullptr) {
        std::string known;
        for (const char* name : kLimitKeys) {
            known += (known.empty() ? "known: " : ", ") + std::string(name);
        }
        return makeError(Code::Invalid, "--limit: unknown limit '" + forScreen(key, 40) + "'", known);
    }
    const auto bytes = parseSize(value);
    if (!bytes || *bytes == 0) {
        return wrong("a size like 512MiB or 8GiB");
    }
    *size = bytes;
    return {};
}

} // namespace leadglass::policy
