#include "app/activity/timeline_bar.h"

#include <QAccessibleWidget>
#include <QDateTime>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionFocusRect>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace leadglass::app {
namespace {

constexpr std::int64_t kMillisecond = 1'000'000;
constexpr double kAbove = 0.62; // of the height: what was refused hangs below it

QDateTime timeOf(std::int64_t wall) { return QDateTime::fromMSecsSinceEpoch(wall / kMillisecond); }

// Qt has none for a picture that is drawn; its value is the span that is marked.
class Face final : public QAccessibleWidget {
public:
    explicit Face(TimelineBar* bar) : QAccessibleWidget(bar, QAccessible::Chart), m_bar(bar) {}
    [[nodiscard]] QString text(QAccessible::Text kind) const override {
        return kind == QAccessible::Value ? m_bar->markedWords() : QAccessibleWidget::text(kind);
    }

private:
    TimelineBar* m_bar;
};

QAccessibleInterface* makeFace(const QString&, QObject* object) {
    auto* bar = qobject_cast<TimelineBar*>(object);
    return bar != nullptr ? new Face(bar) : nullptr; // Qt owns it
}

} // namespace

TimelineBar::TimelineBar(QWidget* parent) : QWidget(parent) {
    static const bool installed = (QAccessible::installFactory(makeFace), true);
    Q_UNUSED(installed);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(false);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Time line"));
    setCursor(Qt::CrossCursor);
}

QSize TimelineBar::sizeHint() const { return {fontMetrics().averageCharWidth() * 60, fontMetrics().height() * 5}; }

QSize TimelineBar::minimumSizeHint() const { return {fontMetrics().averageCharWidth() * 30, fontMetrics().height() * 5}; }

void TimelineBar::setTimeline(const api::ActivityTimeline& timeline) {
    const bool other = timeline.start != m_timeline.start || timeline.width != m_timeline.width;
    m_timeline = timeline;
    if (other) {
        m_from = m_to = -1;
        m_dragging = false;
    }
    api::ActivityCounts all;
    for (const auto& each : m_timeline.buckets) {
        all.allow += each.allow, all.deny += each.deny, all.ask += each.ask, all.other += each.other;
    }
    setAccessibleDescription(tr("%Ln event(s), of them %L1 allowed, %L2 blocked, %L3 asked", nullptr, static_cast<int>(qMin<qint64>(all.all(), INT_MAX))).arg(all.allow).arg(all.deny).arg(all.ask));
    setEnabled(count() > 0);
    update();
}

QString TimelineBar::words(int bucket) const {
    if (bucket < 0 || bucket >= count()) {
        return {};
    }
    const auto& counts = m_timeline.buckets[static_cast<std::size_t>(bucket)];
    const QDateTime from = timeOf(m_timeline.start + bucket * m_timeline.width);
    const QDateTime to = timeOf(m_timeline.start + (bucket + 1) * m_timeline.width);
    const QLocale locale;
    const QString end = from.date() == to.date() ? locale.toString(to.time(), QLocale::LongFormat) : locale.toString(to, QLocale::ShortFormat);
    //: A span of the time line. %1: date and time; %2: time; %L3 to %L6: how many events
    return tr("%1 to %2: %L3 allowed, %L4 blocked, %L5 asked, %L6 others")
        .arg(locale.toString(from, QLocale::ShortFormat), end)
        .arg(counts.allow)
        .arg(counts.deny)
        .arg(counts.ask)
        .arg(counts.other);
}

QString TimelineBar::markedWords() const { return words(m_to); }

QRect TimelineBar::chart() const { return rect().adjusted(2, 2, -2, -fontMetrics().height() - 2); }

// The width is shared out exactly, so that bars have no gaps of their own; from right to left where that is how one reads.
QRect TimelineBar::barAt(int bucket) const {
    const QRect area = chart();
    const int left = area.left() + static_cast<int>(static_cast<qint64>(area.width()) * bucket / count());
    const int right = area.left() + static_cast<int>(static_cast<qint64>(area.width()) * (bucket + 1) / count());
    return QStyle::visualRect(layoutDirection(), rect(), QRect(left, area.top(), std::max(1, right - left), area.height()));
}

int TimelineBar::bucketAt(int x) const {
    if (count() == 0) {
        return -1;
    }
    const QRect area = chart();
    const int at = layoutDirection() == Qt::RightToLeft ? rect().right() - x : x;
    return std::clamp(static_cast<int>(static_cast<qint64>(at - area.left()) * count() / std::max(1, area.width())), 0, count() - 1);
}

void TimelineBar::paintBars(QPainter& painter) {
    std::int64_t most = 1;
    for (const auto& each : m_timeline.buckets) {
        most = std::max({most, each.all() - each.deny, each.deny});
    }
    const QRect area = chart();
    const int line = area.top() + static_cast<int>(area.height() * kAbove);
    // By the root: one event beside a thousand is seen.
    const auto high = [&](std::int64_t value, int room) {
        return value == 0 ? 0 : std::max(2, static_cast<int>(std::lround(std::sqrt(static_cast<double>(value) / static_cast<double>(most)) * room)));
    };
    const QColor text = palette().color(QPalette::WindowText);
    QColor plain = text;
    plain.setAlphaF(0.45F);
    for (int i = 0; i < count(); ++i) {
        const auto& counts = m_timeline.buckets[static_cast<std::size_t>(i)];
        const QRect all = barAt(i);
        const QRect bar(all.left(), all.top(), std::max(1, all.width() - 1), all.height());
        if (static_cast<std::size_t>(i) < m_timeline.countedFrom) {
            painter.fillRect(all, QBrush(plain, Qt::Dense7Pattern));
            continue;
        }
        const int up = high(counts.all() - counts.deny, line - area.top());
        painter.fillRect(QRect(bar.left(), line - up, bar.width(), up), plain);
        if (counts.ask > 0) { // an edge on top: somebody was asked
            painter.fillRect(QRect(bar.left(), line - up, bar.width(), std::min(up, 2)), text);
        }
        const int down = high(counts.deny, area.bottom() - line);
        const QRect below(bar.left(), line + 1, bar.width(), down);
        painter.fillRect(below, QBrush(text, Qt::DiagCrossPattern));
        if (down > 0) {
            painter.fillRect(QRect(below.left(), below.bottom(), below.width(), 1), text);
        }
    }
    painter.setPen(text);
    painter.drawLine(area.left(), line, area.right(), line);
}

void TimelineBar::paintEnds(QPainter& painter) {
    const QLocale locale;
    const QRect area(rect().left() + 2, rect().bottom() - fontMetrics().height(), rect().width() - 4, fontMetrics().height());
    painter.setPen(palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::WindowText));
    const Qt::Alignment lead = QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft), trail = QStyle::visualAlignment(layoutDirection(), Qt::AlignRight);
    painter.drawText(area, lead | Qt::AlignVCenter, locale.toString(timeOf(m_timeline.start), QLocale::ShortFormat));
    painter.drawText(area, trail | Qt::AlignVCenter, locale.toString(timeOf(m_timeline.start + count() * m_timeline.width), QLocale::ShortFormat));
    //: Below the time line, between its two ends. Short.
    const QString middle = m_from >= 0 ? words(m_to) : m_timeline.whole ? tr("below the line: blocked") : tr("counting …");
    const int beside = fontMetrics().horizontalAdvance(locale.toString(timeOf(m_timeline.start), QLocale::LongFormat));
    const QRect between = area.adjusted(beside, 0, -beside, 0);
    painter.drawText(between, Qt::AlignCenter, fontMetrics().elidedText(middle, Qt::ElideRight, between.width()));
}

void TimelineBar::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    if (count() == 0) {
        return;
    }
    if (m_from >= 0) {
        QColor span = palette().color(QPalette::Highlight);
        span.setAlphaF(0.35F);
        painter.fillRect(barAt(std::min(m_from, m_to)).united(barAt(std::max(m_from, m_to))), span);
    }
    paintBars(painter);
    paintEnds(painter);
    if (m_from >= 0) { // by an outline, too
        painter.setPen(palette().color(QPalette::Highlight));
        painter.drawRect(barAt(std::min(m_from, m_to)).united(barAt(std::max(m_from, m_to))).adjusted(0, 0, -1, -1));
    }
    if (hasFocus()) {
        QStyleOptionFocusRect option;
        option.initFrom(this);
        option.rect = rect();
        style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, this);
    }
}

void TimelineBar::mark(int from, int to) {
    m_from = from;
    m_to = to;
    update();
}

void TimelineBar::choose() {
    if (m_from < 0) {
        return;
    }
    const qint64 after = m_timeline.start + std::min(m_from, m_to) * m_timeline.width;
    const qint64 before = m_timeline.start + (std::max(m_from, m_to) + 1) * m_timeline.width;
    mark(-1, -1);
    emit chosen(after, before);
}

void TimelineBar::mousePressEvent(QMouseEvent* event) {
    const int at = bucketAt(event->pos().x());
    if (event->button() == Qt::LeftButton && at >= 0) {
        m_dragging = true;
        mark(at, at);
    }
}

void TimelineBar::mouseMoveEvent(QMouseEvent* event) {
    if (m_dragging) {
        mark(m_from, bucketAt(event->pos().x()));
    }
}

void TimelineBar::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && std::exchange(m_dragging, false)) {
        choose();
    }
}

void TimelineBar::keyPressEvent(QKeyEvent* event) {
    const int step = event->key() == Qt::Key_Left ? -1 : event->key() == Qt::Key_Right ? 1 : 0;
    if (step != 0 && count() > 0) {
        const int by = layoutDirection() == Qt::RightToLeft ? -step : step;
        const int to = m_to < 0 ? count() - 1 : std::clamp(m_to + by, 0, count() - 1);
        mark(event->modifiers().testFlag(Qt::ShiftModifier) && m_from >= 0 ? m_from : to, to);
        setAccessibleDescription(words(to));
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        choose();
    } else if (event->key() == Qt::Key_Escape) {
        m_dragging = false;
        if (m_from >= 0) {
            mark(-1, -1);
        } else {
            emit allWanted();
        }
    } else {
        QWidget::keyPressEvent(event);
    }
}

void TimelineBar::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    update();
}

void TimelineBar::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    if (!m_dragging) {
        mark(-1, -1);
    }
}

bool TimelineBar::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int at = bucketAt(help->pos().x());
        at < 0 ? QToolTip::hideText() : QToolTip::showText(help->globalPos(), words(at), this, barAt(at));
        return true;
    }
    return QWidget::event(event);
}

} // namespace leadglass::app
