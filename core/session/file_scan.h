// Trust: the answers of leadglass-scan, which looks at files that an agent wrote.
// Privilege: the person's; hands descriptors over, one at a time, to a process that reaches nothing else.
// Input: core/wire/file_scan.h.
// Fails: towards holding back: a file that could not be looked through is told as that.
//
// What a run changed, looked through for credentials and for the run's canaries, where its policy has [output].
#pragma once

#include <string>

#include "core/base/places.h"
#include "core/workspace/risk.h"
#include "core/workspace/run_manifest.h"

namespace leadglass::session {

// Empty where the run's policy scans nothing. Starts its process with the first file, which ends with the last copy.
// Of one thread at a time.
workspace::SecretLook secretsOf(const Places& places, const workspace::RunManifest& manifest);

} // namespace leadglass::session
