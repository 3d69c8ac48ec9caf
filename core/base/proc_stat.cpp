#include "core/base/proc_stat.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/base/sys.h"

namespace leadglass {
namespace {

constexpr std::size_t kFirstField = 3; // behind the name
constexpr std::size_t kLastField = 22;
constexpr std::size_t kMaxFile = 4096;

template <typename Number>
bool isNumber(std::string_view text, Number& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

} // namespace

std::optional<ProcStat> parseProcStat(std::string_view text) {
    const std::size_t open = text.find('(');
    const std::size_t close = text.rfind(')');
    if (open == text.npos || close == text.npos || close < open) {
        return std::nullopt;
    }
    std::array<std::string_view, kLastField + 1> fields;
    std::size_t at = close + 1;
    for (std::size_t field = kFirstField; field <= kLastField; ++field) {
        if (at >= text.size() || text[at] != ' ') {
            return std::nullopt;
        }
        const std::size_t end = std::min(text.find_first_of(" \n", at + 1), text.size());
        fields[field] = text.substr(at + 1, end - at - 1);
        at = end;
    }
    ProcStat stat;
    stat.name = text.substr(open + 1, close - open - 1);
    for (std::size_t field = 14; field <= 17; ++field) {
        std::uint64_t ticks = 0;
        if (!isNumber(fields[field], ticks)) {
            return std::nullopt;
        }
        stat.ticks += ticks;
    }
    if (!isNumber(fields[4], stat.parent) || !isNumber(fields[22], stat.start)) {
        return std::nullopt;
    }
    return stat;
}

std::optional<ProcStat> procStat(std::uint64_t pid) {
    const auto text = sys::readFile("/proc/" + std::to_string(pid) + "/stat", kMaxFile);
    return text ? parseProcStat(*text) : std::nullopt;
}

} // namespace leadglass
