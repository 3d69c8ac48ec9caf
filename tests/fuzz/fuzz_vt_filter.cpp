// Any bytes, cut anywhere: same output; output filters to itself; nothing forbidden is in it.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/base/escape.h"
#include "core/session/vt_filter.h"
#include "tests/support/vt_scan.h"

using leadglass::session::VtFilter;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view in(reinterpret_cast<const char*>(data), size);
    std::string whole;
    VtFilter filter;
    filter.feed(in, whole);
    const auto modes = filter.modes();
    filter.finish(whole);

    std::string single;
    VtFilter bytewise;
    for (const char c : in) {
        bytewise.feed({&c, 1}, single);
    }
    bytewise.finish(single);

    std::string again;
    VtFilter second;
    second.feed(whole, again);
    if (!second.atGround()) {
        std::abort(); // a sequence was left unfinished on the terminal
    }
    if (single != whole || again != whole || !(second.modes() == modes) || second.dropped() != 0 ||
        !leadglass::isValidUtf8(whole) || !leadglass::test::forbiddenIn(whole).empty()) {
        std::abort();
    }
    return 0;
}
