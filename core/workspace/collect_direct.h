// Trust: the project was written by the agent; the snapshot and its list are ours, and were not visible to it.
// Privilege: the person's.
// Input: the project and runs/ID/snapshot, every step beneath a descriptor.
// Fails: an Error, and the snapshot stays: the next look at the run goes on where this one ended.
//
// What a run in mode "direct" changed becomes an apply that was done (journal.h), so that review and undo
// know no mode; what it brought in under protected names waits in the upper.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/workspace/protected_paths.h"
#include "core/workspace/run_manifest.h"

namespace leadglass::workspace {

struct DirectReport {
    std::vector<std::string> landed;
    std::vector<std::string> held; // moved out of the project
    std::vector<std::string> left; // in words: what no undo takes back
};

// Does the run have a snapshot that was not compared yet?
bool snapshotWaits(const RunDir& run);

// Precondition: nothing of the run lives any more. Sets the manifest's state; removes the snapshot.
Result<DirectReport> collectDirect(const RunDir& run, RunManifest& manifest, const ProtectMatcher& isProtected);

} // namespace leadglass::workspace
