// The shared libraries of `leadglass`, without those that the dynamic loader needs for itself: each is loaded
// at the first call of one of its functions. Loading them all took a third of the time of `leadglass exec`,
// which calls none, and as much of a start.
//
// The stubs stand in for the libraries in this program alone. One that cannot be loaded ends the process with
// a line that names it and status 125: as the loader would have ended it, only later.
#pragma once

namespace leadglass::cli {

// All of them. What comes after that needs no descriptor, and cannot fail.
void loadLateLibraries();

} // namespace leadglass::cli
