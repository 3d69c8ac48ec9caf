// A terminal as a person sees and uses it: paints a Screen, turns keys, mouse and paste into its input.
//
// It does not know what runs there: inputReady() says that Screen::takeOutput() has something. Keys go to the program, but
// for copy (Ctrl+Shift+C), paste (Ctrl+Shift+V, Shift+Insert), the history (Shift+PageUp, Shift+PageDown), Ctrl+F6, which leaves the
// terminal, and Ctrl+Tab. Ctrl+Shift with another letter means nothing here and is never typed: so questions are answered. Nor is a chord
// of an answer that the person chose.
#pragma once

#include <QAbstractScrollArea>
#include <QTimer>

#include <optional>

#include "app/terminal/colours.h"
#include "app/terminal/paste.h"
#include "app/terminal/screen.h"
#include "app/terminal/selection.h"

namespace leadglass::app {

class TerminalView : public QAbstractScrollArea {
    Q_OBJECT
public:
    static constexpr QKeyCombination kCopies = Qt::ControlModifier | Qt::ShiftModifier | Qt::Key_C;
    static constexpr QKeyCombination kPastes = Qt::ControlModifier | Qt::ShiftModifier | Qt::Key_V;

    explicit TerminalView(QWidget* parent = nullptr);
    ~TerminalView() override;

    [[nodiscard]] Screen& screen() { return *m_screen; }
    // As new, and empty.
    void restart();
    // Bytes of the program.
    void feed(QByteArrayView bytes);
    // The program is gone: the screen stays, nothing is typed any more.
    void setLive(bool live);

    [[nodiscard]] const Selection& selection() const { return m_selection; }
    [[nodiscard]] QString selectedText() const { return m_selection.text(*m_screen); }
    void selectAll();
    void select(Place from, Place to);
    void copy();
    // Asks first where a person should see it; nothing happens where no program is.
    void paste(const QString& text);
    void forgetHistory();
    [[nodiscard]] QString visibleText() const; // its lines, with their ends
    [[nodiscard]] std::int64_t firstVisible() const;
    [[nodiscard]] QRect cellRect(int row, int column, int cells = 1) const; // in the viewport; row: of what is visible
    [[nodiscard]] Place placeAt(const QPoint& at) const;
    [[nodiscard]] QPoint cellAt(const QPoint& at) const; // x: column, y: row of what is visible; always one that is there
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void inputReady();
    void sizeChanged(int rows, int columns);
    void rang();
    void said(const QString& why); // something that was not done
    void shown();                  // what is visible changed

protected:
    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void inputMethodEvent(QInputMethodEvent* event) override;
    QVariant inputMethodQuery(Qt::InputMethodQuery query) const override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    bool focusNextPrevChild(bool) override { return false; } // Tab is the program's
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    struct Stretch;
    void measure();
    void fit();
    void follow();
    void type(const QByteArray& bytes);
    void flush();
    bool ownKey(const QKeyEvent& event);
    void programKey(const QKeyEvent& event);
    void sendPaste(const CleanPaste& paste);
    void askPaste(const CleanPaste& paste);
    bool toProgram(const QMouseEvent& event, bool down);
    void pressed(const QMouseEvent& event, Selection::Unit unit);
    void blink();
    void paintRow(QPainter& painter, int row, std::int64_t line);
    void paintStretch(QPainter& painter, const Stretch& stretch, const QRect& at);
    void paintCursor(QPainter& painter);
    [[nodiscard]] bool atEnd() const;
    [[nodiscard]] Modifiers modifiersOf(Qt::KeyboardModifiers from) const;

    std::unique_ptr<Screen> m_screen;
    TerminalColours m_colours;
    Selection m_selection;
    QFont m_face;
    int m_cellWidth = 1;
    int m_cellHeight = 1;
    int m_ascent = 1;
    int m_margin = 0; // of the grid, left and right
    bool m_live = true;
    bool m_cursorOn = true;
    bool m_selecting = false;
    bool m_severalAllowed = false; // the person does not want to be asked about several lines any more
    int m_wheel = 0;               // eighths of a degree that make no step yet
    std::int64_t m_anchorTop = 0;  // line that is shown first, while the person reads the history
    bool m_following = true;
    QString m_preedit;
    QTimer m_blinks; // runs while the terminal has the focus and the cursor blinks
    std::optional<QPoint> m_lastPress; // for the third click
    QTimer m_thirdClick;
    QTimer m_tells; // single shot: what a screen reader is told, together
    QString m_told;
};

} // namespace leadglass::app
