#include <QApplication>
#include <QClipboard>
#include <QDragEnterEvent>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QScrollBar>

#include "app/approval/chords.h"
#include "app/terminal/paste_dialog.h"
#include "app/terminal/terminal_view.h"

namespace leadglass::app {
namespace {

constexpr Qt::KeyboardModifiers kKnown = Qt::ShiftModifier | Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier;

std::optional<SpecialKey> specialOf(int key) {
    switch (key) {
        case Qt::Key_Return:
        case Qt::Key_Enter: return SpecialKey::Enter;
        case Qt::Key_Tab:
        case Qt::Key_Backtab: return SpecialKey::Tab;
        case Qt::Key_Backspace: return SpecialKey::Backspace;
        case Qt::Key_Escape: return SpecialKey::Escape;
        case Qt::Key_Up: return SpecialKey::Up;
        case Qt::Key_Down: return SpecialKey::Down;
        case Qt::Key_Left: return SpecialKey::Left;
        case Qt::Key_Right: return SpecialKey::Right;
        case Qt::Key_Insert: return SpecialKey::Insert;
        case Qt::Key_Delete: return SpecialKey::Delete;
        case Qt::Key_Home: return SpecialKey::Home;
        case Qt::Key_End: return SpecialKey::End;
        case Qt::Key_PageUp: return SpecialKey::PageUp;
        case Qt::Key_PageDown: return SpecialKey::PageDown;
        default: return key >= Qt::Key_F1 && key <= Qt::Key_F12 ? std::optional(SpecialKey::Function) : std::nullopt;
    }
}

} // namespace

Modifiers TerminalView::modifiersOf(Qt::KeyboardModifiers from) const {
    return {(from & Qt::ShiftModifier) != 0, (from & Qt::AltModifier) != 0, (from & Qt::ControlModifier) != 0};
}

bool TerminalView::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) { // no shortcut of the window takes a key of the program
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool tabs = (key->modifiers() & Qt::ControlModifier) != 0 && (key->key() == Qt::Key_Tab || key->key() == Qt::Key_Backtab);
        event->setAccepted(!tabs);
        return true;
    }
    return QAbstractScrollArea::event(event);
}

bool TerminalView::ownKey(const QKeyEvent& event) {
    const auto modifiers = event.modifiers() & kKnown;
    const QKeyCombination chord(modifiers, static_cast<Qt::Key>(event.key()));
    if (chord == chords().deny || chord == chords().allow) {
        return true; // pressed once more than there were questions, it is no text for what runs here
    }
    auto* bar = verticalScrollBar();
    if (chord == kCopies) {
        copy();
        return true;
    }
    if (chord == kPastes) {
        paste(QApplication::clipboard()->text());
        return true;
    }
    // Whichever letter it is: such a chord answers a question, and Ctrl+D alone would end what reads here. No program
    // could tell it from the letter with Ctrl.
    if (modifiers == (Qt::ControlModifier | Qt::ShiftModifier) && event.key() >= Qt::Key_A && event.key() <= Qt::Key_Z) {
        return true;
    }
    if (modifiers == Qt::ShiftModifier) {
        switch (event.key()) {
            case Qt::Key_Insert:
                paste(QApplication::clipboard()->text(QApplication::clipboard()->supportsSelection() ? QClipboard::Selection : QClipboard::Clipboard));
                return true;
            case Qt::Key_PageUp: bar->setValue(bar->value() - bar->pageStep()); return true;
            case Qt::Key_PageDown: bar->setValue(bar->value() + bar->pageStep()); return true;
            default: return false;
        }
    }
    if (modifiers == Qt::ControlModifier && event.key() == Qt::Key_F6) {
        QAbstractScrollArea::focusNextPrevChild(true);
        return true;
    }
    return false;
}

void TerminalView::keyPressEvent(QKeyEvent* event) {
    if ((event->modifiers() & Qt::ControlModifier) != 0 && (event->key() == Qt::Key_Tab || event->key() == Qt::Key_Backtab)) {
        event->ignore(); // the tabs around it
        return;
    }
    event->accept();
    if (!ownKey(*event) && m_live) {
        programKey(*event);
    }
}

void TerminalView::programKey(const QKeyEvent& event) {
    const auto modifiers = event.modifiers() & kKnown;
    const bool control = (modifiers & Qt::ControlModifier) != 0, alt = (modifiers & Qt::AltModifier) != 0;
    if (const auto special = specialOf(event.key())) {
        Modifiers with = modifiersOf(modifiers);
        with.shift = with.shift || event.key() == Qt::Key_Backtab;
        if (*special == SpecialKey::Enter || *special == SpecialKey::Backspace || *special == SpecialKey::Escape) {
            with.shift = with.control = false; // few programs know the others, and a shell would print them
        }
        if (*special == SpecialKey::Backspace && control) {
            type(alt ? QByteArray("\x1b\x08") : QByteArray("\x08"));
            return;
        }
        m_screen->special(*special, with, event.key() - Qt::Key_F1 + 1);
        type({});
        return;
    }
    QByteArray bytes = event.text().toUtf8();
    if (control && event.key() >= Qt::Key_A && event.key() <= Qt::Key_Z) { // on any layout
        bytes = QByteArray(1, static_cast<char>(event.key() - Qt::Key_A + 1));
    } else if (control && (event.key() == Qt::Key_Space || event.key() == Qt::Key_At)) {
        bytes = QByteArray(1, '\0');
    }
    if (!bytes.isEmpty()) {
        type(alt ? "\x1b" + bytes : bytes);
    }
}

// What is typed is seen: the history gives way to the grid.
void TerminalView::type(const QByteArray& bytes) {
    m_screen->text({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    m_selection.clear();
    m_following = true;
    follow();
    viewport()->update();
    flush();
}

void TerminalView::inputMethodEvent(QInputMethodEvent* event) {
    m_preedit = m_live ? event->preeditString() : QString();
    if (m_live && !event->commitString().isEmpty()) {
        type(cleanPaste(event->commitString()).text.toUtf8());
    }
    viewport()->update();
    event->accept();
}

QVariant TerminalView::inputMethodQuery(Qt::InputMethodQuery query) const {
    const auto& cursor = m_screen->cursor();
    switch (query) {
        case Qt::ImEnabled: return m_live;
        case Qt::ImCursorRectangle: {
            const auto row = static_cast<int>(m_screen->top() + cursor.row - firstVisible());
            return cellRect(row, cursor.column).translated(viewport()->pos());
        }
        case Qt::ImFont: return m_face;
        case Qt::ImCursorPosition:
        case Qt::ImAnchorPosition: return 0;
        case Qt::ImSurroundingText:
        case Qt::ImCurrentSelection: return QString(); // what a run shows is no text of the person's
        default: return QAbstractScrollArea::inputMethodQuery(query);
    }
}

void TerminalView::paste(const QString& text) {
    if (!m_live || text.isEmpty()) {
        return;
    }
    if (text.size() > kMostPasted) {
        emit said(tr("That is too much to paste: at most 4 million characters."));
        return;
    }
    const auto clean = cleanPaste(text);
    if (clean.controls > 0 || (clean.lines > 1 && !m_severalAllowed)) {
        askPaste(clean);
    } else {
        sendPaste(clean);
    }
}

void TerminalView::askPaste(const CleanPaste& what) {
    auto* dialog = new PasteDialog(what, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, what] {
        m_severalAllowed = m_severalAllowed || dialog->notAgain();
        sendPaste(what);
    });
    dialog->open();
}

void TerminalView::sendPaste(const CleanPaste& what) {
    if (m_live) {
        m_screen->paste(what.text.toStdString());
        type({});
    }
}

void TerminalView::dragEnterEvent(QDragEnterEvent* event) {
    if (m_live && (event->mimeData()->hasUrls() || event->mimeData()->hasText())) {
        event->setDropAction(Qt::CopyAction);
        event->accept();
    }
}

void TerminalView::dropEvent(QDropEvent* event) {
    const QString files = quotedPaths(event->mimeData()->urls());
    paste(files.isEmpty() ? event->mimeData()->text() : files);
    event->setDropAction(Qt::CopyAction);
    event->accept();
}

} // namespace leadglass::app
