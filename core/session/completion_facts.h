// Trust: manifests are ours; the names below a run's upper are the agent's bytes.
// Privilege: the person's; reads only: no lock, no migration, nothing settled or dropped, the history not opened.
// Input: the runs and profiles of this person, at most kMostOffered of each answer.
// Fails: what cannot be read is not offered; there is no error.
//
// What exists, for whoever completes a half-typed word.
#pragma once

#include <string>
#include <vector>

#include "core/base/places.h"

namespace leadglass::session {

constexpr std::size_t kMostOffered = 300;

struct KnownRun {
    std::string id;
    std::string state;   // as api::RunInfo
    std::string project;
};
// Those whose id begins with `typed`, newest first. `live`: only those that are running.
std::vector<KnownRun> knownRuns(const Places& places, const std::string& typed, bool live);

struct KnownProfile {
    std::string name;
    std::string whose; // "yours", "of this site", "built in"
};
std::vector<KnownProfile> knownProfiles(const Places& places);

struct KnownChange {
    std::string path; // "src/": a directory with changes in it
    std::string kind; // "added" ... as api::ChangeItem
};
// What `run` (an id, a unique beginning, or "last") changed, one level of directories at a time: all that begins
// with `typed`. `landed`: also what a run in mode "direct" left in the project.
std::vector<KnownChange> knownChanges(const Places& places, const std::string& run, const std::string& typed, bool landed);

std::vector<std::string> knownLimits(); // KEY of --limit KEY=VALUE

struct KnownGrant {
    std::string id;
    std::string about; // "allow api.example.com:443, claude"
};
std::vector<KnownGrant> knownGrants(const Places& places);

struct KnownAgent {
    std::string command;
    std::string profile;
};
// Agents that have a profile and are on PATH.
std::vector<KnownAgent> knownAgents(const Places& places);

} // namespace leadglass::session
