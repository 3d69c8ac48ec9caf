// Trust: layer 4 (the project's .leadglass.toml) is written by the agent and may only tighten.
// Privilege: reads files of the person, the site and the built-in folder by checked descriptors.
// Input: profile names and files; see parser.h for limits.
// Fails: a profile that cannot be loaded, or whose examples fail, means no run.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/base/places.h"
#include "core/base/result.h"
#include "core/policy/types.h"

namespace leadglass::policy {

struct LoadRequest {
    std::string profile;            // name or a path to a file; empty: chosen by `command`
    std::string command;            // base name of the command that will run
    std::string otherwise;          // profile where `command` chooses none; empty: "default"
    std::string projectDir;         // canonical; empty: no project layer
    std::vector<EgressRule> allow;  // flags of this run
    std::vector<EgressRule> deny;
    std::vector<std::string> pass;  // --pass NAME
    std::map<std::string, std::string> limits; // --limit KEY=VALUE
    std::string workspace;          // --workspace MODE; empty: as the profile says
};

// Hosts of a registry on this machine ("npm" -> hosts). Never written into a policy.
using RegistryHosts = std::function<Result<std::vector<std::string>>(const std::string& registry)>;

// Loads and merges every layer, expands registries, checks examples.
Result<EffectivePolicy> loadPolicy(const Places& places, const LoadRequest& request,
                                   const RegistryHosts& registries);

// Loads one file with its parents and checks it (policy check FILE).
Result<EffectivePolicy> checkPolicyFile(const Places& places, const std::string& file,
                                        const RegistryHosts& registries);

// All that is wrong with the text of such a file, at most eight; `first` is why it was refused, and alone where
// that is of another file or of more than its text.
std::vector<Error> faultsOfPolicyFile(const Places& places, const std::string& file, const Error& first);

// Every profile that can be found, by name, with the agents each is for.
struct FoundProfile {
    std::string name;
    std::string file;
    Agent agent;
};
Result<std::vector<FoundProfile>> listProfiles(const Places& places);

// Pure union of layers 1, 2, 3, 5 (parent first).
Profile unite(const Profile& weaker, const Profile& stronger);

} // namespace leadglass::policy
