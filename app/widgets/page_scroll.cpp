#include "app/widgets/page_scroll.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QEvent>
#include <QLayout>
#include <QScrollBar>

namespace leadglass::app {
namespace {

constexpr int kComfortable = 72; // characters in a line

// Qt's own face of a scroll area has a child less once a scroll bar went, and looks past the end of its list when a screen
// reader asks for the child that it was told of before (QAccessibleAbstractScrollArea::child): the program crashes. So ours
// is that of every scroll area which has no better one, Qt's own among them.
QAccessibleInterface* makeFace(const QString& of, QObject* object) {
    const bool isArea = of == QLatin1String("QScrollArea") || of == QLatin1String("QAbstractScrollArea");
    return isArea ? new QAccessibleWidget(qobject_cast<QWidget*>(object), QAccessible::Client) : nullptr;
}

} // namespace

PageScroll::PageScroll(QWidget* content, QWidget* parent) : QScrollArea(parent) {
    static const bool installed = (QAccessible::installFactory(makeFace), true); // the last is asked first: after the application's own
    Q_UNUSED(installed);
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
