// AuditService over this person's history, in this process.
#pragma once

#include "core/api/audit_service.h"
#include "core/audit/reader.h"
#include "core/base/places.h"

namespace leadglass::session {

class LocalAuditService final : public api::AuditService {
public:
    explicit LocalAuditService(Places places) : m_places(std::move(places)) {}
    Result<std::vector<audit::Row>> list(const api::AuditQuery& query) override;
    Result<audit::Row> show(std::int64_t id) override;
    Result<api::AuditReport> verify(const std::function<bool(std::int64_t done, std::int64_t total)>& progress) override;
    Result<api::PruneResult> prune(const api::PruneRequest& request) override;
    Result<api::SetAsideResult> setAside() override;

private:
    [[nodiscard]] std::string path() const { return m_places.data + "/audit.db"; }
    [[nodiscard]] std::string shownPath() const;
    // Those that setAside() moved, and that lie there as they did then, are not gone.
    void findSetAside(api::AuditReport& report) const;
    Places m_places;
};

}  // namespace leadglass::session
