// A page that scrolls where there is no room for it, and asks for the room it would like. Never sideways.
#pragma once

#include <QScrollArea>

namespace leadglass::app {

class PageScroll : public QScrollArea {
    Q_OBJECT

public:
    // Takes ownership of the content.
    explicit PageScroll(QWidget* content, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace leadglass::app
