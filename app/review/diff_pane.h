// Rows of a diff as text that can be selected, searched by a screen reader and scrolled; numbers and signs beside it.
// Draws only what is visible: the length of a diff costs nothing while it is shown.
#pragma once

#include <QPlainTextEdit>

#include "app/review/diff_text.h"

namespace leadglass::app {

class DiffPane : public QPlainTextEdit {
    Q_OBJECT
public:
    enum class Numbers { Both, Before, After };
    explicit DiffPane(Numbers numbers, QWidget* parent = nullptr);

    // `text`: the rows' texts, a line each; made elsewhere, since that takes time.
    void setRows(std::vector<DiffRow> rows, const QString& text);
    [[nodiscard]] const std::vector<DiffRow>& rows() const { return m_rows; }
    // A box at the head of each hunk, ticked or not; what is not taken is paler. Empty: none can be taken apart.
    void setTaken(std::vector<bool> taken);
    [[nodiscard]] int currentHunk() const; // where the cursor is; -1: none
    // To the head of the next or previous hunk; false: there is none.
    bool stepHunk(int by);

signals:
    void hunkClicked(int hunk); // its box

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    class Gutter;
    void layOut();
    void paintGutter(QPaintEvent* event);
    void paintBox(QPainter& painter, const QRectF& place, bool ticked);
    void clickGutter(const QPoint& at);
    [[nodiscard]] bool isLeft(const DiffRow& row) const; // not taken
    [[nodiscard]] QColor tint(DiffRow::Kind kind, qreal strength) const;

    Numbers m_numbers;
    std::vector<DiffRow> m_rows;
    std::vector<bool> m_taken;
    QWidget* m_gutter;
    int m_digits = 1;
};

} // namespace leadglass::app
