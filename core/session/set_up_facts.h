// What every run's set-up asks of the machine and what does not change before the next boot.
//
// A run asks the kernel once per boot whether it takes an nf_tables redirect, and notes a yes in the
// runtime directory (a no is asked again each time). A note that has become wrong does no harm: launch
// builds the redirect itself and fails the run; then the note is dropped and the person told why.
#pragma once

#include "core/base/result.h"
#include "core/base/places.h"

namespace leadglass::session {

bool nftWorksHere(const Places& places);

// The error of a run whose sandbox could not be built: drops what was noted, and where bwrap is older
// than what is needed says that instead of what bwrap said.
Error explainSetUpFailure(const Places& places, const std::string& bwrap, Error error);

} // namespace leadglass::session
