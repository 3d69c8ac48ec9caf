// What `audit verify` says, and its exit status.
#pragma once

#include "core/cli/context.h"

namespace leadglass::cli {

// Exit status: 0 intact; kExitFound: damage or edits; kExitHistoryMissing: what is here is intact,
// but a history that was kept in its place is not here; kExitSetup: the file could not be read.
void verifyHistory(Context& context, bool asJson);

}  // namespace leadglass::cli
