// GrantService over the person's grants file, in this process.
#pragma once

#include "core/api/grant_service.h"
#include "core/base/clock.h"
#include "core/base/places.h"

namespace leadglass::session {

class LocalGrantService final : public api::GrantService {
public:
    explicit LocalGrantService(Places places, const Clock& clock = systemClock()) : m_places(std::move(places)), m_clock(clock) {}
    Result<std::vector<api::KeptGrant>> list() override;
    Status revoke(const std::string& id) override;

private:
    Places m_places;
    const Clock& m_clock;
};

} // namespace leadglass::session
