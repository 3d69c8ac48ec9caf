// Credentials in words, fit for a screen. Never a value: nobody here has one.
#pragma once

#include <QString>

#include "core/api/secret_service.h"

namespace leadglass::app::words {

QString secretStore(api::SecretStore store);
// "api.example.org, header x-api-key (claude)", one line for each; empty: no policy names it.
QString secretPlaces(const api::KeptSecret& secret, int most = 3);
enum class SecretState { Active, Unused, Locked, Broken }; // Unused: no policy lets it go anywhere
SecretState secretStateOf(const api::KeptSecret& secret);
QString secretState(const api::KeptSecret& secret);
QString secretIcon(SecretState state);
QString secretLastUse(const api::KeptSecret& secret);
// What a test found: how long it is, and of which kind.
QString secretTested(const api::SecretShape& shape);

} // namespace leadglass::app::words
