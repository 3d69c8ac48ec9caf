// main() of an escape test: as root it runs itself as an ordinary user first, then as root.
#pragma once

#include <functional>

namespace leadglass::test {

// `body` runs the tests in this process. Returns the exit status; user namespaces that are missing
// end the program as tests/support/require.h says.
int runAsBothUsers(int argc, char** argv, const std::function<int()>& body);

} // namespace leadglass::test
