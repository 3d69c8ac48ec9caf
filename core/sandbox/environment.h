// Trust: the person's environment: full of credentials and of pointers to sockets.
// Privilege: none; pure.
// Input: NAME=VALUE strings as in environ(7), any bytes.
// Fails: what no rule lets through is left out.
//
// The environment of a run, by allow-list: policy, then the command's own key, then ours.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/policy/types.h"
#include "core/sandbox/plan.h"

namespace leadglass::sandbox {

struct EnvironmentRequest {
    std::vector<std::string> outer;     // environ, as NAME=VALUE
    std::string runId;
    std::string home;                   // as the person spells it
    std::string userName;
    std::string shell;
    std::vector<std::string> path;      // already filtered to what exists inside
    std::string workingDir;
    std::vector<Variable> toolchain;    // JAVA_HOME, SSL_CERT_FILE ...: they lead to what is inside
    std::vector<Variable> placeholders; // of credentials; before whatever passes under their names
    std::vector<Variable> trust;        // where the run's trust stores are; whatever else says otherwise. NODE_OPTIONS and
                                        // JAVA_TOOL_OPTIONS are put behind what the policy passes or sets
    std::uint32_t uid = 0;
    std::uint16_t proxyPort = 980;
};

struct Environment {
    std::vector<Variable> variables;            // sorted by name, each name once
    std::vector<std::string> notices;
    std::vector<std::string> ambientCredentials; // names only
};

// `merged.pass` (globs and --pass names), `merged.set`, `merged.agent.keyVariables`. An error where
// --pass or `set` names a variable that no run may have.
Result<Environment> buildEnvironment(const policy::Profile& merged,
                                     const EnvironmentRequest& request);

// Loader and interpreter hooks, pointers to sockets of the session: not by a glob, and `LD_*` and
// its like not even by exact name.
enum class NameRule { Plain, ExactNameOnly, Never };
NameRule nameRule(const std::string& name);
// Would its value be a credential, judged by the name ("..._TOKEN", "PGPASSWORD", "AWS_...")?
bool looksSecret(const std::string& name);

} // namespace leadglass::sandbox
