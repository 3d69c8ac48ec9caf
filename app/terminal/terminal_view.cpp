#include "app/terminal/terminal_view.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QFontDatabase>
#include <QMenu>
#include <QScrollBar>
#include <QStyle>

#include <algorithm>
#include <cmath>

#include "app/terminal/terminal_access.h"

namespace leadglass::app {
namespace {

constexpr int kRows = 24;
constexpr int kColumns = 80;
constexpr int kTells = 100; // milliseconds

} // namespace

TerminalView::TerminalView(QWidget* parent)
    : QAbstractScrollArea(parent), m_screen(std::make_unique<Screen>(kRows, kColumns)), m_colours(palette()) {
    installTerminalAccess();
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_InputMethodEnabled);
    setInputMethodHints(Qt::ImhNoPredictiveText | Qt::ImhNoAutoUppercase);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // or each line in the history would change the width
    setAcceptDrops(true);
    viewport()->setCursor(Qt::IBeamCursor);
    viewport()->setMouseTracking(true);
    viewport()->setAutoFillBackground(false);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleDescription(tr("What a run shows, and what you type goes to it. Ctrl+F6 leaves the terminal."));
    connect(&m_blinks, &QTimer::timeout, this, &TerminalView::blink);
    m_thirdClick.setSingleShot(true);
    connect(&m_thirdClick, &QTimer::timeout, this, [this] { m_lastPress.reset(); });
    m_tells.setSingleShot(true);
    connect(&m_tells, &QTimer::timeout, this, [this] { tellTerminalAccess(*this, m_told); });
    measure();
}

TerminalView::~TerminalView() = default;

void TerminalView::measure() {
    m_face = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    m_face.setPointSizeF(font().pointSizeF() > 0 ? font().pointSizeF() : m_face.pointSizeF());
    m_face.setStyleHint(QFont::Monospace);
    m_face.setFixedPitch(true);
    m_face.setKerning(false);
    const QFontMetricsF metrics(m_face);
    const qreal advance = metrics.horizontalAdvance(QLatin1Char('M'));
    m_cellWidth = std::max(1, static_cast<int>(std::ceil(advance - 0.2)));
    m_cellHeight = std::max(1, static_cast<int>(std::ceil(metrics.ascent()) + std::ceil(metrics.descent())));
    m_margin = m_cellWidth / 3;
    m_ascent = static_cast<int>(std::ceil(metrics.ascent()));
    m_face.setLetterSpacing(QFont::AbsoluteSpacing, m_cellWidth - advance); // so that a stretch of text keeps to the grid
    fit();
}

QSize TerminalView::sizeHint() const {
    return {m_cellWidth * kColumns + 2 * (frameWidth() + m_margin) + verticalScrollBar()->sizeHint().width(), m_cellHeight * kRows + 2 * frameWidth()};
}

void TerminalView::fit() {
    const QSize room = viewport()->size();
    const int rows = room.height() / m_cellHeight, columns = (room.width() - 2 * m_margin) / m_cellWidth;
    if (rows < 1 || columns < 1 || !testAttribute(Qt::WA_WState_Created)) {
        return; // not laid out yet
    }
    if (rows != m_screen->rows() || columns != m_screen->columns()) {
        m_screen->resize(rows, columns);
        m_selection.clear();
        emit sizeChanged(m_screen->rows(), m_screen->columns());
    }
    follow();
    viewport()->update();
}

// The scroll bar counts lines of the history; at its end the grid is shown.
void TerminalView::follow() {
    auto* bar = verticalScrollBar();
    const int history = static_cast<int>(m_screen->top() - m_screen->first());
    const QSignalBlocker quiet(bar);
    bar->setRange(0, history);
    bar->setPageStep(m_screen->rows());
    m_anchorTop = m_following ? m_screen->top() : std::clamp(m_anchorTop, m_screen->first(), m_screen->top());
    bar->setValue(static_cast<int>(m_anchorTop - m_screen->first()));
}

bool TerminalView::atEnd() const { return verticalScrollBar()->value() == verticalScrollBar()->maximum(); }

std::int64_t TerminalView::firstVisible() const { return m_screen->first() + verticalScrollBar()->value(); }

void TerminalView::scrollContentsBy(int, int) {
    m_following = atEnd();
    m_anchorTop = firstVisible();
    viewport()->update();
    emit shown();
}

void TerminalView::restart() {
    m_screen = std::make_unique<Screen>(m_screen->rows(), m_screen->columns());
    m_selection.clear();
    m_following = true;
    m_preedit.clear();
    setLive(true);
    follow();
}

void TerminalView::feed(QByteArrayView bytes) {
    m_screen->feed({bytes.data(), static_cast<std::size_t>(bytes.size())});
    flush();
    const auto change = m_screen->takeChange();
    if (change.bell) {
        emit rang();
    }
    if (!change.any) {
        return;
    }
    if (change.lines || !m_following) {
        follow();
        viewport()->update();
    } else {
        viewport()->update(cellRect(change.first, 0, m_screen->columns()).united(cellRect(change.last, 0, m_screen->columns())));
    }
    m_cursorOn = true;
    if (QAccessible::isActive() && !m_tells.isActive()) {
        m_tells.start(kTells);
    }
    emit shown();
}

// Answers of the screen and what the person typed go out alike, in order.
void TerminalView::flush() {
    if (m_live) {
        emit inputReady();
    } else {
        static_cast<void>(m_screen->takeOutput());
    }
}

void TerminalView::setLive(bool live) {
    m_live = live;
    static_cast<void>(m_screen->takeOutput());
    m_preedit.clear();
    blink();
    viewport()->update();
}

QRect TerminalView::cellRect(int row, int column, int cells) const {
    return {m_margin + column * m_cellWidth, row * m_cellHeight, cells * m_cellWidth, m_cellHeight};
}

Place TerminalView::placeAt(const QPoint& at) const {
    const int row = std::clamp(at.y() / m_cellHeight, 0, m_screen->rows() - 1);
    const int column = std::clamp((at.x() - m_margin + m_cellWidth / 2) / m_cellWidth, 0, m_screen->columns());
    return {firstVisible() + row, column};
}

QPoint TerminalView::cellAt(const QPoint& at) const {
    return {std::clamp((at.x() - m_margin) / m_cellWidth, 0, m_screen->columns() - 1), std::clamp(at.y() / m_cellHeight, 0, m_screen->rows() - 1)};
}

QString TerminalView::visibleText() const {
    QStringList lines;
    for (int row = 0; row < m_screen->rows(); ++row) {
        lines.append(textOf(m_screen->line(firstVisible() + row), 0, m_screen->columns()));
    }
    return lines.join(QLatin1Char('\n'));
}

void TerminalView::selectAll() {
    m_selection.all(*m_screen);
    viewport()->update();
}

void TerminalView::select(Place from, Place to) {
    m_selection.begin(*m_screen, from, Selection::Unit::Character);
    m_selection.extend(*m_screen, to);
    viewport()->update();
}

void TerminalView::copy() {
    if (const QString text = selectedText(); !text.isEmpty()) {
        QApplication::clipboard()->setText(text);
    }
}

void TerminalView::forgetHistory() {
    m_screen->forgetHistory();
    m_selection.clear();
    m_following = true;
    follow();
    viewport()->update();
}

void TerminalView::resizeEvent(QResizeEvent*) { fit(); }

void TerminalView::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        measure();
    } else if (event->type() == QEvent::PaletteChange) {
        m_colours = TerminalColours(palette());
        viewport()->update();
    }
}

void TerminalView::showEvent(QShowEvent* event) {
    QAbstractScrollArea::showEvent(event);
    fit();
    blink();
}

void TerminalView::hideEvent(QHideEvent* event) {
    QAbstractScrollArea::hideEvent(event);
    m_blinks.stop();
}

void TerminalView::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    m_screen->focus(true);
    flush();
    blink();
}

void TerminalView::focusOutEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusOutEvent(event);
    m_screen->focus(false);
    flush();
    blink();
}

void TerminalView::blink() {
    const int period = QApplication::cursorFlashTime() / 2;
    const bool blinks = hasFocus() && isVisible() && m_live && m_screen->cursor().blinks && period > 0;
    if (!blinks) {
        m_blinks.stop();
        m_cursorOn = true;
    } else if (!m_blinks.isActive()) {
        m_cursorOn = true;
        m_blinks.start(period);
    } else if (sender() == &m_blinks) {
        m_cursorOn = !m_cursorOn;
    }
    viewport()->update(cellRect(m_screen->cursor().row, 0, m_screen->columns()));
}

void TerminalView::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    auto* copies = menu.addAction(tr("&Copy"), this, &TerminalView::copy);
    copies->setEnabled(!m_selection.empty());
    auto* pastes = menu.addAction(tr("&Paste"), this, [this] { paste(QApplication::clipboard()->text()); });
    pastes->setEnabled(m_live);
    menu.addAction(tr("Select &all"), this, &TerminalView::selectAll);
    menu.addSeparator();
    auto* forgets = menu.addAction(tr("&Forget what scrolled away"), this, &TerminalView::forgetHistory);
    forgets->setEnabled(m_screen->top() > m_screen->first());
    menu.exec(event->reason() == QContextMenuEvent::Keyboard ? viewport()->mapToGlobal(cellRect(m_screen->cursor().row, m_screen->cursor().column).bottomLeft())
                                                             : event->globalPos());
}

} // namespace leadglass::app
