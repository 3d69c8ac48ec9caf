#include "app/gallery/settle.h"

#include <QApplication>
#include <QElapsedTimer>

namespace leadglass::app::gallery {

void settle(int milliseconds) {
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < milliseconds) {
        QApplication::processEvents(QEventLoop::AllEvents, 20);
    }
}

} // namespace leadglass::app::gallery
