// What a page shows while it has nothing: what that means, and what to do next.
#pragma once

#include <QWidget>

namespace leadglass::app {

class EmptyState : public QWidget {
    Q_OBJECT
public:
    // `action`: text of the button; empty: none.
    EmptyState(const QString& what, const QString& next, const QString& action = {}, QWidget* parent = nullptr);

signals:
    void pressed();
};

} // namespace leadglass::app
