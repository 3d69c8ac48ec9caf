#include "app/approval/answer_button.h"

#include <QKeyEvent>
#include <QMouseEvent>

namespace leadglass::app {

AnswerButton::AnswerButton(AnswerKind kind, GuardFilter& guard, QWidget* parent) : QPushButton(parent), m_kind(kind), m_guard(guard) {
    setAutoDefault(false);
    setDefault(false);
    // What is left of clicked(): assistive technology, which presses by name.
    connect(this, &QPushButton::clicked, this, [this] {
        if (m_byMouse ? m_guard.released(m_kind) : m_guard.invoked(m_kind)) {
            emit given();
        }
    });
}

void AnswerButton::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        m_guard.pressed(m_kind);
    }
    QPushButton::mousePressEvent(event);
}

void AnswerButton::mouseReleaseEvent(QMouseEvent* event) {
    m_byMouse = true;
    QPushButton::mouseReleaseEvent(event);
    m_byMouse = false;
}

void AnswerButton::keyPressEvent(QKeyEvent* event) {
    event->ignore();
    switch (event->key()) {
        case Qt::Key_Left:
        case Qt::Key_Up: focusNextPrevChild(false); break;
        case Qt::Key_Right:
        case Qt::Key_Down: focusNextPrevChild(true); break;
        default: return;
    }
    event->accept();
}

void AnswerButton::keyReleaseEvent(QKeyEvent* event) { event->ignore(); }

bool AnswerButton::event(QEvent* event) {
    // A mnemonic is a letter that answers.
    return event->type() == QEvent::Shortcut || QPushButton::event(event);
}

} // namespace leadglass::app
