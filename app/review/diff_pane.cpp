#include "app/review/diff_pane.h"

#include <QEvent>
#include <QFontDatabase>
#include <QPainter>
#include <QMouseEvent>
#include <QScrollBar>
#include <QStyleOptionButton>
#include <QTextBlock>
#include <QTextLayout>

#include <algorithm>

namespace leadglass::app {

using Kind = DiffRow::Kind;

class DiffPane::Gutter : public QWidget {
public:
    explicit Gutter(DiffPane* pane) : QWidget(pane), m_pane(pane) {}

protected:
    void paintEvent(QPaintEvent* event) override { m_pane->paintGutter(event); }
    void mouseReleaseEvent(QMouseEvent* event) override {
        if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint())) {
            m_pane->clickGutter(event->position().toPoint());
        }
    }

private:
    DiffPane* m_pane;
};

DiffPane::DiffPane(Numbers numbers, QWidget* parent) : QPlainTextEdit(parent), m_numbers(numbers), m_gutter(new Gutter(this)) {
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setLineWrapMode(NoWrap);
    setTabChangesFocus(true);
    setLayoutDirection(Qt::LeftToRight); // code is, in any language
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& rect, int dy) {
        dy != 0 ? m_gutter->scroll(0, dy) : m_gutter->update(0, rect.y(), m_gutter->width(), rect.height());
    });
    layOut();
}

void DiffPane::setRows(std::vector<DiffRow> rows, const QString& text) {
    m_rows = std::move(rows);
    int most = 1;
    for (const auto& row : m_rows) {
        most = std::max({most, row.before, row.after});
    }
    m_digits = static_cast<int>(QString::number(most).size());
    setPlainText(text);
    layOut();
}

void DiffPane::setTaken(std::vector<bool> taken) {
    m_taken = std::move(taken);
    viewport()->update();
    m_gutter->update();
}

int DiffPane::currentHunk() const {
    const auto at = static_cast<std::size_t>(textCursor().blockNumber());
    return at < m_rows.size() ? m_rows[at].hunk : -1;
}

bool DiffPane::isLeft(const DiffRow& row) const {
    return row.hunk >= 0 && static_cast<std::size_t>(row.hunk) < m_taken.size() && !m_taken[static_cast<std::size_t>(row.hunk)];
}

void DiffPane::clickGutter(const QPoint& at) {
    const auto row = static_cast<std::size_t>(cursorForPosition(QPoint(0, at.y())).blockNumber());
    if (row < m_rows.size() && m_rows[row].kind == Kind::Hunk && static_cast<std::size_t>(m_rows[row].hunk) < m_taken.size()) {
        setTextCursor(QTextCursor(document()->findBlockByNumber(static_cast<int>(row))));
        emit hunkClicked(m_rows[row].hunk);
    }
}

void DiffPane::paintBox(QPainter& painter, const QRectF& place, bool ticked) {
    QStyleOptionButton box;
    box.initFrom(this);
    box.palette = palette();
    box.state = (isEnabled() ? QStyle::State_Enabled : QStyle::State_None) | (ticked ? QStyle::State_On : QStyle::State_Off);
    const int side = std::min(static_cast<int>(place.height()), style()->pixelMetric(QStyle::PM_IndicatorHeight, &box, this));
    box.rect = QRect(static_cast<int>(place.left()), static_cast<int>(place.center().y()) - side / 2, side, side);
    style()->drawPrimitive(QStyle::PE_IndicatorCheckBox, &box, &painter, this);
}

bool DiffPane::stepHunk(int by) {
    const int last = static_cast<int>(m_rows.size()) - 1;
    for (int at = textCursor().blockNumber() + by; at >= 0 && at <= last; at += by) {
        if (m_rows[static_cast<std::size_t>(at)].kind == Kind::Hunk) {
            QTextCursor cursor(document()->findBlockByNumber(at));
            setTextCursor(cursor);
            verticalScrollBar()->setValue(at); // in lines, where none is wrapped
            return true;
        }
    }
    return false;
}

void DiffPane::layOut() {
    const int wide = fontMetrics().horizontalAdvance(QLatin1Char('0'));
    const int columns = m_numbers == Numbers::Both ? 2 * m_digits + 1 : m_digits;
    const int gutter = wide * (columns + 3);
    setTabStopDistance(4.0 * wide);
    setViewportMargins(gutter, 0, 0, 0);
    m_gutter->setGeometry(contentsRect().left(), contentsRect().top(), gutter, viewport()->height());
    m_gutter->update();
}

void DiffPane::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    layOut();
}

void DiffPane::changeEvent(QEvent* event) {
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_gutter != nullptr) {
        layOut();
    }
}

// In the palette's own lightness: dark stays dark.
QColor DiffPane::tint(Kind kind, qreal strength) const {
    const QColor base = palette().color(QPalette::Base);
    if (kind == Kind::Hunk || kind == Kind::Filler) {
        return palette().color(QPalette::AlternateBase);
    }
    const QColor ink = kind == Kind::Drop ? QColor(0xe0, 0x3c, 0x31) : QColor(0x2e, 0xa0, 0x43);
    const auto mixed = [&](int from, int to) { return static_cast<int>(from + (to - from) * strength); };
    return {mixed(base.red(), ink.red()), mixed(base.green(), ink.green()), mixed(base.blue(), ink.blue())};
}

void DiffPane::paintEvent(QPaintEvent* event) {
    {
        QPainter painter(viewport());
        for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
            const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
            if (place.top() > event->rect().bottom()) {
                break;
            }
            const auto at = static_cast<std::size_t>(block.blockNumber());
            if (at >= m_rows.size() || m_rows[at].kind == Kind::Same || m_rows[at].kind == Kind::Note) {
                continue;
            }
            const auto& row = m_rows[at];
            painter.fillRect(QRectF(0, place.top(), viewport()->width(), place.height()), tint(row.kind, 0.18));
            if (row.markLength > 0 && block.layout()->lineCount() > 0) {
                const QTextLine line = block.layout()->lineAt(0);
                const qreal from = line.cursorToX(row.markStart);
                const qreal to = line.cursorToX(row.markStart + row.markLength);
                painter.fillRect(QRectF(place.left() + from, place.top(), to - from, place.height()), tint(row.kind, 0.45));
            }
        }
    }
    QPlainTextEdit::paintEvent(event);
    if (m_taken.empty()) {
        return;
    }
    QPainter painter(viewport());
    QColor veil = palette().color(QPalette::Base);
    veil.setAlpha(120);
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
        const auto at = static_cast<std::size_t>(block.blockNumber());
        if (place.top() > event->rect().bottom() || at >= m_rows.size()) {
            break;
        }
        if (isLeft(m_rows[at]) && m_rows[at].kind != Kind::Hunk) {
            painter.fillRect(QRectF(0, place.top(), viewport()->width(), place.height()), veil);
        }
    }
}

void DiffPane::paintGutter(QPaintEvent* event) {
    QPainter painter(m_gutter);
    painter.fillRect(event->rect(), palette().color(QPalette::AlternateBase));
    const int wide = fontMetrics().horizontalAdvance(QLatin1Char('0'));
    painter.setFont(font());
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
        if (place.top() > event->rect().bottom()) {
            break;
        }
        const auto at = static_cast<std::size_t>(block.blockNumber());
        if (at >= m_rows.size()) {
            break;
        }
        const auto& row = m_rows[at];
        if (row.kind == Kind::Drop || row.kind == Kind::Add) {
            painter.fillRect(QRectF(0, place.top(), m_gutter->width(), place.height()), tint(row.kind, 0.18));
        }
        if (row.kind == Kind::Hunk && static_cast<std::size_t>(row.hunk) < m_taken.size()) {
            paintBox(painter, QRectF(wide / 2.0, place.top(), m_gutter->width(), place.height()), !isLeft(row));
        }
        QColor quiet = palette().color(QPalette::Text); // the colour of what is disabled is too pale to be read
        quiet.setAlphaF(0.65F);
        painter.setPen(quiet);
        qreal x = wide / 2.0;
        const auto number = [&](int value) {
            if (value > 0) {
                painter.drawText(QRectF(x, place.top(), wide * m_digits, place.height()), Qt::AlignRight | Qt::AlignVCenter, QString::number(value));
            }
            x += wide * (m_digits + 1);
        };
        if (m_numbers != Numbers::After) {
            number(row.before);
        }
        if (m_numbers != Numbers::Before) {
            number(row.after);
        }
        if (row.kind == Kind::Drop || row.kind == Kind::Add) { // a sign: colour says nothing that it does not
            painter.setPen(palette().color(QPalette::Text));
            painter.drawText(QRectF(x, place.top(), wide, place.height()), Qt::AlignCenter, row.kind == Kind::Drop ? QStringLiteral("\u2212") : QStringLiteral("+"));
        }
    }
}

} // namespace leadglass::app
