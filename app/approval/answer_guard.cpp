#include "app/approval/answer_guard.h"

#include <algorithm>
#include <utility>

namespace leadglass::app {

void AnswerGuard::show(Ms now, bool dangerous) {
    m_delay = dangerous ? kArmsDangerous : kArms;
    m_armsAt = now + m_delay;
    m_held = m_down;
    m_press.reset();
    m_chordAt.reset();
    ++m_card;
}

void AnswerGuard::disturb(Ms now) {
    if (shown()) {
        m_armsAt = now + m_delay;
        m_held = m_down;
        m_press.reset();
        m_chordAt.reset();
        ++m_card;
    }
}

void AnswerGuard::hide() {
    m_armsAt.reset();
    m_press.reset();
    m_chordAt.reset();
    ++m_card;
}

void AnswerGuard::answered(Ms now) {
    m_quietUntil = now + kAfterAnswer;
    m_held = m_down;
    m_press.reset();
    m_chordAt.reset();
}

AnswerGuard::Ms AnswerGuard::armsAt() const { return std::max({m_armsAt.value_or(0), m_quietUntil, m_chordAt ? *m_chordAt + kAfterAnswer : 0}); }

Swallowed AnswerGuard::whyNot(AnswerKind kind, Ms now) const {
    if (!shown()) {
        return Swallowed::No;
    }
    if (now < m_quietUntil) {
        return Swallowed::AfterAnswer;
    }
    if (kind == AnswerKind::Deny || armed(now)) {
        return Swallowed::No;
    }
    return ripe(now) && waitsForChord() ? Swallowed::WaitsForChord : Swallowed::TooEarly;
}

Swallowed AnswerGuard::whyNot(AnswerKind kind, int key, bool repeat, Ms now) const {
    if (const auto why = whyNot(kind, now); why != Swallowed::No || !shown()) {
        return why;
    }
    const bool early = kind == AnswerKind::Allow && m_early.contains(key);
    return repeat || early || m_held.contains(key) ? Swallowed::KeyHeld : Swallowed::No;
}

Swallowed AnswerGuard::pressed(AnswerKind kind, bool activates, Ms now) {
    m_press.reset();
    if (!shown()) {
        return Swallowed::No;
    }
    const auto why = activates ? Swallowed::GaveFocus : whyNot(kind, now);
    if (why == Swallowed::No) {
        m_press = Press{kind, m_card};
    }
    return why;
}

bool AnswerGuard::released(AnswerKind kind, Ms now) {
    const auto press = std::exchange(m_press, std::nullopt);
    return press && press->kind == kind && press->card == m_card && invoked(kind, now);
}

void AnswerGuard::keyDown(int key, bool repeat, Ms now) {
    m_down.insert(key);
    // A repeat whose beginning was not seen: it was held when the focus came.
    if (repeat) {
        m_held.insert(key);
    } else if (!armed(now)) {
        m_early.insert(key);
    }
}

void AnswerGuard::keyUp(int key, bool repeat) {
    if (!repeat) {
        m_down.erase(key);
        m_held.erase(key);
        m_early.erase(key);
    }
}

void AnswerGuard::keysLost() {
    m_down.clear();
    m_held.clear();
    m_early.clear();
}

bool AnswerGuard::arm(int key, bool repeat, Ms now) {
    if (repeat || m_held.contains(key) || !waitsForChord() || !ripe(now)) {
        return false;
    }
    m_chordAt = now;
    return true;
}

} // namespace leadglass::app
