// Trust: policy files of the person, the site, and (layer Project) of the agent.
// Privilege: reads nothing by itself; pure over the text given.
// Input: TOML, at most 1 MiB.
// Fails: unknown key, wrong type, a rule that can match nothing: an Error whose text starts with
//        FILE:LINE:COLUMN and names the nearest right key. Nothing is half-loaded.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/policy/types.h"

namespace leadglass::policy {

constexpr std::size_t kMaxPolicyBytes = 1024 * 1024;

Result<Profile> parseProfile(std::string_view toml, const std::string& file, Layer layer);
// Why parseProfile() would refuse it: the first eight reasons, the first as it says it. Empty: it would not.
std::vector<Error> profileFaults(std::string_view toml, const std::string& file, Layer layer);

// --allow HOST[:PORT][/PROTOCOL] | ADDRESS[/N]:PORT[/PROTOCOL] | loopback:PORT | registry:NAME, and
// --deny. PROTOCOL (tls, http, ssh, tcp) is needed on ports other than 443 and 80.
Result<EgressRule> parseEgressFlag(std::string_view text, const char* flag, int index);

} // namespace leadglass::policy
