// Feeds an AnswerGuard with what Qt sees, and tells when Allow can be given.
//
// One for a place where a card is shown. It watches every key of the application (one may be held when a card comes) and
// the window that the card lies in.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <QWidget>

#include "app/approval/answer_guard.h"

class QKeyEvent;

namespace leadglass::app {

class GuardFilter : public QObject {
    Q_OBJECT
public:
    // `place`: where the card is shown; borrowed.
    explicit GuardFilter(QWidget* place);

    // A card, another one, or other content. Nothing arms while `place` is not visible.
    void show(bool dangerous);
    void hide();
    void answered();
    [[nodiscard]] bool armed() const { return m_guard.armed(now()); }
    [[nodiscard]] AnswerGuard::Ms armedFor() const { return m_guard.armedFor(now()); }

    // Of the answer buttons.
    void pressed(AnswerKind kind);
    [[nodiscard]] bool released(AnswerKind kind);
    [[nodiscard]] bool invoked(AnswerKind kind);
    // A press of a button that the guard alone keeps back: it answers nothing.
    void pressedEarly(AnswerKind kind);

    [[nodiscard]] bool shown() const { return m_guard.shown(); }
    // The next press of the mouse only gives the window the focus.
    [[nodiscard]] bool needsFocus() const { return !m_place->window()->isActiveWindow(); }

signals:
    void armedChanged(bool armed);
    void chord(leadglass::app::AnswerKind kind);
    // An input that was meant as an answer, and was none.
    void swallowed(leadglass::app::Swallowed why);
    // An answer was given, or the card went: what was said of an earlier input is over.
    void settled();
    void focusChanged();
    void cardShown(); // or its content has changed

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] AnswerGuard::Ms now() const { return m_clock.elapsed(); }
    bool takeKey(const QKeyEvent& event, bool down);
    void disturb();
    void update();
    void tell(Swallowed why);

    QWidget* m_place;
    AnswerGuard m_guard;
    QElapsedTimer m_clock;
    QTimer m_arms; // single shot; runs only while a visible card waits to be armed
    bool m_told = false;
    AnswerGuard::Ms m_activatedAt = -1'000'000;
    bool m_pressCounts = false; // the one that is going on, as far as it has come
    bool m_activating = false; // the press that is going on gave the window the focus
};

} // namespace leadglass::app
