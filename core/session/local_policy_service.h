// PolicyService over this machine's files, in this process.
#pragma once

#include "core/api/policy_service.h"
#include "core/base/places.h"

namespace leadglass::session {

class LocalPolicyService final : public api::PolicyService {
public:
    explicit LocalPolicyService(Places places) : m_places(std::move(places)) {}
    Result<api::ShownPolicy> check(const std::string& file) override;
    Result<api::ShownPolicy> show(const api::PolicyQuery& query) override;
    Result<api::ExplainedDecision> explain(const api::PolicyQuery& query,
                                           const std::string& action) override;
    Result<std::vector<api::FoundAgent>> agents() override;

private:
    Result<policy::EffectivePolicy> load(const api::PolicyQuery& query) const;
    Places m_places;
};

// The real path of the project that is asked about; none: empty.
Result<std::string> projectOf(const api::PolicyQuery& query);

} // namespace leadglass::session
