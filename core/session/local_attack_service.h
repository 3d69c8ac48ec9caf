// AttackService on this machine: a real `leadglass run` of leadglass-probe on a throwaway ground, then the
// same probe outside where that is harmless.
#pragma once

#include "core/api/attack_service.h"
#include "core/base/places.h"

namespace leadglass::session {

class LocalAttackService final : public api::AttackService {
public:
    explicit LocalAttackService(Places places) : m_places(std::move(places)) {}
    Result<std::vector<api::AttackResult>> attack(const std::string& workspace) override;

private:
    Places m_places;
};

} // namespace leadglass::session
