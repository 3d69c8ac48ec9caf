// The answers that a person kept for good: which there are, when they were last used, and how to take one back.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/policy/types.h"

namespace leadglass::api {

constexpr int kUnusedDays = 30; // so long without a use: proposed for removal

struct KeptGrant {
    std::string id; // 32 hex digits of its meaning: the same as long as it says the same
    std::string profile;
    std::string project; // empty: every project
    policy::Verdict verdict = policy::Verdict::Allow;
    std::string rule;    // "api.example.com:443 tls", fit for a screen
    std::string origin;  // "answer in run 7f3a"
    std::string made;    // RFC 3339 as the file has it; may be anything that a person wrote
    std::string lastUse; // empty: never
    std::int64_t idleDays = -1; // since its last use, or since it was made; -1: neither can be read
    bool unused = false;        // for kUnusedDays
    bool projectGone = false;   // no such folder any more
    std::string file;
    int line = 0;
};

class GrantService {
public:
    virtual ~GrantService() = default;
    // In the order of the file. An error names file and line.
    virtual Result<std::vector<KeptGrant>> list() = 0;
    // Live runs that began with it keep it until they end. NotFound: there is none any more.
    // `id`: also its first eight or more digits, where no other begins so; else Invalid.
    virtual Status revoke(const std::string& id) = 0;
};

} // namespace leadglass::api
