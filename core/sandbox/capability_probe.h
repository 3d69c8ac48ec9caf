// What this machine gives a sandbox. Nothing is inferred from version numbers where it can be
// tried: each probe does the real thing in a child process and leaves nothing behind.
//
// Call from the main thread of a process with one thread (children are forked).
#pragma once

#include <string>
#include <vector>

#include "core/base/places.h"
#include "core/base/result.h"

namespace leadglass::sandbox {

enum class CheckStatus {
    Ok,
    Weaker,  // runs start, something protects less or is missing; `evidence` says what
    Missing  // no run can start
};
const char* checkStatusName(CheckStatus status);  // "ok", "weaker", "missing"

struct Check {
    std::string id;  // stable: "kernel", "userns", "bwrap", "overlay", "rename", "nft", "landlock",
                     // "seccomp", "limits", "terminal", "disk"
    CheckStatus status = CheckStatus::Ok;
    std::string evidence;  // what was tried and seen, one line, fit for a screen
    std::string fix;       // what to do; empty where nothing need be done
};

std::vector<Check> probeMachine(const Places& places);
// "userns", from what came of the trial and the machine's settings in `settings` (/proc/sys): Ubuntu's AppArmor
// limit, the number of namespaces, Debian's switch, else a container.
struct ProbeResult;
Check judgeUserns(const ProbeResult& tried, const std::string& settings);

// Oldest bubblewrap we work with (Debian 12).
inline constexpr const char* kOldestBwrap = "0.8.0";

// Single probes, cheap enough for the start of a run (each at most a few milliseconds).
// Absolute path of a bwrap that is not setuid and not changeable by others. Its version is not asked:
// an older one stops at an option it does not know, before anything runs. checkBwrapVersion() then
// says so. None in `project` (canonical; empty: no matter): an earlier run may have put it there, and an
// activated environment of the project's own (.venv/bin) is on PATH.
Result<std::string> findBwrap(const std::string& project = {});
Status checkBwrapVersion(const std::string& path);
bool newEnoughBwrap(const std::string& versionLine);  // "bubblewrap 0.8.0"
Result<std::string> askBwrapVersion(const std::string& path); // the line it prints, of at most 128 bytes
// Known faults of that version and why they do not matter here, to be said after what is known of it; else empty.
std::string bwrapFaults(const std::string& versionLine);
int landlockAbi();                                    // 0: none (landlock(7))
bool nftWorks();      // a NAT redirect of nf_tables is accepted in a new user and network namespace
// Why no systemd scope can be had for this user here; empty: there is a manager for one.
std::string whyNoScope();
Check limitsCheck();
bool seccompWorks();  // filters, with errno and user notification as actions

}  // namespace leadglass::sandbox
