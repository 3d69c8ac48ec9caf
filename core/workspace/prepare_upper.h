// What a run must not see is taken away before it starts: a whiteout in the upper for every file
// that a hide rule names, and for every private key found by content and place.
//
// Contract: call after createRunDir() and before the overlay is mounted; the returned paths go
// into RunManifest::hidden, and nowhere below the upper. Walks the project once, not into
// .git/objects, across no mount and through no link.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/workspace/run_manifest.h"

namespace leadglass::workspace {

using PathMatcher = std::function<bool(std::string_view projectRelativePath)>;

struct PreparedUpper {
    std::vector<std::string> hidden;       // project-relative, sorted; a directory hides all below
    std::vector<std::string> keysFound;    // those of `hidden` found by content, for the notice
    // Directories of another user or group (first 20): the run can read, not change them. Not the
    // project's own, which the upper stands for.
    std::vector<std::string> foreignOwned;
    std::uint64_t foreignCount = 0;
    std::uint64_t filesSeen = 0;
};

// The names of files that are looked into for a private key, as patterns for people: "**/*.pem".
std::vector<std::string> keyFileNames();

Result<PreparedUpper> prepareUpper(const RunDir& run, int projectFd, const PathMatcher& hides);

// An overlay notes in user xattrs of the upper which directories hide what is below them. Where the file
// system keeps none (tmpfs before Linux 6.6, ramfs, some network ones) the kernel mounts it all the same, and
// later fails what needs them with EIO: so it is asked before. Error: Unsupported, with the way out.
Status requireMarks(const RunDir& run);

// What is to be hidden now, sorted, and was not when the run began (`hidden`): the host made or moved it
// since, and a live run can see it.
Result<std::vector<std::string>> appearedHidden(int projectFd, const PathMatcher& hides,
                                                const std::vector<std::string>& hidden);

// ctime of a file made now on the project's file system (O_TMPFILE: no trace), else in the run's.
struct StartMark {
    std::int64_t sec = 0;
    std::int64_t nsec = 0;
};
Result<StartMark> takeStartMark(const RunDir& run, int projectFd);

} // namespace leadglass::workspace
