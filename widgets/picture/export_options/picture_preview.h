#pragma once

#include <functional>
#include <optional>

#include <QImage>
#include <QSizeF>
#include <QString>
#include <QWidget>

#include "core/base/error/error.h"
#include "qt/tasks/background_task.h"

namespace arenascope {

/// Shows a picture as large as fits, but never enlarged. It is drawn on another thread; until a new drawing is ready,
/// the last one stays.
class PicturePreview final : public QWidget {
    Q_OBJECT

public:
    /// Draws the picture at a scale. Called on another thread, so it must own what it draws. If it is outdated, nobody
    /// looks at the result.
    using Draw = std::function<Expected<QImage>(double scale, const std::function<bool()>& is_outdated)>;

    explicit PicturePreview(QWidget* parent = nullptr);
    ~PicturePreview() override { drawing_.abandon(); }

    /// `size`: of the picture at scale 1. While a picture is being drawn, only the last one given meanwhile follows.
    void show_picture(QSizeF size, Draw draw);
    /// Null: none is drawn yet, or message() says why not.
    [[nodiscard]] const QImage& image() const { return image_; }
    [[nodiscard]] const QString& message() const { return message_; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// image() or message() is up to date.
    void drawn();
    /// The picture was pressed and moved, to take it somewhere else.
    void drag_begun();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void redraw();
    void finish(QImage image, const QString& message);

    Draw draw_;
    QSizeF size_;
    QImage image_;
    QString message_;
    std::optional<QPoint> pressed_at_;  ///< empty: no button is down, or the drag has begun
    bool is_outdated_ = false;          ///< another picture was given while one is being drawn
    BackgroundTask drawing_{this};
};

}  // namespace arenascope
