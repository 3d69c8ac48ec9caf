// What is said of a press that did not count, the rehearsal beside its card, and pages in a window that is as narrow as it can be.
#pragma once

#include <QDir>

namespace leadglass::app::gallery {

// Writes a PNG of each into the folder. false: one could not be written, and it was said which.
bool shootGuard(const QDir& into);

} // namespace leadglass::app::gallery
