// DoctorService over this machine: the sandbox's probes, the installation, policies and history.
#pragma once

#include "core/api/doctor_service.h"
#include "core/base/places.h"

namespace leadglass::session {

class LocalDoctorService final : public api::DoctorService {
public:
    explicit LocalDoctorService(Places places) : m_places(std::move(places)) {}
    std::vector<api::DoctorCheck> check() override;

private:
    Places m_places;
};

}  // namespace leadglass::session
