// One process as /proc/PID/stat tells it (proc(5)).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace leadglass {

struct ProcStat {
    std::string name;        // as the process chose it: any bytes, also ')' and line ends
    std::int64_t parent = 0; // field 4; 0: outside of this PID namespace
    std::uint64_t ticks = 0; // fields 14 to 17: processor time, of its reaped children too, in clock ticks
    std::uint64_t start = 0; // field 22: clock ticks since boot; with the pid it names one process
};

// `text`: the whole file. Nothing if it is not in that form.
std::optional<ProcStat> parseProcStat(std::string_view text);
// Nothing also if there is no such process.
std::optional<ProcStat> procStat(std::uint64_t pid);

} // namespace leadglass
