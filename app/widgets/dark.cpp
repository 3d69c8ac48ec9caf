#include "app/widgets/dark.h"

#include <QApplication>
#include <QPainter>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QStyleOption>

#include <cmath>

namespace leadglass::app {
namespace {

constexpr int kDarkest = 128; // lightness of a window above which it is light

bool isDark(const QPalette& palette) { return palette.color(QPalette::Window).lightness() < kDarkest; }

double luminance(const QColor& color) {
    const auto part = [](double value) { return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4); };
    return 0.2126 * part(color.redF()) + 0.7152 * part(color.greenF()) + 0.0722 * part(color.blueF());
}

// Fusion draws the outline of a box in a darker shade of the window: in a dark one it is not seen.
class Outlined final : public QProxyStyle {
public:
    Outlined() : QProxyStyle(QStringLiteral("fusion")) {}
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const override {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        const bool isRound = element == PE_IndicatorRadioButton;
        if ((!isRound && element != PE_IndicatorCheckBox && element != PE_IndicatorItemViewItemCheck) || !isDark(option->palette)) {
            return;
        }
        QColor ink = option->palette.color((option->state & State_Selected) != 0 ? QPalette::HighlightedText : QPalette::WindowText);
        ink.setAlphaF((option->state & State_Enabled) != 0 ? 0.7F : 0.4F);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(ink);
        painter->setBrush(Qt::NoBrush);
        const QRectF box = QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5);
        isRound ? painter->drawEllipse(box) : painter->drawRoundedRect(box, 2, 2);
        painter->restore();
    }
};

} // namespace

QPalette darkPalette() {
    QPalette p(QColor(0x31, 0x36, 0x3b));
    p.setColor(QPalette::Window, QColor(0x2a, 0x2e, 0x32));
    p.setColor(QPalette::Base, QColor(0x1b, 0x1e, 0x20));
    p.setColor(QPalette::AlternateBase, QColor(0x23, 0x26, 0x29));
    p.setColor(QPalette::ToolTipBase, QColor(0x31, 0x36, 0x3b));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText, QPalette::HighlightedText}) {
        p.setColor(role, QColor(0xfc, 0xfc, 0xfc));
    }
    p.setColor(QPalette::PlaceholderText, QColor(0xa1, 0xa9, 0xb1));
    p.setColor(QPalette::Highlight, QColor(0x1d, 0x6f, 0xa5));
    p.setColor(QPalette::Link, QColor(0x5c, 0xb8, 0xf0));
    p.setColor(QPalette::LinkVisited, QColor(0xc3, 0x9b, 0xe8));
    for (const auto role : {QPalette::ButtonText, QPalette::WindowText, QPalette::Text}) {
        p.setColor(QPalette::Disabled, role, QColor(0x8a, 0x8f, 0x94));
    }
    p.setColor(QPalette::Disabled, QPalette::HighlightedText, QColor(0xb4, 0xb9, 0xbe));
    return p;
}

void setDark(bool dark) {
    static bool ours = false;
    if (dark && !ours && !isDark(QApplication::palette())) {
        ours = true;
        QApplication::setPalette(darkPalette());
    } else if (!dark && ours) {
        ours = false;
        QApplication::setPalette(QPalette());
    }
}

void outlineBoxes() {
    if (QApplication::style()->objectName().compare(QLatin1String("fusion"), Qt::CaseInsensitive) == 0) {
        QApplication::setStyle(new Outlined); // Qt owns it
    }
}

double contrast(const QColor& one, const QColor& other) {
    const double a = luminance(one), b = luminance(other);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

} // namespace leadglass::app
