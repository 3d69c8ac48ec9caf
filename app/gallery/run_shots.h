// The page of one run in each of its states.
#pragma once

#include <QDir>

namespace leadglass::app::gallery {

// Writes a PNG of each into the folder. false: one could not be written, and it was said which.
bool shootRuns(const QDir& into);

} // namespace leadglass::app::gallery
