// How many events fit, by time: a bar for each span of time, what was refused below the line. A span is chosen by dragging over
// it, or with the keyboard: arrows move, Shift extends, Enter chooses, Escape shows all times again.
#pragma once

#include <QWidget>

#include "core/api/activity_service.h"

namespace leadglass::app {

class TimelineBar : public QWidget {
    Q_OBJECT
public:
    explicit TimelineBar(QWidget* parent = nullptr);

    void setTimeline(const api::ActivityTimeline& timeline);
    [[nodiscard]] const api::ActivityTimeline& timeline() const { return m_timeline; }
    // Of one bar: "12:00 to 12:10: 14 allowed, 3 blocked".
    [[nodiscard]] QString words(int bucket) const;
    // Of the bar that the keyboard is at; empty: none.
    [[nodiscard]] QString markedWords() const;
    // Where a bar is drawn.
    [[nodiscard]] QRect barAt(int bucket) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    // Wall nanoseconds, `before` exclusive.
    void chosen(qint64 after, qint64 before);
    void allWanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] int count() const { return static_cast<int>(m_timeline.buckets.size()); }
    [[nodiscard]] int bucketAt(int x) const; // clamped; -1: there are none
    [[nodiscard]] QRect chart() const;
    void choose();
    void mark(int from, int to);
    void paintBars(QPainter& painter);
    void paintEnds(QPainter& painter);

    api::ActivityTimeline m_timeline;
    int m_from = -1; // of the span that is marked; where it began
    int m_to = -1;   // where it is extended to
    bool m_dragging = false;
};

} // namespace leadglass::app
