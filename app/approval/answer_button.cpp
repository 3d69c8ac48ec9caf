#include "app/approval/answer_button.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QStyleOptionButton>

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

void AnswerButton::setWords(const QString& words) {
    m_words = words;
    setAccessibleName(words);
    wrap();
}

void AnswerButton::setOffered(bool offered) {
    m_offered = offered;
    setEnabled(offered && (m_kind == AnswerKind::Deny || m_guard.armed()));
}

void AnswerButton::resizeEvent(QResizeEvent* event) {
    QPushButton::resizeEvent(event);
    wrap();
}

void AnswerButton::wrap() {
    QStyleOptionButton option;
    initStyleOption(&option);
    const int room = style()->subElementRect(QStyle::SE_PushButtonContents, &option, this).width();
    const auto wide = [this](const QString& text) { return fontMetrics().horizontalAdvance(text); };
    QString text = m_words;
    if (int narrowest = wide(text); narrowest > room) { // where both lines are as short as can be
        for (qsizetype at = m_words.indexOf(QLatin1Char(' ')); at >= 0; at = m_words.indexOf(QLatin1Char(' '), at + 1)) {
            const int both = qMax(wide(m_words.left(at)), wide(m_words.mid(at + 1)));
            if (both < narrowest) {
                narrowest = both;
                text = m_words.left(at) + QLatin1Char('\n') + m_words.mid(at + 1);
            }
        }
    }
    if (!m_words.isEmpty() && text != this->text()) {
        setText(text);
    }
}

bool AnswerButton::event(QEvent* event) {
    if (event->type() == QEvent::MouseButtonPress && !isEnabled() && m_offered) {
        m_guard.pressedEarly(m_kind);
    }
    // A mnemonic is a letter that answers.
    return event->type() == QEvent::Shortcut || QPushButton::event(event);
}

} // namespace leadglass::app
