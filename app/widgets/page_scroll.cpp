#include "app/widgets/page_scroll.h"

#include <QEvent>
#include <QLayout>
#include <QScrollBar>

namespace leadglass::app {
namespace {

constexpr int kComfortable = 72; // characters in a line

} // namespace

PageScroll::PageScroll(QWidget* content, QWidget* parent) : QScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    setWidget(content);
    content->setAutoFillBackground(false);
    viewport()->setAutoFillBackground(false);
    content->installEventFilter(this);
}

QSize PageScroll::sizeHint() const {
    const QSize wish = widget()->sizeHint();
    const int wide = qMax(wish.width(), fontMetrics().averageCharWidth() * kComfortable);
    const auto* layout = widget()->layout();
    const bool grows = layout != nullptr && layout->hasHeightForWidth();
    return {wide, grows ? layout->totalHeightForWidth(wide) : wish.height()};
}

QSize PageScroll::minimumSizeHint() const {
    return {widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width(), fontMetrics().height() * 4};
}

bool PageScroll::eventFilter(QObject* watched, QEvent* event) {
    if (watched == widget() && event->type() == QEvent::LayoutRequest) {
        updateGeometry();
    }
    return QScrollArea::eventFilter(watched, event);
}

} // namespace leadglass::app
