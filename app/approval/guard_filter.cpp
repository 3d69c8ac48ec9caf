#include "app/approval/guard_filter.h"

#include <QApplication>
#include <QKeyEvent>
#include <QWindow>

#include <algorithm>

#include "app/approval/chords.h"

namespace leadglass::app {
namespace {

// The window manager may give the focus before or after it hands the click on.
constexpr AnswerGuard::Ms kActivates = 300;

} // namespace

GuardFilter::GuardFilter(QWidget* place) : QObject(place), m_place(place) {
    m_clock.start();
    m_arms.setSingleShot(true);
    connect(&m_arms, &QTimer::timeout, this, &GuardFilter::update);
    connect(qApp, &QGuiApplication::applicationStateChanged, this, [this](Qt::ApplicationState state) {
        if (state != Qt::ApplicationActive) {
            m_guard.keysLost();
        }
    });
    qApp->installEventFilter(this);
}

void GuardFilter::show(bool dangerous) {
    m_guard.setArmsByChord(chords().arms);
    m_guard.show(now(), dangerous);
    update();
    emit cardShown();
}

void GuardFilter::hide() {
    m_guard.hide();
    update();
    emit settled();
}

void GuardFilter::answered() {
    m_guard.answered(now());
    update();
    emit settled();
}

void GuardFilter::tell(Swallowed why) {
    if (why != Swallowed::No) {
        emit swallowed(why);
    }
}

void GuardFilter::pressed(AnswerKind kind) {
    const auto why = m_guard.pressed(kind, m_activating, now());
    m_pressCounts = why == Swallowed::No;
    tell(why);
}

void GuardFilter::pressedEarly(AnswerKind kind) {
    tell(m_guard.shown() && m_activating ? Swallowed::GaveFocus : m_guard.whyNot(kind, now()));
}

bool GuardFilter::released(AnswerKind kind) {
    const bool counts = m_guard.released(kind, now());
    if (!counts && m_pressCounts && m_guard.shown()) {
        tell(Swallowed::CardChanged);
    }
    return counts;
}

bool GuardFilter::invoked(AnswerKind kind) {
    tell(m_guard.whyNot(kind, now()));
    return m_guard.invoked(kind, now());
}

void GuardFilter::disturb() {
    m_guard.disturb(now());
    update();
}

void GuardFilter::update() {
    const bool is = armed();
    if (is || !m_guard.shown() || m_guard.waitsForChord() || !m_place->isVisible()) {
        m_arms.stop();
    } else {
        m_arms.start(static_cast<int>(std::max<AnswerGuard::Ms>(m_guard.armsAt() - now(), 1)));
    }
    if (is != m_told) {
        m_told = is;
        emit armedChanged(is);
    }
}

bool GuardFilter::takeKey(const QKeyEvent& event, bool down) {
    if (!down) {
        m_guard.keyUp(event.key(), event.isAutoRepeat());
        return false;
    }
    m_guard.keyDown(event.key(), event.isAutoRepeat(), now());
    const QKeyCombination pressed(event.modifiers() & ~Qt::KeypadModifier, static_cast<Qt::Key>(event.key()));
    const bool allows = pressed == chords().allow;
    if (!m_guard.shown() || !m_place->isVisible() || !m_place->window()->isActiveWindow() || (!allows && pressed != chords().deny)) {
        return false;
    }
    const AnswerKind kind = allows ? AnswerKind::Allow : AnswerKind::Deny;
    if (allows && m_guard.arm(event.key(), event.isAutoRepeat(), now())) {
        update();
    } else if (m_guard.chord(kind, event.key(), event.isAutoRepeat(), now())) {
        emit chord(kind);
    } else {
        tell(m_guard.whyNot(kind, event.key(), event.isAutoRepeat(), now()));
    }
    return true; // it means nothing else here
}

bool GuardFilter::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
        case QEvent::KeyPress:
        case QEvent::KeyRelease: // once, as the window gets it: then it goes from widget to widget
            return watched->isWindowType() && takeKey(*static_cast<QKeyEvent*>(event), event->type() == QEvent::KeyPress);
        case QEvent::MouseButtonPress:
            if (watched == m_place->window()->windowHandle()) {
                m_activating = !m_place->window()->isActiveWindow() || now() - m_activatedAt < kActivates;
            }
            return false;
        case QEvent::WindowActivate:
            if (watched == m_place->window()) {
                m_activatedAt = now();
                disturb();
                emit focusChanged();
            }
            return false;
        case QEvent::WindowDeactivate:
            if (watched == m_place->window()) {
                disturb();
                emit focusChanged();
            }
            return false;
        case QEvent::Move:
        case QEvent::Resize:
        case QEvent::Show:
        case QEvent::WindowStateChange:
            if (watched == m_place->window() || watched == m_place) {
                disturb();
            }
            return false;
        case QEvent::Hide:
            if (watched == m_place->window() || watched == m_place) {
                update();
            }
            return false;
        case QEvent::Expose:
            if (watched == m_place->window()->windowHandle() && !m_place->window()->windowHandle()->isExposed()) {
                disturb();
            }
            return false;
        default: return false;
    }
}

} // namespace leadglass::app
