// The audit history as the app and the CLI see it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/audit/event.h"
#include "core/base/result.h"

namespace leadglass::api {

struct AuditQuery {
    std::string run;                    // id, unique prefix, or "last"; empty: all
    std::string kind;                   // a kind name; empty: all
    std::string verdict;                // "allow" | "deny" | "ask"; empty: all
    std::optional<std::int64_t> since;  // wall nanoseconds
    std::string text;                   // in subject, process or detail
    std::int64_t before = 0;            // only smaller ids; 0: from the newest
    int limit = 100;
};

struct AuditFinding {
    std::int64_t row = 0;  // 0: not about one row
    std::string what;
};

struct AuditReport {
    std::int64_t rows = 0;
    std::string head;  // hash of the newest row
    std::int64_t anchors = 0;
    std::vector<AuditFinding> findings;  // in row order
    std::int64_t moreFindings = 0;
    std::int64_t firstBadRow = 0;
    std::vector<std::string> notes;  // anchors that could not be read
    [[nodiscard]] bool intact() const { return findings.empty(); }
};

class AuditService {
public:
    virtual ~AuditService() = default;
    // Newest first. No history yet: none. Unknown kind, verdict or run: an Error.
    virtual Result<std::vector<audit::Row>> list(const AuditQuery& query) = 0;
    virtual Result<audit::Row> show(std::int64_t id) = 0;
    // Against the anchors of the local anchor file and of the runs' manifests.
    virtual Result<AuditReport> verify(
        const std::function<void(std::int64_t done, std::int64_t total)>& progress) = 0;
};

}  // namespace leadglass::api
