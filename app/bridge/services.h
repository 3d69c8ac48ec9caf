// What the app may ask of the rest of Leadglass: one maker for each service of core/api.
//
// A maker gives a service of its own for one thread, cheap to make. An empty one: this installation does not have that
// service, and what needs it is not shown.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/api/activity_service.h"
#include "core/api/approval_service.h"
#include "core/api/audit_service.h"
#include "core/api/doctor_service.h"
#include "core/api/grant_service.h"
#include "core/api/policy_editor.h"
#include "core/api/policy_service.h"
#include "core/api/reach_service.h"
#include "core/api/review_service.h"
#include "core/api/run_detail_service.h"
#include "core/api/run_watch.h"
#include "core/api/secret_service.h"

namespace leadglass::app {

template <class Service> using Maker = std::function<std::unique_ptr<Service>()>;

struct Services {
    Maker<api::ActivityService> activity;
    Maker<api::ApprovalService> approvals;
    Maker<api::AuditService> audit;
    Maker<api::DoctorService> doctor;
    Maker<api::GrantService> grants;
    Maker<api::PolicyService> policy;
    Maker<api::PolicyEditor> policyEditor;
    Maker<api::ReachService> reach;
    Maker<api::ReviewService> review;
    Maker<api::RunDetailService> runDetail;
    Maker<api::RunWatch> runWatch;
    Maker<api::SecretService> secrets;
    std::string state;   // $XDG_STATE_HOME/leadglass, for the app's own marks; empty: none are kept
    std::string searches; // file of the saved ones, absolute; empty: none are kept
    std::string program; // of `leadglass`, absolute: what a terminal is started with
    std::string config;  // directory of Leadglass's settings; empty: the app keeps none
    std::string history; // file of the audit history; empty: it is not said where it is
};

} // namespace leadglass::app
