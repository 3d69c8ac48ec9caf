// ReachService over this machine's files, in this process.
#pragma once

#include "core/api/reach_service.h"
#include "core/base/places.h"

namespace leadglass::session {

class LocalReachService final : public api::ReachService {
public:
    explicit LocalReachService(Places places) : m_places(std::move(places)) {}
    Result<api::Reach> reach(const api::PolicyQuery& query) override;

private:
    Places m_places;
};

} // namespace leadglass::session
