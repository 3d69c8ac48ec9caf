#include <QApplication>
#include <QClipboard>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>

#include "app/terminal/terminal_view.h"

namespace leadglass::app {
namespace {

constexpr int kStep = 120;       // of a wheel, in eighths of a degree
constexpr int kLinesOfStep = 3;

int buttonOf(Qt::MouseButton button) {
    return button == Qt::LeftButton ? 1 : button == Qt::MiddleButton ? 2 : button == Qt::RightButton ? 3 : 0;
}

} // namespace

bool TerminalView::viewportEvent(QEvent* event) {
    // Of a program that wants the mouse, the menu comes with Shift.
    if (event->type() == QEvent::ContextMenu) {
        const auto* menu = static_cast<QContextMenuEvent*>(event);
        if (menu->reason() == QContextMenuEvent::Mouse && m_live && m_screen->mouse() != MouseWish::None && (menu->modifiers() & Qt::ShiftModifier) == 0) {
            return true;
        }
    }
    return QAbstractScrollArea::viewportEvent(event);
}

// Shift keeps the mouse for the person, as in every terminal; so does looking at the history.
bool TerminalView::toProgram(const QMouseEvent& event, bool down) {
    if (!m_live || m_screen->mouse() == MouseWish::None || (event.modifiers() & Qt::ShiftModifier) != 0 || !m_following || m_selecting) {
        return false;
    }
    const QPoint at = cellAt(event.position().toPoint());
    m_screen->mouseMove(at.y(), at.x(), modifiersOf(event.modifiers()));
    if (const int button = buttonOf(event.button()); button != 0) {
        m_screen->mouseButton(button, down, modifiersOf(event.modifiers()));
    }
    flush();
    return true;
}

void TerminalView::pressed(const QMouseEvent& event, Selection::Unit unit) {
    const QPoint at = event.position().toPoint();
    Place place = placeAt(at);
    if (unit != Selection::Unit::Character) {
        place.column = cellAt(at).x();
    }
    m_selecting = true;
    m_selection.begin(*m_screen, place, unit);
    viewport()->update();
}

void TerminalView::mousePressEvent(QMouseEvent* event) {
    if (toProgram(*event, true)) {
        return;
    }
    if (event->button() == Qt::LeftButton) {
        const bool third = m_lastPress && (*m_lastPress - event->position().toPoint()).manhattanLength() < QApplication::startDragDistance();
        m_lastPress.reset();
        pressed(*event, third ? Selection::Unit::Line : Selection::Unit::Character);
    } else if (event->button() == Qt::MiddleButton && QApplication::clipboard()->supportsSelection()) {
        paste(QApplication::clipboard()->text(QClipboard::Selection));
    }
}

void TerminalView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (toProgram(*event, true)) {
        return;
    }
    if (event->button() == Qt::LeftButton) {
        pressed(*event, Selection::Unit::Word);
        m_lastPress = event->position().toPoint();
        m_thirdClick.start(QApplication::doubleClickInterval());
    }
}

void TerminalView::mouseMoveEvent(QMouseEvent* event) {
    if (toProgram(*event, true) || !m_selecting || (event->buttons() & Qt::LeftButton) == 0) {
        return;
    }
    const QPoint at = event->position().toPoint();
    auto* bar = verticalScrollBar();
    if (at.y() < 0) {
        bar->setValue(bar->value() - 1);
    } else if (at.y() >= viewport()->height()) {
        bar->setValue(bar->value() + 1);
    }
    m_selection.extend(*m_screen, placeAt(at));
    viewport()->update();
}

void TerminalView::mouseReleaseEvent(QMouseEvent* event) {
    if (m_selecting && event->button() == Qt::LeftButton) {
        m_selecting = false;
        if (!m_selection.empty() && QApplication::clipboard()->supportsSelection()) {
            QApplication::clipboard()->setText(selectedText(), QClipboard::Selection);
        }
        return;
    }
    toProgram(*event, false);
}

void TerminalView::wheelEvent(QWheelEvent* event) {
    m_wheel += event->angleDelta().y();
    const int steps = m_wheel / kStep;
    m_wheel -= steps * kStep;
    event->accept();
    if (steps == 0) {
        return;
    }
    const bool forProgram = m_live && m_following && (event->modifiers() & Qt::ShiftModifier) == 0;
    if (forProgram && m_screen->mouse() != MouseWish::None) {
        const QPoint at = cellAt(event->position().toPoint());
        m_screen->mouseMove(at.y(), at.x(), modifiersOf(event->modifiers()));
        for (int i = 0; i < std::abs(steps); ++i) {
            m_screen->mouseButton(steps > 0 ? 4 : 5, true, modifiersOf(event->modifiers()));
        }
        flush();
    } else if (forProgram && m_screen->alternate()) { // a pager without the mouse: as its arrow keys
        for (int i = 0; i < std::min(std::abs(steps), 10) * kLinesOfStep; ++i) {
            m_screen->special(steps > 0 ? SpecialKey::Up : SpecialKey::Down, {});
        }
        flush();
    } else {
        verticalScrollBar()->setValue(verticalScrollBar()->value() - steps * kLinesOfStep);
    }
}

} // namespace leadglass::app
