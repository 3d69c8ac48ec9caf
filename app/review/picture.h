// Trust: the bytes are the agent's.
// Privilege: the person's; decodes in this process, in what Qt has for PNG, JPEG, GIF and WebP, and nothing else.
// Input: a file as it is, at most kMaxPictureBytes; at most 40 million pixels and 256 MiB decoded.
// Fails: a picture that cannot be decoded is none; its type and size are still told.
#pragma once

#include <QImage>
#include <QString>
#include <QWidget>

#include <cstdint>

#include "core/api/review_service.h"

namespace leadglass::app {

constexpr std::uint64_t kMaxPictureBytes = 16U << 20U;

struct Picture {
    QImage image;    // null: none; the first frame, at most 2000 pixels a side
    QString caption; // "PNG, 640 x 480, 12 kB"
};
// Any thread. Takes its time.
Picture decodePicture(const api::FileSide& side);
// By the first bytes: "png" "jpeg" "gif" "webp", or empty.
QByteArray pictureType(const std::string& bytes);

// Shows one, scaled down to fit, on a neutral ground that lets see what is transparent.
class PictureView : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    void setImage(const QImage& image);
    [[nodiscard]] const QImage& image() const { return m_image; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QImage m_image;
};

} // namespace leadglass::app
