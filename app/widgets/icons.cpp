#include "app/widgets/icons.h"

#include <QApplication>
#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmap>
#include <QSvgRenderer>

// A library's resources are linked in only where they are asked for, by a call outside of any namespace.
static void loadShapes() { Q_INIT_RESOURCE(icons); }

namespace leadglass::app {
namespace {

class Engine final : public QIconEngine {
public:
    Engine(const QString& name, int number) : m_number(number) {
        static const bool loaded = (loadShapes(), true);
        Q_UNUSED(loaded);
        QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
        const bool is = file.open(QIODevice::ReadOnly);
        Q_ASSERT(is);
        m_shape = is ? file.readAll() : QByteArray();
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        const auto role = mode == QIcon::Selected ? QPalette::HighlightedText : QPalette::WindowText;
        const QColor ink = QApplication::palette().color(group, role);
        QByteArray shape = m_shape;
        shape.replace("#000", ink.name(QColor::HexRgb).toLatin1());
        QSvgRenderer renderer(shape);
        renderer.render(painter, QRectF(rect));
        if (m_number > 0) {
            number(*painter, rect, QApplication::palette().color(group, QPalette::Window));
        }
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override { return scaledPixmap(size, mode, state, 1.0); }
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal) override {
        QPixmap out(size);
        out.fill(Qt::transparent);
        QPainter painter(&out);
        painter.setRenderHint(QPainter::Antialiasing);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return out;
    }
    QIconEngine* clone() const override { return new Engine(*this); }

private:
    // On the disc of `tray-waiting`.
    void number(QPainter& painter, const QRect& rect, const QColor& ink) const {
        const qreal unit = rect.width() / 16.0;
        QFont font = QApplication::font();
        font.setBold(true);
        font.setPixelSize(qMax(1, qRound(6 * unit)));
        painter.setFont(font);
        painter.setPen(ink);
        painter.drawText(QRectF(rect.x() + 8.5 * unit, rect.y() + 0.5 * unit, 7 * unit, 7 * unit), Qt::AlignCenter,
                         m_number > 9 ? QStringLiteral("+") : QString::number(m_number));
    }

    QByteArray m_shape;
    int m_number;
};

} // namespace

QIcon icon(const QString& name) { return icon(name, 0); }

QIcon icon(const QString& name, int number) { return QIcon(new Engine(name, number)); }

} // namespace leadglass::app
