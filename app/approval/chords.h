// The two chords that answer, one pair for the whole app. The rest of what the keyboard may not do is answer_guard.h.
#pragma once

#include <QKeyCombination>
#include <QString>

#include "core/base/result.h"

namespace leadglass::app {

struct Chords {
    QKeyCombination deny{Qt::ControlModifier | Qt::ShiftModifier, Qt::Key_D};
    QKeyCombination allow{Qt::ControlModifier | Qt::ShiftModifier, Qt::Key_Y};
    // Allow does not arm by time alone: once the usual time is over, the allow chord arms it, and the next one answers.
    bool arms = false;
};

const Chords& chords();
void setChords(const Chords& chords);

// "Ctrl+Shift+Y": one letter or F1 to F12 with two of Ctrl, Shift, Alt, Meta, so that no text that is typed holds it.
Result<QKeyCombination> chordOf(const QString& text);
QString chordText(QKeyCombination chord);   // as kept
QString shownChord(QKeyCombination chord);  // in the person's language

} // namespace leadglass::app
