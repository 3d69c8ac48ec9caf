// How a step of leadglass-launch fails: one Failed message to the supervisor, exit status 125.
// `step` is a fixed word the person reads; `detail` names the path or value, and what to do.
#pragma once

namespace leadglass::launch {

// With the current errno.
[[noreturn]] void fail(const char* step, const char* detail = "");
// A rule of ours, not a system call.
[[noreturn]] void refuse(const char* step, const char* detail);
// "PATH: why", with the current errno unless `why` is a rule (errno 0).
[[noreturn]] void failPath(const char* step, const char* path, const char* why = "");

// The mount at `target` could not be sealed. Not an end: the supervisor tells the person.
void tellUnsealed(const char* target);

} // namespace leadglass::launch
