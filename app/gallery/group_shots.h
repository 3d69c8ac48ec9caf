// Bursts, answers for a time, and what is told after an absence and after a run.
#pragma once

#include <QDir>

namespace leadglass::app::gallery {

// Writes a PNG of each into the folder. false: one could not be written, and it was said which.
bool shootGroups(const QDir& into);

} // namespace leadglass::app::gallery
