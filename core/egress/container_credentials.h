// Trust: a program inside the run asks; what it is told is the supervisor's.
// Privilege: none; pure.
// Input: one parsed request head.
// Fails: any other request is none for this endpoint, and is judged as every request to the proxy port.
//
// AWS's container credentials (AWS_CONTAINER_CREDENTIALS_FULL_URI): placeholders, as the SDKs read them there. They hold as long
// as the run; an end is said because SDKs want one, and ask again.
#pragma once

#include <string>

#include "core/base/clock.h"
#include "core/egress/http_head.h"
#include "core/wire/egress_control.h"

namespace leadglass::egress {

constexpr Nanos kCredentialsFor = 3600LL * 1'000'000'000;

// GET of wire::kCredentialsPath, with the token.
bool asksForCredentials(const wire::CredentialEndpoint& endpoint, const RequestHead& head);
// A whole response; `now`: wall clock.
std::string credentialsResponse(const wire::CredentialEndpoint& endpoint, Nanos now);

} // namespace leadglass::egress
