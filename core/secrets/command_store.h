// Programs of the person that print a credential.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/secrets/tool_run.h"

namespace leadglass::secrets {

// Absolute path of `program`: as it is, below the home for "~/", or the first in an absolute directory of PATH.
// Refused: any other path, and what lies in `project` (canonical; empty: none) however it is reached, since an agent
// could have put it there.
Result<std::string> findProgram(const std::string& program, const std::string& home, const std::vector<std::string>& environment,
                                const std::string& project = {});

// Of PATH what is an absolute directory and does not lie in `project`: a command looks for programs of its own there.
std::vector<std::string> withoutProject(std::vector<std::string> environment, const std::string& project);

// What it printed, without one newline at its end. Errors name the program and say what it said on standard error.
Result<SecretBytes> printedValue(Result<ToolResult> result, const std::string& what);

} // namespace leadglass::secrets
