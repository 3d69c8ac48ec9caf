// What the policy of a run protects, as its manifest keeps it, and what it hides: what a run makes at such a name is
// nothing that may come out unasked.
#pragma once

#include "core/workspace/risk.h"
#include "core/workspace/run_manifest.h"

namespace leadglass::session {

// In any case of ASCII letters; owns what it needs.
workspace::ProtectMatcher protectedBy(const workspace::RunManifest& manifest);

} // namespace leadglass::session
