// Trust: answers of servers and output of commands: hostile.
// Privilege: none; pure. What is parsed leaves copies in this process, which ends at once.
// Input: at most kMaxAnswer bytes of JSON (RFC 8259) or of AWS's XML.
// Fails: one sentence that holds no credential; a token that is no printable text is none.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/secrets/mint_wire.h"

namespace leadglass::mint {

using secrets::MintAnswer;

// Seconds since the epoch: RFC 3339, az's local "2026-11-30 20:05:55.000000" is none of it. 0: not understood.
std::uint64_t timeOf(std::string_view text);

// A command's: {"token", "expires"}; az's {"accessToken", "expires_on"}; `aws configure export-credentials` and
// credential_process: {"Version": 1, "AccessKeyId", "SecretAccessKey", "SessionToken", "Expiration"}.
Result<MintAnswer> commandAnswer(std::string_view json);
// STS AssumeRole (API version 2011-06-15).
Result<MintAnswer> awsAnswer(long status, std::string_view xml);
// POST /app/installations/ID/access_tokens. `narrow`: repositories were named, so that "all" is refused.
Result<MintAnswer> githubAnswer(long status, std::string_view json, bool narrow);
// RFC 6749 5.1 and 5.2; RFC 8628 3.5. `now`: seconds since the epoch.
Result<MintAnswer> oauthAnswer(long status, std::string_view json, std::uint64_t now);
// RFC 8628 3.2.
Result<MintAnswer> deviceAnswer(long status, std::string_view json);

// A JSON Web Token (RFC 7519, RS256) that says it is the app `id`, good for nine minutes. Invalid: no RSA key.
Result<std::string> appToken(const std::string& id, std::string_view pem, std::uint64_t now);

} // namespace leadglass::mint
