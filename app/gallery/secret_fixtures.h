// Made-up credentials and sightings for the gallery: the Secrets page in each of its states, and the red bar.
#pragma once

#include <string>
#include <vector>

#include "app/bridge/services.h"

namespace leadglass::app::gallery {

struct SecretScene {
    std::string name; // of the picture
    enum class State { Some, None, Locked, NoKeyring, Broken } state = State::Some;
};

std::vector<SecretScene> secretScenes();
void addSecrets(Services& services, SecretScene::State state);
// A history whose newest rows are sightings.
void addSightings(Services& services);

} // namespace leadglass::app::gallery
