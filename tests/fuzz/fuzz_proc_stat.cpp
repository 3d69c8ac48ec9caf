// /proc/PID/stat with a name of the inside's choice: read with bounds, and the name never becomes a field.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/base/proc_stat.h"

using namespace leadglass;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string in(reinterpret_cast<const char*>(data), size);
    (void)parseProcStat(in);
    // As the kernel writes it: 15 bytes of a name, whatever they are.
    std::string name = in.substr(0, 15);
    if (const std::size_t end = name.find('\0'); end != name.npos) {
        name.resize(end);
    }
    const auto stat = parseProcStat(
        "77 (" + name + ") S 5 77 5 0 -1 4194560 1 2 3 4 10 20 30 40 20 0 1 0 98765 8458240 500 18446744073709551615\n");
    if (!stat || stat->name != name || stat->parent != 5 || stat->ticks != 100 || stat->start != 98765) {
        std::abort();
    }
    return 0;
}
