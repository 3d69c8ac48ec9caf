#include "app/approval/guard_note.h"

#include "app/approval/announce.h"
#include "app/approval/question_words.h"

namespace leadglass::app {
namespace {

constexpr Swallowed kAll[] = {Swallowed::No,          Swallowed::GaveFocus, Swallowed::TooEarly,   Swallowed::WaitsForChord,
                              Swallowed::AfterAnswer, Swallowed::KeyHeld,   Swallowed::CardChanged};

} // namespace

GuardNote::GuardNote(GuardFilter& guard, QWidget* parent) : PlainLabel({}, parent), m_guard(guard) {
    setFocusPolicy(Qt::NoFocus);
    isNotification(*this);
    connect(&guard, &GuardFilter::swallowed, this, &GuardNote::say);
    connect(&guard, &GuardFilter::settled, this, &GuardNote::forget);
    connect(&guard, &GuardFilter::focusChanged, this, &GuardNote::retell);
    connect(&guard, &GuardFilter::cardShown, this, &GuardNote::retell);
    retell();
}

void GuardNote::forget() {
    m_said = Swallowed::No;
    retell();
}

void GuardNote::say(Swallowed why) {
    m_said = why;
    retell();
    announce(*this, text()); // once more where it is the same: it was pressed once more
}

void GuardNote::retell() {
    QStringList all;
    for (const auto each : kAll) {
        all.append(words::swallowed(each));
    }
    keepRoomFor(all);
    const bool waits = m_said == Swallowed::No && m_guard.shown() && m_guard.needsFocus();
    setText(waits || m_said != Swallowed::No ? words::swallowed(m_said) : QString());
    setAccessibleName(text());
}

} // namespace leadglass::app
