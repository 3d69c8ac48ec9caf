// Trust: the upper was written by the agent; names, types, modes and marks in it are hostile.
// Privilege: the person's; reads only.
// Input: the upper of a run, the project, the run's manifest. At most kMaxChanges changes.
// Fails: an Error where a list would be incomplete; what cannot be applied is in the list and says so.
//
// What a run changed, by walking its upper only: kernel overlayfs with userxattr
// (Documentation/filesystems/overlayfs.rst): a whiteout is a character device 0/0, an opaque
// directory has user.overlay.opaque = "y".
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/why.h"
#include "core/workspace/run_manifest.h"
#include "core/workspace/tree_io.h"

namespace leadglass::workspace {

constexpr std::size_t kMaxChanges = 1'000'000;
// A size costs a run nothing (truncate(1)), but reading that much costs a review hours.
constexpr std::uint64_t kMaxFileApplied = 16ULL << 30;

enum class ChangeKind { Added, Changed, Deleted, TypeChanged, ModeChanged, Renamed };
const char* changeKindName(ChangeKind kind); // added changed deleted type_changed mode_changed renamed

struct Change {
    std::string path; // project-relative bytes
    ChangeKind kind = ChangeKind::Added;
    Node before;      // what the host has now
    Node after;       // what the run has; NodeType::None where deleted
    std::string linkTarget;  // of `after`, where it is a link
    std::string renamedFrom; // Renamed: the deleted path with the same content
    std::string renamedTo;   // Deleted: its other half
    Why conflict;            // why the host's version is not the run's base; empty: none
    bool newer = false;      // the conflict is of the host's times alone
    Why refused;             // why this can never be applied; empty: it can
    std::vector<Why> risks;  // filled by markRisks(); not empty: off by default
    Why runs;                // applied, but runs: "when you run the tests"; filled by markRisks()
    std::string judged;      // digest of the content that marked it, where content did; only that is applied
    bool history = false;    // below .git; filled by markRisks()
    bool atHidden = false;   // lies at or below a hidden path
    bool operator==(const Change&) const = default;
};

struct ChangeList {
    std::vector<Change> changes;    // by path
    std::vector<Why> notes; // about the run as a whole
};

// Identities that apply or undo gave to the project's files: a newer ctime there is our doing.
struct OwnWrite {
    std::string path;
    std::uint64_t dev = 0, ino = 0;
    std::int64_t ctimeSec = 0, ctimeNsec = 0;
};

struct Trees {
    Root upper;
    Root project;
    std::string worktree; // ".git/worktrees/NAME" of a linked worktree that is the project; else empty
};

Result<ChangeList> listChanges(const Trees& trees, const RunManifest& manifest,
                               const std::vector<OwnWrite>& ownWrites = {});

} // namespace leadglass::workspace
