#include "core/base/late.h"

namespace leadglass::late {
namespace {
void (*g_load)() = nullptr;
}

void setLoader(void (*load)()) { g_load = load; }

void load() {
    if (g_load != nullptr) {
        g_load();
    }
}

} // namespace leadglass::late
