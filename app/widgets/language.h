// The language of the app: translations/ compiled in, and Qt's own words for its dialogs.
#pragma once

#include <QLocale>

namespace leadglass::app {

// Before the first window. A language that we do not have is English.
void speak(const QLocale& locale);

} // namespace leadglass::app
