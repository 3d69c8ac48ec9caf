// The throw-away folder of a rehearsal.
#pragma once

#include <QString>

#include "app/bridge/services.h"

namespace leadglass::app::ground {

// A name of its own below the system's temporary directory; nothing is made yet.
QString nameOne();
// project/agent.sh, letter.txt beside it, and config/ for what an answer keeps.
Status make(const QString& folder);
// Ends and discards the runs that worked there, waiting kEnds for one at most, and removes it; only what make() can have made, and
// only the person's own. False: one of them would not end; the folder is left as it is, for another try.
bool remove(const Maker<api::ReviewService>& review, const QString& folder);
inline constexpr int kEnds = 20; // seconds
// The lines that the toy agent writes.
inline constexpr const char* kFileRead = "file-read";
inline constexpr const char* kFileNotThere = "file-not-there";

} // namespace leadglass::app::ground
