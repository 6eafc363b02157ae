#include "widgets/picture/export_options/picture_preview.h"

#include <algorithm>
#include <utility>

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>

#include "core/picture/plan/palette.h"
#include "qt/painting/theme.h"

namespace arenascope {
namespace {

/// Every pixel of a picture is computed before it is scaled down. More would take seconds and too much memory.
constexpr double most_preview_pixels = 16e6;

/// Drawn smaller, a picture would lose thin lines between the pixels. Therefore, it is drawn whole and then reduced.
Expected<QImage> reduced_drawing(const PicturePreview::Draw& draw, double scale, QSize size, const Outdated& outdated) {
    auto image = draw(std::max(scale, 1.0), outdated);
    if (image && scale < 1) {
        *image = image->scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    }
    return image;
}

}  // namespace

PicturePreview::PicturePreview(QWidget* parent) : QWidget(parent), message_(tr("Drawing…")) {
    setAccessibleName(tr("Preview"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connect(&drawing_, &BackgroundTask::ran_out_of_memory, this,
            [this] { finish({}, tr("There is not enough memory for a preview.")); });
}

QSize PicturePreview::sizeHint() const {
    return {640, 400};
}

QSize PicturePreview::minimumSizeHint() const {
    return {200, 125};
}

void PicturePreview::show_picture(QSizeF size, Draw draw) {
    size_ = size;
    draw_ = std::move(draw);
    redraw();
}

void PicturePreview::redraw() {
    if (!draw_ || size_.isEmpty()) {
        return;
    }
    if (drawing_.is_running()) {
        is_outdated_ = true;
        return;
    }
    if (size_.width() * size_.height() > most_preview_pixels) {
        finish({}, tr("The picture is too large for a preview."));
        return;
    }
    const double ratio = devicePixelRatioF();
    const double scale = ratio * std::min({1.0, width() / size_.width(), height() / size_.height()});
    const QSize least = (size_ * scale).toSize().expandedTo({1, 1});
    drawing_.start([draw = draw_, scale,
                    least](const Outdated& outdated) { return reduced_drawing(draw, scale, least, outdated); },
                   [this, ratio](Expected<QImage> drawing) {
                       if (!drawing) {
                           finish({}, QString::fromStdString(to_string(drawing.error())));
                           return;
                       }
                       drawing->setDevicePixelRatio(ratio);
                       finish(std::move(*drawing), {});
                   });
}

void PicturePreview::finish(QImage image, const QString& message) {
    image_ = std::move(image);
    message_ = message;
    image_.isNull() ? unsetCursor() : setCursor(Qt::OpenHandCursor);
    update();
    if (std::exchange(is_outdated_, false)) {
        redraw();
    } else {
        emit drawn();
    }
}

void PicturePreview::paintEvent(QPaintEvent* /*event*/) {
    const Palette& tokens = arenascope::palette(theme_of(palette()));
    QPainter painter(this);
    painter.setPen(qt_color(tokens.line));
    if (image_.isNull()) {
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
        painter.setPen(qt_color(tokens.dim));
        painter.drawText(rect().adjusted(8, 8, -8, -8), Qt::AlignCenter | Qt::TextWordWrap, message_);
        return;
    }
    const QSize shown = (QSizeF(image_.size()) / image_.devicePixelRatio()).toSize().boundedTo(size());
    QRect place(QPoint(), shown);
    place.moveCenter(rect().center());
    painter.drawImage(place, image_);
    painter.drawRect(place.adjusted(0, 0, -1, -1));
}

void PicturePreview::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && !image_.isNull()) {
        pressed_at_ = event->position().toPoint();
    }
}

void PicturePreview::mouseMoveEvent(QMouseEvent* event) {
    if (pressed_at_ &&
        (event->position().toPoint() - *pressed_at_).manhattanLength() >= QApplication::startDragDistance()) {
        pressed_at_.reset();
        emit drag_begun();
    }
}

void PicturePreview::mouseReleaseEvent(QMouseEvent* /*event*/) {
    pressed_at_.reset();
}

void PicturePreview::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    redraw();
}

}  // namespace arenascope
