// Policy + places + request -> the plan of one run.
//
// Reads the host (directory entries, links, identities) and changes nothing. What the plan does not
// name is not inside. Every bind source was opened without following links.
#pragma once

#include <array>
#include <functional>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/places.h"
#include "core/base/result.h"
#include "core/policy/types.h"
#include "core/sandbox/plan.h"
#include "core/sandbox/project_place.h"

namespace leadglass::sandbox {

// Mode "direct": mounted on itself in the project, so that it stays where it is.
struct PinRequest {
    std::string path; // project-relative
    bool writable = false;
};

// What the agent's kept state adds to a plan (session/state_store.h).
struct StateView {
    std::vector<Mount> mounts;
    std::vector<std::string> notices;
    std::vector<std::string> credentials;
};

// Git's own directory, elsewhere, that the run may write to a view of: runs/ID/git has its upper and work.
struct GitRequest {
    std::string directory;
    std::uint64_t dev = 0;
    std::uint64_t ino = 0;
};

// The trust stores of a run that inspects, made already (session/trust_files.h); read-only inside.
struct TrustRequest {
    struct Directory {
        std::string host; // canonical: a directory of certificates of this machine
        std::string made; // what is shown in its place
    };
    std::string directory; // canonical; "all" in it is shown at kTrustInside (core/sandbox/trust_places.h)
    std::vector<Directory> directories;
    std::string from;      // whose roots they are, for people
    std::string nss;       // how programs with NSS get them, for people
};

// What stands for the run's credentials inside.
struct PlaceholderFile {
    std::string path; // HOME-relative
    std::string content;
    std::string why;
};

struct PlanRequest {
    std::string runId;
    std::string runDir;                   // runs/ID: upper/ and work/
    std::string stageDir;
    ProjectPlace project;                 // of checkProjectPlace()
    std::string workingDir;               // typed, in the project; empty: the project as typed
    std::vector<std::string> command;     // empty: the person's shell
    std::vector<std::string> environment; // the person's environ, NAME=VALUE
    std::array<bool, 3> terminal{};       // which of 0, 1, 2
    NetCapture capture = NetCapture::NftRedirect;
    std::uint32_t uid = 0;                // the agent's ids inside
    std::uint32_t gid = 0;
    std::optional<RootPlan> root;
    std::vector<std::string> hidden;      // project-relative
    std::vector<PinRequest> pins;         // directories before what is in them
    std::optional<GitRequest> git;
    std::vector<Variable> placeholders;
    std::vector<PlaceholderFile> placeholderFiles;
    std::vector<std::string> inspected;   // host patterns whose connections are opened; empty: none
    std::optional<TrustRequest> trust;    // none: this machine's own stores are shown
    std::string gitReadOnly;              // why there is none, where the person would not guess
    // Asked once all else that is mounted is known: what of it lies in the agent's state needs a place there.
    std::function<Result<StateView>(const std::vector<Mount>& shown)> state; // empty: no state
};

// Errors: Refused, Invalid, NotFound (see exitStatusOf), Unsupported with the text
// "not enforced by this version: FILE:LINE KEY".
Result<Plan> buildPlan(const policy::EffectivePolicy& policy, const Places& places,
                       const PlanRequest& request);

// An error if the policy or any restriction has a key that this version cannot enforce.
Status refuseNotEnforced(const policy::EffectivePolicy& policy);

// 127: no such command; 126: there, but no program; 125: everything else.
int exitStatusOf(const Error& error);

// Landlock rules for the mounts of a plan: nothing a mount allows is blocked.
std::vector<LandlockRule> landlockFor(const std::vector<Mount>& mounts);

// Limits of the policy, with defaults, as rlimits. A lower hard limit of this process stays.
std::vector<RlimitPlan> rlimitsFor(const policy::Limits& limits);
// An error if one of them lets not even Leadglass's own parts start: which, from where, and the least.
Status refuseTooSmall(const policy::Profile& merged, const std::vector<RlimitPlan>& rlimits);

} // namespace leadglass::sandbox
