// The parts of core/wire/run_control.h that are about further commands and about limits, as JSON. For run_control.cpp only.
#pragma once

#include "core/wire/json_fields.h"
#include "core/wire/run_control.h"

namespace leadglass::wire {

json errorJson(const Error& error);
Error readError(const json& object, Fields& parent);

// The members of a Request for these methods; none for the others.
void putCommand(json& out, const Request& request);
void readCommand(Fields& in, Request& request);

json toJson(const CommandEvent& event);
CommandEvent readCommandEvent(Fields& in);

json toJson(const RunUsage& usage); // run_usage.cpp
RunUsage readUsage(const json& object, Fields& parent);

} // namespace leadglass::wire
