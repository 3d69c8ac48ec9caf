// The journal of apply and undo: runs/ID/journal/NNNN, one directory per apply.
//
//   plan.json    what will be done, complete and synced before the project is touched
//   kept-K       the version that operation K replaces or deletes
//   built-N      what an operation puts in place, where it is not the run's file as it is (partial.h)
//   done.json    the operations that were done; missing: a crash, to be resumed
//   undo.json    an undo has begun      undone.json   and has ended
//   rest.json    an undo left something: done.json lists only that from then on, for the next one
//
// The state of an operation is read off the project itself (before, after, or something else),
// so that a crash between any two steps can be resumed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/unique_fd.h"
#include "core/workspace/change_list.h"

namespace leadglass::workspace {

// Of a file that is taken in part: the names of its hunks and pieces (hunks.h), at most kMostNamed of each; the rest is a number.
struct PartNames {
    static constexpr std::size_t kMostNamed = 64;
    std::vector<std::string> taken, left;
    std::uint64_t moreTaken = 0, moreLeft = 0;
    bool operator==(const PartNames&) const = default;
};

struct Op {
    enum class Kind { Put, Remove, MakeDir, RemoveDir, Chmod };
    Kind kind = Kind::Put;
    std::string path;
    Node before;               // identity on the host when the plan was made
    std::string beforeDigest;  // contentDigest() of it
    std::string beforeTarget;  // where it is a link
    NodeType afterType = NodeType::None;
    std::uint32_t afterMode = 0; // 0777 bits
    std::string afterDigest;
    bool base = false;           // `before` is what the run began with, or came back as that by an undo
    std::string built;           // a Put of this file of the journal, not of the run's
    bool open = false;           // with what the host changed since the run began still in it: in conflict as before
    PartNames part;              // where it is `built`; for the history
    bool operator==(const Op&) const = default;
};

struct Session {
    std::string name; // "0001"
    UniqueFd fd;
    bool planned = false, done = false, undoBegun = false, undone = false, partly = false;
};
// Did a crash end it after the project may have been touched?
inline bool isInterrupted(const Session& s) { return s.planned && (!s.done || (s.undoBegun && !s.undone)); }

std::string planToJson(const std::vector<Op>& ops);
Result<std::vector<Op>> planFromJson(std::string_view text);

Result<std::vector<Session>> listSessions(int runFd); // oldest first
Result<Session> newSession(int runFd);
Status removeSession(int runFd, const std::string& name);

Status writePlan(const Session& session, const std::vector<Op>& ops);
Result<std::vector<Op>> readPlan(const Session& session);
Status writeDone(const Session& session, const std::vector<std::size_t>& ops);
Result<std::vector<std::size_t>> readDone(const Session& session);
// "undo.json", "undone.json", "rest.json"; on the disk when this returns.
Status writeMark(const Session& session, const char* name);
Status removeMark(const Session& session, const char* name); // so, too

std::string keptName(std::size_t op);
// The temporary name of operation `op` in its directory; found again after a crash.
std::string temporaryName(const std::string& runId, std::size_t op);

Result<std::vector<OwnWrite>> readOwnWrites(int runFd); // journal/ours.json; none: empty
Status addOwnWrites(int runFd, const std::vector<OwnWrite>& writes);

// Exclusive, for apply, undo and discard. Code::Busy if another process has it.
Result<UniqueFd> lockRun(int runFd);

} // namespace leadglass::workspace
