// The dialog of a rule with methods and paths, and the limits with what enforces them.
#pragma once

#include <QDir>

namespace leadglass::app::gallery {

bool shootRules(const QDir& into);

} // namespace leadglass::app::gallery
