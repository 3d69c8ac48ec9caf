// When to look at the runs again: what a list of them is kept true by, without looking on a schedule.
#pragma once

#include <functional>
#include <stop_token>

#include "core/base/result.h"

namespace leadglass::api {

class RunWatch {
public:
    virtual ~RunWatch() = default;
    // Calls `onChange` once at the start, and whenever a run of this person may have come, gone, or become another
    // (ended, applied, discarded), until it returns false or `stop` is requested. Several changes within a quarter of a second are one.
    // Sleeps while nothing happens. A hint: ReviewService::runs() says what is there.
    virtual Status watch(const std::function<bool()>& onChange, std::stop_token stop) = 0;
};

} // namespace leadglass::api
