#include "app/approval/announce.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QWidget>

namespace leadglass::app {
namespace {

constexpr const char* kMark = "leadglass_notification";

QAccessibleInterface* makeFace(const QString&, QObject* object) {
    auto* widget = qobject_cast<QWidget*>(object);
    const bool marked = widget != nullptr && widget->property(kMark).toBool();
    return marked ? new QAccessibleWidget(widget, QAccessible::Notification) : nullptr;
}

} // namespace

void isNotification(QWidget& card) {
    static const bool installed = (QAccessible::installFactory(makeFace), true);
    Q_UNUSED(installed);
    card.setProperty(kMark, true);
}

void announce(QWidget& card, const QString& text) {
    card.setAccessibleName(text);
    if (text.isEmpty() || !card.isVisible()) {
        return;
    }
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
    QAccessibleAnnouncementEvent said(&card, text);
    said.setPoliteness(QAccessible::AnnouncementPoliteness::Assertive);
    QAccessible::updateAccessibility(&said);
#else
    // AT-SPI gets nothing of an Alert from this Qt; of a notification that comes to be shown it does, and reads its name.
    QAccessibleEvent alert(&card, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
    QAccessibleEvent shown(&card, QAccessible::ObjectShow);
    QAccessible::updateAccessibility(&shown);
#endif
}

} // namespace leadglass::app
