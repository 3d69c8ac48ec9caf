// A button by the words on it.
#pragma once

#include <QPushButton>

namespace leadglass::app {

inline QPushButton* button(QWidget& in, const QString& text) {
    for (auto* each : in.findChildren<QPushButton*>()) {
        if (each->text().remove(QLatin1Char('&')) == text) {
            return each;
        }
    }
    return nullptr;
}

} // namespace leadglass::app
