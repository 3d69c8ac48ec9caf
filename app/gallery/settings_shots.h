// The page Settings and the first steps, in each of their states.
#pragma once

#include <QDir>

namespace leadglass::app::gallery {

// Writes a PNG of each into the folder. false: one could not be written, and it was said which.
bool shootSettings(const QDir& into);

} // namespace leadglass::app::gallery
