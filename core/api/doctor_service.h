// What this machine and this installation give a run.
#pragma once

#include <string>
#include <vector>

namespace leadglass::api {

struct DoctorCheck {
    enum class Status { Ok, Weaker, Missing };  // Missing: no run can start
    std::string id;
    Status status = Status::Ok;
    std::string evidence;  // fit for a screen
    std::string fix;
};

class DoctorService {
public:
    virtual ~DoctorService() = default;
    virtual std::vector<DoctorCheck> check() = 0;
};

}  // namespace leadglass::api
