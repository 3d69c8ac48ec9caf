// What runs left, and what becomes of it: what the app and the CLI see.
//
// Names and texts from inside a run are bytes: forScreen() before a person sees them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/why.h"

namespace leadglass::api {

struct RunInfo {
    std::string id;
    // running ended torn applied partly_applied decided undone discarded damaged; decided: nothing was
    // applied, and every change is decided for the host's version; undone: of mode "direct", all of it
    std::string state;
    std::string project;
    std::string profile;
    std::string mode;
    std::vector<std::string> command;
    std::int64_t started = 0; // wall nanoseconds, UTC
    std::int64_t ended = 0;   // 0: not yet
    int exitStatus = -1;
    std::string damage;       // why the manifest cannot be read
};

struct ChangeItem {
    std::string path;
    std::string kind;       // added changed deleted type_changed mode_changed renamed
    std::string typeBefore; // none file directory symlink special
    std::string typeAfter;
    std::uint32_t modeBefore = 0;
    std::uint32_t modeAfter = 0;
    std::uint64_t size = 0; // of the run's version
    std::string linkTarget;
    std::string renamedFrom;
    std::string renamedTo;
    Why conflict;           // empty: none
    bool decided = false;   // the conflict, for the host's version
    Why refused;            // empty: can be applied
    std::vector<Why> risks;
    bool history = false;   // below .git
    Why runs;               // not risky, but something runs it: "when you run the tests"
    bool applied = false;   // in the project already: undo takes it back
    Why whole;              // why it has no hunks to choose from; empty: it has, where both sides are text
    // What was looked at: text that differs as soon as the run's side or the host's does. Not for people.
    std::string version;
    std::string hostVersion;
};

struct CommitFileItem {
    std::string path; // bytes
    std::string kind; // added changed deleted type_changed
    Why risk;         // why the ref that leads to it is risky; empty: not for this file
};
struct CommitItem {
    std::string id, author, subject;
    std::int64_t time = 0; // seconds, UTC
    std::string ref;       // the changed ref that leads to it
    std::vector<CommitFileItem> files; // beside its first parent: those with a risk, then by path
    std::uint64_t moreFiles = 0;       // not named
    bool filesKnown = true;            // false: not all objects that it takes can be read
};
struct RefItem {
    std::string name, before, after;
    std::string path;                // of the change that says so
    std::vector<CommitItem> dropped; // led to by `before`, and not by `after`; the newest first, a few
    std::uint64_t moreDropped = 0;
};

struct StagedItem {
    std::string path; // bytes
    std::string kind; // added changed removed unmerged
    bool shown = true; // false: its content is not that of the run's file, and the index is risky
};

struct Review {
    RunInfo run;
    std::vector<ChangeItem> changes; // by path
    std::vector<ChangeItem> landed;  // of a run in mode "direct": what is in the project by it, by path
    std::vector<CommitItem> commits;
    std::vector<RefItem> refs;
    std::uint64_t packs = 0;
    std::vector<StagedItem> staged; // in the run's index, neither in the host's nor committed: first those not shown
    std::uint64_t moreStaged = 0;   // not named
    std::vector<Why> notes;
    bool mostDeleted = false; // more of the project's files would be deleted than would stay
    bool canUndo = false;     // undo() has something to take back: files in the project, or decided conflicts
};

// One place of a change that can be taken by itself.
struct HunkItem {
    std::string name;
    std::string text; // from its "@@" on, as diff() has it
};

// One side of a change, for a picture of it.
struct FileSide {
    std::string type; // none file directory symlink special
    std::uint64_t size = 0;
    std::string bytes; // of a file that is not larger than was asked for
};
struct FileSides {
    FileSide before, after; // the host's and the run's, as diff() takes them
};

// Of a change in conflict, what either side did to the file that the run began with.
struct BaseDiff {
    Why why;               // the file of the beginning is not known, or not kept; empty: it is
    std::string host, run; // as diff() has them, without names: from the beginning to the host's file now, and to the run's
};

// What diff() says in place of a difference: a whole line of its own, or how one begins that ends with the reason. No line
// of a difference begins so.
inline constexpr std::string_view kBinaryDiffers = "binary files differ\n";
inline constexpr std::string_view kTooLargeToShow = "files differ; too large to show\n";
inline constexpr std::string_view kCannotBeShown = "cannot be shown: ";

enum class ConflictChoice { Skip, Theirs, Ours }; // theirs: the run's version; ours: the host's

struct ApplyRequest {
    std::string run;
    std::vector<std::string> paths; // project-relative bytes; empty: all
    bool exactly = false;           // `paths` are no directories that take all below
    // Of these paths, which are asked for without being among `paths`, only these hunks, by the names that diff() has
    // for them, or split(). Permissions stay the project's. What is left of them stays a change of the run.
    std::map<std::string, std::vector<std::string>> hunks;
    bool includeRisky = false;
    bool acceptTorn = false;        // the machine stopped before the run's files were safe
    std::function<ConflictChoice(const ChangeItem&)> onConflict; // none: Skip
    // Path and ChangeItem::version of all that was looked at: what is different by now, or was not there, is left.
    // Empty: the last review() of anyone counts.
    std::map<std::string, std::string> seen;
};

struct LeftItem {
    std::string path;
    Why why;
};
struct ApplyResult {
    std::string run;
    std::string project;
    std::vector<std::string> applied;
    std::vector<std::string> partly; // those of which hunks were taken, and more is left
    std::vector<LeftItem> left;
    std::size_t finishedFirst = 0; // paths of an apply that a kill or crash had interrupted
    std::size_t decided = 0;  // apply: conflicts decided for the host's version, now or before
    std::vector<RefItem> moved; // apply: refs that do not lead to some commits any more
    std::size_t reopened = 0; // undo: conflicts that are open again
    bool running = false; // the agent still works: it sees the host's new version only where it
                          // has not changed the file itself
};

class ReviewService {
public:
    virtual ~ReviewService() = default;
    // Newest first.
    virtual Result<std::vector<RunInfo>> runs() = 0;
    // `run`: an id, a unique prefix, or "last": the newest run of the project that the current
    // directory lies in, for undo the newest that has something applied. Where that project has
    // none, run(), review() and diff() take the newest of all; the others refuse and name it.
    virtual Result<RunInfo> run(const std::string& run) = 0;
    // Freezes what it returns: apply writes nothing that is not as reviewed.
    virtual Result<Review> review(const std::string& run) = 0;
    // Unified diff of one changed path, or a line that says why there is none. Where hunks can be taken, the first line
    // of each ends with its name: "@@ -1,3 +1,4 @@ NAME", which stays while it says the same, whatever others do.
    // Here and below: never anything of the run's side that is not of `change`'s version, which is what apply() would
    // write. A run that goes on could show one content and have another one taken.
    virtual Result<std::string> diff(const std::string& run, const ChangeItem& change) = 0;
    // The smaller hunks that hunk `name` of diff() is made of: one for each place where unchanged lines stand between
    // its edits. One: it is none but itself. Their names are taken as those of diff() are. Code::NotFound: there is no
    // such hunk any more. Code::Conflict: the change has another version by now.
    virtual Result<std::vector<HunkItem>> split(const std::string& run, const ChangeItem& change, const std::string& name) = 0;
    // The bytes of both sides, each where it is a file of at most `maxBytes`. Code::Conflict: it has another version by now.
    virtual Result<FileSides> sides(const std::string& run, const ChangeItem& change, std::uint64_t maxBytes) = 0;
    virtual Result<BaseDiff> baseDiff(const std::string& run, const ChangeItem& change) = 0;
    virtual Result<ApplyResult> apply(const ApplyRequest& request) = 0;
    virtual Result<ApplyResult> undo(const std::string& run) = 0;
    // Code::Busy: it is running.
    virtual Result<std::string> discard(const std::string& run) = 0; // the id
    // Asks the run's supervisor to end everything inside. Code::NotFound: not running.
    virtual Result<std::string> stop(const std::string& run) = 0;
};

} // namespace leadglass::api
