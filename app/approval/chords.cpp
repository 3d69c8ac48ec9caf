#include "app/approval/chords.h"

#include <QKeySequence>

#include <bit>

#include "core/base/escape.h"

namespace leadglass::app {
namespace {

Chords& all() {
    static Chords chords;
    return chords;
}

bool isChord(QKeyCombination chord) {
    const bool isLetter = chord.key() >= Qt::Key_A && chord.key() <= Qt::Key_Z;
    const bool isFunction = chord.key() >= Qt::Key_F1 && chord.key() <= Qt::Key_F12;
    const auto held = static_cast<unsigned>(chord.keyboardModifiers() & (Qt::ControlModifier | Qt::ShiftModifier | Qt::AltModifier | Qt::MetaModifier));
    return (isLetter || isFunction) && std::popcount(held) >= 2;
}

} // namespace

const Chords& chords() { return all(); }

void setChords(const Chords& chords) { all() = chords; }

Result<QKeyCombination> chordOf(const QString& text) {
    const QKeySequence sequence(text, QKeySequence::PortableText);
    if (sequence.count() == 1 && isChord(sequence[0])) {
        return sequence[0];
    }
    return makeError(Code::Invalid, "'" + forScreen(text.toStdString(), 60) + "' is no chord that may answer",
                     "a letter or F1 to F12, with two of Ctrl, Shift, Alt and Meta");
}

QString chordText(QKeyCombination chord) { return QKeySequence(chord).toString(QKeySequence::PortableText); }

QString shownChord(QKeyCombination chord) { return QKeySequence(chord).toString(QKeySequence::NativeText); }

} // namespace leadglass::app
