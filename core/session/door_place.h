// Where a run finds the sockets that lead to its supervisor, and the program that speaks to one of them.
#pragma once

#include <string>

#include "core/sandbox/plan_builder.h"
#include "core/session/prepared_run.h"

namespace leadglass::session {

constexpr const char* kDoorsInside = "/.leadglass/doors"; // helper/open/main.cpp names it too
constexpr const char* kOpenUrlDoor = "open-url";
std::string doorsOf(const PreparedRun& run); // on this side

// Before the plan is built: the directory, read-only inside, and leadglass-open.
Status addDoors(const PreparedRun& run, sandbox::StateView& view);

} // namespace leadglass::session
