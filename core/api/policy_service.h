// Policies as the app and the CLI see them: check a file, show what holds, explain one decision.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/policy/policy_lines.h"
#include "core/policy/types.h"

namespace leadglass::api {

struct PolicyQuery {
    std::string profile; // name or file; empty: by `command`
    std::string command; // base name; empty too: "default"
    std::string otherwise; // profile where `command` chooses none; empty: "default"
    std::string project; // any spelling; empty: none
};

struct ShownPolicy {
    policy::EffectivePolicy effective;
    policy::Limits here; // its limits, each at most this machine's hard limit
    std::string text; // every line with its origin
    std::vector<policy::PolicyLine> lines; // the same, of show() only
    std::vector<std::pair<std::string, std::string>> builtIn; // hidden by no line of any file: what becomes of it, and what
    std::vector<policy::NotEnforced> notEnforced; // what no run of this version can do: none starts with it
    // Why no run can start with it, each with file and line. Of check(): where `loads` is false, why it does not
    // load, at most eight reasons, and nothing else is set.
    std::vector<Error> faults;
    bool loads = true;
};

struct ExplainedDecision {
    std::string target; // canonical: "api.example.com:443", "[2001:db8::1]:22", "loopback:5432"; "limit memory", "device kvm"
    policy::Decision decision;
    std::string text;
    std::string enforcedBy; // of a limit: by what, on this machine
};

struct FoundAgent {
    std::string command;
    std::string path;        // as PATH finds it
    std::string version;     // from the package beside the program; empty: not known
    std::string profile;
    std::string profileFile;
};

class PolicyService {
public:
    virtual ~PolicyService() = default;
    // One profile, by name or file, with its parents; a `.leadglass.toml` as a project's restriction. An error: it
    // cannot be read at all.
    virtual Result<ShownPolicy> check(const std::string& nameOrFile) = 0;
    virtual Result<ShownPolicy> show(const PolicyQuery& query) = 0;
    // `action`: "egress HOST:PORT", "HOST[:PORT]" (443 unless said), "loopback:PORT"; "limit KEY"; "device WHAT";
    // "read PATH", "write PATH". Resolves nothing.
    virtual Result<ExplainedDecision> explain(const PolicyQuery& query, const std::string& action) = 0;
    // Agents that have a profile and are on PATH. None is run.
    virtual Result<std::vector<FoundAgent>> agents() = 0;
};

} // namespace leadglass::api
