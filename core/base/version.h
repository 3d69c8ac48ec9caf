// The one version of this build, from project() of the top CMakeLists.txt: `leadglass --version`,
// the greeting of a run's control socket, and whatever else has to name it.
#pragma once

namespace leadglass {

const char* version(); // "0.1.0"

} // namespace leadglass
