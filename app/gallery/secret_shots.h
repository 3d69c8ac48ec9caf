// The Secrets page in each of its states, its dialogs, and what an alert looks like.
#pragma once

#include <QDir>

namespace leadglass::app::gallery {

// Writes a PNG of each into the folder. false: one could not be written, and it was said which.
bool shootSecrets(const QDir& into);

} // namespace leadglass::app::gallery
