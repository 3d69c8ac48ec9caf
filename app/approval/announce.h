// Says to a screen reader what has come up, though nothing takes the focus for it.
#pragma once

#include <QString>

class QWidget;

namespace leadglass::app {

// Call once, in the constructor of a card that comes up on its own: to assistive programs it is a notification.
void isNotification(QWidget& card);
// What there is to hear, plain text, becomes the card's name; where the card is on a screen, it is said.
void announce(QWidget& card, const QString& text);

} // namespace leadglass::app
