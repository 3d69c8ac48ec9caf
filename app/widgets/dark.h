// The app in dark colours where neither Qt nor the desktop's theme has them.
#pragma once

#include <QPalette>

namespace leadglass::app {

QPalette darkPalette();

// Of the whole app. Dark does nothing where its colours are dark already; light gives the desktop's own back.
void setDark(bool dark);

// With the style Fusion: boxes that are ticked get an outline that is seen in dark colours, too. Once, before the first window.
void outlineBoxes();

// Of two opaque colours: 1 to 21. Source: WCAG 2.1, "contrast ratio".
double contrast(const QColor& one, const QColor& other);

} // namespace leadglass::app
