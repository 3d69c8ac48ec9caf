#include "app/review/picture.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImageReader>
#include <QLocale>
#include <QPainter>

namespace leadglass::app {
namespace {

constexpr qint64 kMaxPixels = 40'000'000;
constexpr int kMaxSide = 2000;
constexpr int kMaxMebibytes = 256;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Picture)
};

} // namespace

QByteArray pictureType(const std::string& bytes) {
    using namespace std::literals;
    return bytes.starts_with("\x89PNG\r\n\x1a\n"sv)                                             ? "png"
           : bytes.starts_with("\xff\xd8\xff"sv)                                                ? "jpeg"
           : bytes.starts_with("GIF87a"sv) || bytes.starts_with("GIF89a"sv)                     ? "gif"
           : bytes.starts_with("RIFF"sv) && bytes.size() > 12 && bytes.compare(8, 4, "WEBP") == 0 ? "webp"
                                                                                                : "";
}

Picture decodePicture(const api::FileSide& side) {
    Picture out;
    const QString size = QLocale().formattedDataSize(static_cast<qint64>(side.size));
    if (side.type != "file") {
        out.caption = side.type == "none" ? Words::tr("not there") : Words::tr("no file");
        return out;
    }
    out.caption = size;
    const QByteArray type = pictureType(side.bytes);
    if (type.isEmpty()) {
        return out;
    }
    QImageReader::setAllocationLimit(kMaxMebibytes);
    QByteArray bytes = QByteArray::fromRawData(side.bytes.data(), static_cast<qsizetype>(side.bytes.size()));
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer, type);
    reader.setAutoDetectImageFormat(false);
    reader.setDecideFormatFromContent(false);
    const QSize pixels = reader.size();
    const QString name = QString::fromLatin1(type).toUpper();
    if (!pixels.isValid() || qint64{pixels.width()} * pixels.height() > kMaxPixels) {
        //: %1: PNG or the like; %2: size of the file
        out.caption = Words::tr("%1 that is not shown, %2").arg(name, size);
        return out;
    }
    if (pixels.width() > kMaxSide || pixels.height() > kMaxSide) {
        reader.setScaledSize(pixels.scaled(kMaxSide, kMaxSide, Qt::KeepAspectRatio).expandedTo({1, 1}));
    }
    out.image = reader.read();
    //: %1: PNG or the like; %2 and %3: width and height in pixels; %4: size of the file
    out.caption = (out.image.isNull() ? Words::tr("%1 that cannot be read, %2 x %3, %4") : Words::tr("%1, %2 x %3, %4"))
                      .arg(name, QString::number(pixels.width()), QString::number(pixels.height()), size);
    return out;
}

void PictureView::setImage(const QImage& image) {
    m_image = image;
    update();
}

void PictureView::paintEvent(QPaintEvent*) {
    if (m_image.isNull()) {
        return;
    }
    QPainter painter(this);
    const QSize fit = m_image.size().boundedTo(m_image.size().scaled(size(), Qt::KeepAspectRatio)).expandedTo({1, 1});
    const QRect place(QPoint((width() - fit.width()) / 2, (height() - fit.height()) / 2), fit);
    painter.fillRect(place, QBrush(palette().color(QPalette::AlternateBase)));
    painter.fillRect(place, QBrush(palette().color(QPalette::Mid), Qt::Dense6Pattern));
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(place, m_image);
}

} // namespace leadglass::app
