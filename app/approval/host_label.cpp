#include "app/approval/host_label.h"

#include <QAccessible>
#include <QEvent>
#include <QPainter>
#include <QtMath>

namespace leadglass::app {

HostLabel::HostLabel(QWidget* parent) : QWidget(parent) {
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void HostLabel::setHost(const QString& host, const QString& owner, const QString& rest) {
    m_text = host + rest;
    const bool is = !owner.isEmpty() && host.endsWith(owner);
    m_boldFrom = is ? static_cast<int>(host.size() - owner.size()) : 0;
    m_boldLength = is ? static_cast<int>(owner.size()) : static_cast<int>(host.size());
    setAccessibleName(m_text);
    updateGeometry();
    update();
}

QFont HostLabel::large() const {
    QFont font = this->font();
    font.setPointSizeF(font.pointSizeF() * 1.35);
    return font;
}

int HostLabel::layOut(QTextLayout& layout, int width) const {
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAnywhere);
    // A host name is written from left to right in every language.
    option.setTextDirection(Qt::LeftToRight);
    option.setAlignment(isRightToLeft() ? Qt::AlignRight : Qt::AlignLeft);
    layout.setTextOption(option);
    QTextCharFormat bold;
    bold.setFontWeight(QFont::Bold);
    layout.setFormats({{m_boldFrom, m_boldLength, bold}});
    layout.beginLayout();
    qreal y = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        line.setPosition({0, y});
        y += line.height();
    }
    layout.endLayout();
    return qCeil(y);
}

int HostLabel::heightForWidth(int width) const {
    QTextLayout layout(m_text, large());
    return layOut(layout, qMax(width, 1));
}

QSize HostLabel::sizeHint() const {
    const QFontMetrics metrics(large());
    const int wide = metrics.averageCharWidth() * 44;
    return {wide, heightForWidth(wide)};
}

void HostLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::WindowText));
    QTextLayout layout(m_text, large());
    layOut(layout, width());
    layout.draw(&painter, {0, 0});
}

void HostLabel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::LayoutDirectionChange) {
        updateGeometry();
        update();
    }
    QWidget::changeEvent(event);
}

} // namespace leadglass::app
