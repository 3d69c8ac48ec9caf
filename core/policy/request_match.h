// Does one rule fit one request? The connection (host and port) is not looked at here. Internal to core/policy.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/policy/http_path.h"
#include "core/policy/request.h"

namespace leadglass::policy {

// A request as conditions see it, read once. Refers to `request`.
struct RequestFacts {
    explicit RequestFacts(const HttpRequest& request);
    const HttpRequest& request;
    NormalTarget target;
    std::vector<std::pair<std::string, std::string>> query; // decoded
    bool queryClear = true; // false: it can be read in two ways
    bool overridden = false; // says in another place which method is meant
    bool readdressed = false; // and which path
    [[nodiscard]] bool pathClear() const { return target.ok() && (!target.restructured || request.rewritable); }
};

enum class Fit { No, Unsure, Yes };
struct Fitness {
    Fit fit = Fit::Yes;
    const char* reason = ""; // where Unsure: the code for the refusal
    const char* failed = ""; // where No: the key of the condition: "methods", "git.branches"
};
// `ref`: the one that is judged; null: none. `wide`: as for denials (request.h).
Fitness fitOf(const Conditions& when, const RequestFacts& facts, const PushedRef* ref, bool wide);
Fitness fitOfGit(const GitCondition& git, const RequestFacts& facts, const PushedRef* ref, bool wide);

bool hasMethod(const std::vector<std::string>& methods, std::string_view method, bool wide);
// Do any of the conditions look at the path?
inline bool looksAtPath(const Conditions& when) { return !when.paths.empty() || !when.git.empty(); }

} // namespace leadglass::policy
