// Trust: bytes of a command inside, through Terminal (filtered) and StdioRelay; the run's supervisor.
// Privilege: the person's terminal and standard descriptors.
// Input: wire::CommandEvent, and the streams that come with Opened.
// Fails: a run that goes away ends the command; the terminal is put back.
//
// A further command of a live run as the person sees it: the other end of core/session/commands.h, with the
// terminal and the relay that `leadglass run` has. No descriptor of this process leaves it.
#pragma once

#include <string>
#include <vector>

#include "core/session/control_client.h"

namespace leadglass::session {

// Blocks until it ends. Its exit status, as of `leadglass run`; an Error: nothing of it ran.
Result<int> runCommandIn(ControlClient client, std::vector<std::string> command);

// Puts `content` into a new file of the run; its path as seen inside.
Result<std::string> pasteInto(ControlClient client, const std::string& extension, const std::string& content);

} // namespace leadglass::session
