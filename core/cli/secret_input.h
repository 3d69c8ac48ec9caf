// A value that a person types or pipes in.
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/base/secret_bytes.h"

namespace leadglass::cli {

// From the terminal, without echo, one line; where standard input is none, all of it. One newline at the end is no
// part of it. The terminal is as it was afterwards, also where a signal ends the wait.
Result<SecretBytes> readSecretValue(const std::string& name);

} // namespace leadglass::cli
