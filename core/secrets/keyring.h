// The Secret Service (freedesktop.org), by leadglass-keyring: libsecret and D-Bus stay out of this process.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/base/event_loop.h"
#include "core/secrets/keyring_wire.h"
#include "core/secrets/process.h"
#include "core/secrets/tool_run.h"

namespace leadglass::secrets {

struct KeyringPlace {
    std::string program;                  // path of leadglass-keyring
    std::vector<std::string> environment; // helperEnvironment()
    StartProcess start;
};

using KeyringDone = std::function<void(Result<KeyringAnswer>)>;

// One request. `done` gets an answer whose state is Done, or an Error that says what is wrong and the way out.
// `limit`: of all of it; a prompt of the keyring ends a little earlier.
std::unique_ptr<ToolRun> askKeyring(EventLoop& loop, const KeyringPlace& place, KeyringRequest request, Nanos limit, KeyringDone done);

// The sentence for a state that is not Done. `what`: "the credential 'x'", escaped; empty for the whole keyring.
Error keyringError(const KeyringAnswer& answer, const std::string& what);

} // namespace leadglass::secrets
