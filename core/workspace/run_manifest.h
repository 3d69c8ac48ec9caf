// Trust: written by the supervisor only, beside the upper, where the agent never sees it.
// Privilege: none beyond the person's.
// Input: JSON, at most 16 MiB, schema kManifestSchema.
// Fails: unreadable, newer or inconsistent: the run is listed as damaged and never applied.
//
// runs/ID/manifest.json: what a run started from. Layout of runs/ID (0700):
//   manifest.json  upper/  work/  journal/ (apply, undo)  copy/ and copy.list (mode "copy", until its end)
//   base and base.index (what the project held at the start: run_base.h)
//   snapshot/ and snapshot.list (mode "direct", until its end)
//   git/ with an upper/ and work/ of its own, where git's own directory lies elsewhere (git_scope.h)
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/places.h"
#include "core/base/result.h"
#include "core/base/sys.h"
#include "core/base/unique_fd.h"

namespace leadglass::workspace {

constexpr int kManifestSchema = 1;

enum class RunState { Running, Ended, Applied, PartlyApplied, Discarded };
const char* runStateName(RunState state); // running ended applied partly_applied discarded

// Git's own directory, where it lies elsewhere and the run can write to a view of it.
struct GitScope {
    std::string directory; // canonical; empty: there is none
    std::uint64_t dev = 0;
    std::uint64_t ino = 0;
    std::string worktree;  // the name of a linked worktree: directory/worktrees/NAME is its own; else empty
    std::uint64_t worktreeIno = 0;
    bool operator==(const GitScope&) const = default;
};

struct RunManifest {
    int schema = kManifestSchema;
    std::string id;
    std::string project;        // canonical absolute path of the project
    std::uint64_t projectDev = 0;
    std::uint64_t projectIno = 0;
    std::string mode;           // workspace mode name
    std::string profile;
    std::string policyVersion;
    std::vector<std::string> command;
    std::int64_t startWall = 0; // nanoseconds
    std::int64_t startSinceBoot = 0; // nanosecondsSinceBoot() then; 0: of a version that did not note it
    std::int64_t startMarkSec = 0;   // ctime of the probe file made just before the mount, on the
    std::int64_t startMarkNsec = 0;  // project's file system where that is possible
    std::string bootId;
    std::uint64_t supervisorPid = 0;
    std::uint64_t supervisorStart = 0; // /proc/PID/stat field 22
    GitScope git;
    std::vector<std::string> hidden;    // project-relative paths hidden at start (bytes)
    std::vector<std::string> hideGlobs;
    std::vector<std::string> protectGlobs;
    bool scansSecrets = false;          // what changed is looked through for credentials (policy [output])
    std::vector<std::string> canaries;  // of the run's own, worth nothing: nothing that changed may hold one
    bool keep = false;          // stays, though it changed nothing
    RunState state = RunState::Running;
    bool synced = false;        // syncfs of the upper was done at the end
    std::int64_t endWall = 0;
    int exitStatus = -1;
    std::int64_t auditCount = 0; // anchor at the end
    std::string auditHead;
    std::string auditHistory;    // id of the history that it is an anchor of
};

struct RunDir {
    std::string id;
    std::string path;
    UniqueFd fd;
};

// New id (time-ordered, 20 lower-case characters), directory runs/ID with upper/ and work/.
Result<RunDir> createRunDir(const Places& places);
// By id or unique prefix; "last" is the newest of all. Several match: an error that lists them.
Result<RunDir> findRun(const Places& places, const std::string& idOrPrefix);
Result<std::vector<std::string>> listRunIds(const Places& places); // newest first; those that began
// No manifest and never mounted: it is being set up, or its supervisor was killed before.
bool neverBegan(int runFd);

// What a run writes to while it lives: its copy, where it has one, else its upper.
Result<UniqueFd> openWritten(const RunDir& dir);

// Atomic. Left unsynced, the caller calls syncManifest() before the command runs.
Status writeManifest(const RunDir& dir, const RunManifest& manifest, sys::Sync sync = sys::Sync::Done);
Status syncManifest(const RunDir& dir);
Result<RunManifest> readManifest(const RunDir& dir);

// Is the supervisor that the manifest names still alive (pid, start time, boot)?
bool supervisorAlive(const RunManifest& manifest);
// Since the run began, however far its time has come again: what the host changed in between may bear a
// time of before. Set back and forward again leaves no trace.
bool clockWasSetBack(const RunManifest& manifest);
std::int64_t nanosecondsSinceBoot(); // CLOCK_BOOTTIME (clock_gettime(2)): counts suspend, cannot be set
std::uint64_t processStartTime(std::uint64_t pid); // 0: no such process

} // namespace leadglass::workspace
