// The widest rung of a card: everything of a package registry.
#pragma once

#include <QDir>

namespace leadglass::app::gallery {

// Writes a PNG of each into the folder. false: one could not be written, and it was said which.
bool shootRegistries(const QDir& into);

} // namespace leadglass::app::gallery
