// Deny or Allow: a button that neither Return nor Space nor a mnemonic presses, and whose click counts only where the
// guard says so.
#pragma once

#include <QPushButton>

#include "app/approval/guard_filter.h"

namespace leadglass::app {

class AnswerButton : public QPushButton {
    Q_OBJECT
public:
    AnswerButton(AnswerKind kind, GuardFilter& guard, QWidget* parent = nullptr);
    // In place of setText(), where the width is the layout's and not the text's: on two lines where one is too narrow.
    void setWords(const QString& words);
    // Whether there is such an answer; enabled, where it is Allow, only once the guard lets it be given.
    void setOffered(bool offered);

signals:
    void given(); // an answer that counts

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void wrap();
    AnswerKind m_kind;
    GuardFilter& m_guard;
    bool m_byMouse = false;
    bool m_offered = true;
    QString m_words;
};

} // namespace leadglass::app
