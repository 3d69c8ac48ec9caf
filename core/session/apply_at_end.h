// `leadglass run --apply clean|ask`: the changes of a run that has ended go to the project.
//
// Only what is neither risky nor in conflict, the same as `leadglass apply ID`; what is left waits for a
// review. Call after the terminal was given back and the signals of the person act again.
#pragma once

#include <cstdint>
#include <string>

#include "core/api/run_service.h"
#include "core/audit/writer.h"
#include "core/base/places.h"

namespace leadglass::session {

struct AppliedAtEnd {
    bool tried = false;  // `left` counts
    std::uint64_t applied = 0;
    std::uint64_t left = 0;
    std::string problem; // why nothing, or not all, was tried; empty: none
};

// `how` is not Never. Asks on descriptors 0 and 2, and says on 2 what it would apply.
// `history` gets the rows.
AppliedAtEnd applyAtEnd(const Places& places, const std::string& run, api::ApplyAtEnd how,
                        audit::Writer& history);

} // namespace leadglass::session
