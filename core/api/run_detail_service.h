// One run as it is now: what lives in it, what it takes, what was decided, whom it reached, what it changed so far.
//
// Names, command words, subjects and paths come from inside: hostile until they went through core/base/escape.h. What looks like
// a secret in a command's words is replaced by "***".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/api/activity_service.h"
#include "core/api/review_service.h"
#include "core/base/result.h"

namespace leadglass::api {

constexpr std::size_t kMostProcesses = 512; // told one by one; of all lists the rest is a number
constexpr std::size_t kMostHosts = 200;
constexpr std::size_t kMostDecisions = 200;
constexpr std::size_t kMostChangedNow = 200;

struct ProcessNow {
    std::uint32_t pid = 0;
    std::uint64_t started = 0; // clock ticks since boot: with the pid it names one process
    std::uint32_t parent = 0;  // one of those told; 0: the run's first command, one beside it, or one whose parent has ended
    std::string name;          // the kernel's, at most 15 bytes; the process may choose it
    std::string command;       // its words, also of its own choice; empty: it has none (it has ended)
    enum class State : std::uint8_t { Running, Sleeping, Waiting, Stopped, Ended } state = State::Sleeping; // waiting: for a device
    std::uint64_t tasks = 1;
    std::uint64_t memory = 0;  // bytes that are resident or swapped, shared ones with them
    std::uint64_t cpu = 0;     // nanoseconds, with those of its children that have ended
};

struct LimitNow {
    std::string name; // key, as in [limits] of a policy; of all runs together: "total_memory" ...
    std::string unit; // bytes tasks percent descriptors seconds runs
    std::optional<std::uint64_t> limit; // nothing: none
    std::optional<std::uint64_t> used;  // nothing: nobody counts it
    bool atMost = false; // `used` is an upper bound
    std::string by;      // what enforces it, in words
    std::vector<std::string> codes{}; // and each of it as a code; empty: the run was started by a version that tells none
};

struct HostNow {
    std::string object; // "example.org:443", "example.org" where only its name was asked for
    std::uint64_t allowed = 0, refused = 0, asked = 0; // connections and names
    std::uint64_t open = 0;      // of those allowed
    std::uint64_t unreached = 0; // allowed, and could not be connected
    std::uint64_t bytesOut = 0, bytesIn = 0; // of those that ended
    std::int64_t last = 0;       // wall nanoseconds
};

struct ChangedNow {
    std::string path; // project-relative bytes
    std::string kind; // added changed deleted
    std::uint64_t size = 0;
    std::int64_t time = 0; // wall nanoseconds, as the file says
};

struct RunNow {
    RunInfo run;
    std::int64_t at = 0; // wall nanoseconds
    bool live = false;   // else `processes` and `limits` are empty
    std::vector<ProcessNow> processes; // parents before their children, the oldest first
    std::uint64_t moreProcesses = 0;
    std::uint64_t cpu = 0;    // nanoseconds, of all that live and those they waited for
    std::vector<LimitNow> limits;
    std::string limitsMissing; // why there are none of a live run; empty: there are
    // From the history, which may be behind by what came since.
    std::uint64_t allowed = 0, refused = 0, asked = 0;
    std::vector<HostNow> hosts; // the last used first
    std::uint64_t moreHosts = 0; // rows about hosts that are not told
    std::vector<ActivityRow> decisions; // newest first: what was allowed, refused, asked, answered, and limits
    bool counted = true;      // false: more rows are to be read; ask again
    // So far, the last changed first. Of a run that has ended ReviewService tells all.
    std::vector<ChangedNow> changes;
    std::uint64_t changed = 0;  // of them all
    bool changesWhole = true;   // false: there were too many to count
    // Told: mode "overlay". In the copy, mode "copy", and in the project, mode "direct", what is not as when the run began:
    // in the project also what others changed.
    enum class Changes : std::uint8_t { Told, InCopy, InProject, None } changesAre = Changes::None;
};

class RunDetailService {
public:
    virtual ~RunDetailService() = default;
    // `run`: as of ReviewService::run(). Cheap to ask again about the same run: only what came since is read, and what takes
    // long to count is not counted anew each time. Not more often than twice a second. Code::NotFound: no such run.
    virtual Result<RunNow> look(const std::string& run) = 0;
};

} // namespace leadglass::api
