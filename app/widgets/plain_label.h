// Text that is never markup, wraps anywhere (a name from inside may be one long word) and can be selected.
#pragma once

#include <QTextEdit>

namespace leadglass::app {

class PlainLabel : public QTextEdit {
    Q_OBJECT

public:
    explicit PlainLabel(const QString& text = {}, QWidget* parent = nullptr);

    void setText(const QString& text);
    [[nodiscard]] QString text() const { return toPlainText(); }
    // It is as high as the highest of these would be, whatever it says: nothing below it moves when it changes.
    void keepRoomFor(const QStringList& texts);
    // Qt::Alignment of all of it; left by default.
    void setTextAlignment(Qt::Alignment alignment);

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override { event->ignore(); } // the page scrolls, not the label

private:
    [[nodiscard]] int heightOf(const QString& text, int width) const;

    QStringList m_roomFor;
};

} // namespace leadglass::app
