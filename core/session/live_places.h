// Where the control socket of a live run lies, also where the shell that looks has another XDG_RUNTIME_DIR than the one that
// the run was started in (su -, sudo -u, cron, a tmux server of another session).
//
// The supervisor notes its runtime directory in runs/ID/runtime, beside the manifest, where no run sees it. It is used only where it
// is a directory of ours that nobody else has rights on, as our own is; who answers there checks the peer all the same (peer_check.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/places.h"
#include "core/base/result.h"
#include "core/base/unique_fd.h"

namespace leadglass::session {

// RUNTIME/runs, checked. Refused: RUNTIME is not ours alone.
Result<UniqueFd> openRuns(const std::string& runtime);

// Code of the supervisor: notes `runtime` in the run's directory. Unsynced: it is of no use after the machine has stopped.
Status noteRuntime(int runFd, const std::string& runtime);

struct LivePlace {
    std::string run;
    std::string runtime; // empty: not noted, or not fit to be read
};
// Runs whose supervisor lives, by their manifests, newest first. Elsewhere: only those that note another runtime directory than ours.
enum class Which { All, Elsewhere };
std::vector<LivePlace> notedLive(const Places& places, Which which);
// Of one run, by its whole id. Nothing: its supervisor does not live.
std::optional<LivePlace> notedLive(const Places& places, const std::string& run);

// Why a run that lives is not heard here: names both places, and the way out.
Error notHeard(const Places& places, const LivePlace& live);

} // namespace leadglass::session
