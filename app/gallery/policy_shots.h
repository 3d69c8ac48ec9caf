// The policy page in each of its states, tab by tab.
#pragma once

#include <QDir>

namespace leadglass::app::gallery {

// Writes a PNG of each into the folder. false: one could not be written, and it was said which.
bool shootPolicies(const QDir& into);

} // namespace leadglass::app::gallery
