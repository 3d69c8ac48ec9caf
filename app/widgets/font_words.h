// What Qt says of fonts on standard error when a text has letters that no font here can join.
#pragma once

namespace leadglass::app {

// Drops the lines "OpenType support missing for …" (qfontdatabase.cpp of Qt 6.4: a warning without a category, so no logging rule
// can): a file name of a run would write dozens of them into the person's journal, as often as it is painted. All else is said
// as before. Call once.
void dropFontWords();

} // namespace leadglass::app
