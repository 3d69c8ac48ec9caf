// What questions about connections and about requests have in common.
#pragma once

#include <string>

#include "core/policy/types.h"
#include "core/session/approval_queue.h"
#include "core/wire/egress_control.h"
#include "core/wire/run_control.h"

namespace leadglass::session {

wire::Refusal refusalOf(Outcome outcome);
// "no rule allows it (FILE:LINE)"
std::string askWords(const policy::Decision& decision);
// The same in parts.
wire::AskedBy askedBy(const policy::Decision& decision);
// Of Attribution::Client::text: the program without its number and parents.
std::string programOf(const std::string& process);
// Question::host: the name, the literal, or kOwnLoopback.
std::string hostOf(const policy::EgressRequest& connection);

} // namespace leadglass::session
