#include "app/secrets/secret_edit.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>

#include <algorithm>

namespace leadglass::app {
namespace {

constexpr int kStandsForAll = 8; // marks, however much there is

// Of one that is shared, the other holder's stays: it is theirs.
void wipeText(QString& text) {
    if (text.isDetached()) {
        wipe(text.data(), static_cast<std::size_t>(text.size()) * sizeof(QChar));
    }
    text.clear();
}

} // namespace

SecretEdit::SecretEdit(QWidget* parent) : QLineEdit(parent) {
    setEchoMode(QLineEdit::Password); // a screen reader says that it is one
    setDragEnabled(false);
    setAcceptDrops(false);
    setInputMethodHints(Qt::ImhHiddenText | Qt::ImhSensitiveData | Qt::ImhNoPredictiveText | Qt::ImhNoAutoUppercase);
    setPlaceholderText(tr("type or paste it: it is not shown"));
}

void SecretEdit::retell() {
    setText(QString(m_size > 0 ? kStandsForAll : 0, QLatin1Char('*')));
    end(false);
    emit filled(m_size > 0);
}

void SecretEdit::append(const QString& text) {
    QByteArray bytes = text.toUtf8();
    if (m_bytes.empty()) {
        auto made = SecretBytes::ofSize(kMost);
        if (!made) {
            made = SecretBytes();
        }
        m_bytes = std::move(*made);
    }
    if (m_size + bytes.size() > static_cast<qsizetype>(m_bytes.size())) {
        emit tooLong();
    } else {
        std::copy(bytes.cbegin(), bytes.cend(), m_bytes.writable().begin() + m_size);
        m_size += bytes.size();
    }
    wipe(bytes.data(), static_cast<std::size_t>(bytes.size()));
    retell();
}

void SecretEdit::dropLast() {
    const auto bytes = m_bytes.writable();
    const auto isInner = [&](qsizetype at) { return (bytes[static_cast<std::size_t>(at)] & 0xC0U) == 0x80U; }; // of UTF-8
    while (m_size > 0) {
        const bool inner = isInner(--m_size);
        bytes[static_cast<std::size_t>(m_size)] = 0;
        if (!inner) {
            break;
        }
    }
    retell();
}

void SecretEdit::forget() {
    m_bytes = SecretBytes();
    m_size = 0;
    retell();
}

Result<SecretBytes> SecretEdit::take() {
    const std::string_view all = m_bytes.reveal().substr(0, static_cast<std::size_t>(m_size));
    auto out = SecretBytes::copyOf(all.substr(0, all.size() - (all.ends_with("\r\n") ? 2 : all.ends_with('\n') ? 1 : 0)));
    forget();
    return out;
}

void SecretEdit::paste() {
    QString text = QApplication::clipboard()->text();
    append(text);
    wipeText(text);
}

// What would undo, select or copy finds nothing here; a shortcut of the window's is not taken from it.
bool SecretEdit::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Paste) || (!key->text().isEmpty() && key->modifiers() == Qt::NoModifier)) {
            event->accept();
            return true;
        }
        return QWidget::event(event);
    }
    return QLineEdit::event(event);
}

void SecretEdit::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Paste)) {
        return paste();
    }
    const bool held = (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) != 0;
    const bool clears = event->matches(QKeySequence::DeleteStartOfWord) || event->matches(QKeySequence::DeleteCompleteLine) ||
                        (event->key() == Qt::Key_U && event->modifiers() == Qt::ControlModifier);
    if (clears) {
        return forget();
    }
    if ((event->key() == Qt::Key_Backspace || event->key() == Qt::Key_Delete) && event->modifiers() == Qt::NoModifier) { // with others they cut and undo
        return dropLast();
    }
    const QString text = event->text();
    const bool alt = (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier)) == (Qt::ControlModifier | Qt::AltModifier); // AltGr
    if (!text.isEmpty() && text.at(0).isPrint() && (!held || alt)) {
        return append(text);
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        emit returnPressed();
    }
    event->ignore(); // Tab, Escape, and the window's own
}

void SecretEdit::inputMethodEvent(QInputMethodEvent* event) {
    if (!event->commitString().isEmpty()) {
        append(event->commitString());
    }
    event->accept();
}

void SecretEdit::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    menu.addAction(tr("&Paste"), this, &SecretEdit::paste);
    auto* clears = menu.addAction(tr("&Clear"), this, &SecretEdit::forget);
    clears->setEnabled(!isEmpty());
    menu.exec(event->globalPos());
}

// No selection; and no paste of what only was selected elsewhere, by the middle button.
void SecretEdit::mousePressEvent(QMouseEvent* event) { event->accept(); }
void SecretEdit::mouseDoubleClickEvent(QMouseEvent* event) { event->accept(); }

} // namespace leadglass::app
