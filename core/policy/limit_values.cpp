#include "core/policy/limit_values.h"

#include <charconv>

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

} // namespace

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
    if (key == "wall_clock") {
        const auto seconds = parseDuration(value);
        if (!seconds) {
            return wrong("a duration like 45s, 30m or 8h");
        }
        limits.wallClockSeconds = seconds;
        return {};
    }
    std::optional<std::uint64_t>* size = key == "memory"      ? &limits.memory
                                         : key == "disk"      ? &limits.disk
                                         : key == "file_size" ? &limits.fileSize
                                         : key == "tmp"       ? &limits.tmp
                                                              : nullptr;
    if (size == nullptr) {
        return makeError(Code::Invalid, "--limit: unknown limit '" + forScreen(key, 40) + "'",
                         "known: cpu, memory, processes, disk, open_files, file_size, tmp, wall_clock");
    }
    const auto bytes = parseSize(value);
    if (!bytes || *bytes == 0) {
        return wrong("a size like 512MiB or 8GiB");
    }
    *size = bytes;
    return {};
}

} // namespace leadglass::policy
