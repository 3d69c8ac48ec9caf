// A line to type a credential into. What is typed is never shown, nor how much of it, and is in no text of Qt's: it goes into
// SecretBytes, key by key; what a clipboard or an input method gives is wiped once it was taken.
//
// Qt's own copy of a key press, and the clipboard itself, are not ours to wipe.
#pragma once

#include <QLineEdit>

#include "core/base/secret_bytes.h"

namespace leadglass::app {

class SecretEdit : public QLineEdit {
    Q_OBJECT
public:
    static constexpr qsizetype kMost = 16 * 1024; // bytes

    explicit SecretEdit(QWidget* parent = nullptr);

    [[nodiscard]] bool isEmpty() const { return m_size == 0; }
    // What was typed, without a newline at its end; the line is empty afterwards. Error: no memory may be locked.
    Result<SecretBytes> take();
    void forget();
    void paste();

signals:
    void filled(bool is); // whether there is anything
    void tooLong();       // and what did not fit was not taken: the line is as it was

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void inputMethodEvent(QInputMethodEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    void append(const QString& text);
    void dropLast();
    void retell();

    SecretBytes m_bytes; // kMost of them, made when the first comes
    qsizetype m_size = 0;
};

} // namespace leadglass::app
