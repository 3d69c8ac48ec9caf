#include "core/base/version.h"

namespace leadglass {

const char* version() { return LEADGLASS_VERSION; }

} // namespace leadglass
