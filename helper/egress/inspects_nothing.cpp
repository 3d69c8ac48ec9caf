// leadglass-egress: no inspector, and no TLS library.
#include "core/egress/inspector.h"

namespace leadglass::egress {

std::unique_ptr<Inspector> makeInspector() {
    return nullptr;
}

} // namespace leadglass::egress
