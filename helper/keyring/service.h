// Trust: the Secret Service, and what other programs of the person keep in it: any attribute, label, value, number.
// Privilege: the person's session bus.
// Input: one request of core/secrets/keyring_wire.h; items are bounded there.
// Fails: with a state that says which; never guesses which of several items was meant.
//
// One request to the keyring, by libsecret.
#pragma once

#include "core/secrets/keyring_wire.h"

namespace leadglass::keyring {

// Blocks until it is done, or its prompt's time is over.
secrets::KeyringAnswer serve(const secrets::KeyringRequest& request);

} // namespace leadglass::keyring
