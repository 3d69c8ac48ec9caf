// Short-lived credentials: how each is got, from what, and what its source cannot narrow.
//
//   aws: role=ARN region=REGION credentials=SOURCE [actions=A,B resources=ARN,ARN] [session=NAME] [external-id=ID]
//        [seconds=900] [endpoint=URL] [ca=FILE]   SOURCE has "KEY_ID:SECRET" or "KEY_ID:SECRET:TOKEN"
//   github-app: app=ID installation=ID key=SOURCE [repositories=NAME,NAME] [permissions=contents:read,issues:write]
//        [api=URL] [ca=FILE]   SOURCE has the app's private key (PEM)
//   oauth: token-url=URL client-id=ID refresh=SOURCE [client-secret=SOURCE] [scope="A B"] [ca=FILE]   RFC 6749 6
//   gcp: [account=A] [impersonate=SERVICE_ACCOUNT] [scopes=A,B]        gcloud auth print-access-token
//   azure: [resource=URI | scope=URI] [tenant=T] [subscription=S]      az account get-access-token
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/secrets/mint_wire.h"
#include "core/secrets/source.h"

namespace leadglass::secrets {

struct MintPlan {
    std::vector<std::pair<std::string, Source>> from; // what leadglass-mint gets, by name
    std::vector<std::string> command;                 // instead: a program that prints it
    MintRequest::Op op = MintRequest::Op::Json;
    std::map<std::string, std::string> settings;
};
// Invalid: a setting is missing, unknown or malformed; it says which, and how it is written.
Result<MintPlan> mintPlan(const Source& source);

// Of a sign-in by the device flow: device-url, token-url, client-id; scope and ca where wanted.
Status checkDeviceSettings(const std::map<std::string, std::string>& settings);

// The session policy of a role: these actions on these resources, nothing else. Both are lists with commas.
std::string awsSessionPolicy(const std::string& actions, const std::string& resources);

// What a credential of this source can do beyond what a rule asks for: sentences for a person. Empty: nothing is known.
std::vector<std::string> staysWide(const Source& source);

} // namespace leadglass::secrets
