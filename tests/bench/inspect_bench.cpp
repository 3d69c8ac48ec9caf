// How long a first contact with a host takes where it is inspected: its leaf certificate.
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "core/egress/inspect/authority.h"
#include "core/egress/inspect/leaf_cache.h"
#include "core/egress/inspect/tls_contexts.h"

using namespace leadglass;
using namespace leadglass::egress;

namespace {

template <class F> void measure(const char* what, int count, F&& once) {
    const std::clock_t start = std::clock(); // of the processor: others may be at work on this machine
    for (int i = 0; i < count; ++i) {
        if (!once(i)) {
            std::fprintf(stderr, "inspect_bench: %s failed\n", what);
            std::exit(1);
        }
    }
    const double took = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    std::printf("%-34s %8.0f /CPU s  %7.1f us\n", what, count / took, took / count * 1e6);
}

} // namespace

int main(int argc, char** argv) {
    const int count = argc > 1 ? std::atoi(argv[1]) : 20000;
    if (!loadTls()) {
        return 1;
    }
    const Nanos now = systemClock().wall();
    auto authority = Authority::make({"*.any.test"}, now);
    if (!authority) {
        return 1;
    }
    measure("authority made", count / 50, [&](int) { return Authority::make({"*.any.test"}, now).ok(); });
    measure("leaf minted", count, [&](int i) {
        return authority->mint("h" + std::to_string(i) + ".any.test", now).ok();
    });
    LeafCache cache(*authority);
    measure("host first met", count / 4, [&](int i) {
        return cache.leafFor("h" + std::to_string(i) + ".any.test", now).ok();
    });
    measure("host met again", count, [&](int) { return cache.leafFor("h1.any.test", now).ok(); });
    return 0;
}
