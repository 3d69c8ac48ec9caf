// The end of a run's life: what it left, whether it stays, and how it is thrown away.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.h"
#include "core/workspace/change_list.h"
#include "core/workspace/risk.h"
#include "core/workspace/run_manifest.h"

namespace leadglass::workspace {

struct GitFindings; // git_commit_risk.h

struct RunSummary {
    std::uint64_t changes = 0; // as a person counts them (shown_changes.h), here and below
    std::uint64_t risky = 0;
    std::uint64_t conflicts = 0;
    bool removed = false; // nothing had changed: the run directory is gone
    RunState state = RunState::Ended; // or what was applied and decided while it lived makes of it
};

// The state a person sees; Torn is derived: never synced, and the machine was started again.
enum class ShownState { Running, Ended, Torn, Applied, PartlyApplied, Discarded };
const char* shownStateName(ShownState state); // running ended torn applied partly_applied discarded
ShownState shownState(const RunManifest& manifest);

// A run whose supervisor was killed: syncs the upper (same boot, so the page cache is whole) and
// makes it Ended. Leaves running and torn runs as they are. Precondition: where a snapshot waits
// (collect_direct.h), the run is locked.
Status settleRun(const RunDir& run, RunManifest& manifest, const ProtectMatcher& isProtected);

// The project that the run began with, and no other.
Result<UniqueFd> openProject(const RunManifest& manifest);

// Opens upper and project and checks that the project is the one the run began with.
struct OpenTrees {
    UniqueFd upper;
    UniqueFd project;
    UniqueFd gitUpper; // where git's own directory lies elsewhere and the run could write to it
    UniqueFd git;
    std::string worktree;
    [[nodiscard]] Trees view() const {
        return {{upper.get(), gitUpper.get()}, {project.get(), git.get()}, worktree};
    }
};
Result<OpenTrees> openTrees(const RunDir& run, const RunManifest& manifest);

// Changes with risks and conflicts, own writes considered.
Result<ChangeList> reviewChanges(const RunDir& run, const RunManifest& manifest,
                                 const Trees& trees, const ProtectMatcher& isProtected,
                                 GitFindings* found = nullptr, const SecretLook& secrets = {});

// After the upper was synced. Precondition: nothing of the run lives any more. One that changed
// nothing is removed, unless its manifest says keep.
Result<RunSummary> finishRun(const RunDir& run, const RunManifest& manifest,
                             const ProtectMatcher& isProtected = {}, const SecretLook& secrets = {});

// A tree of any depth and whatever modes, at `name` below `dirFd`.
Status removeBelow(int dirFd, const std::string& name);

// Removes runs/ID whole, however deep and whatever the modes. Precondition: not running.
Status removeRun(const RunDir& run);

} // namespace leadglass::workspace
