#pragma once

#include <optional>
#include <variant>

#include <QWidget>

#include "core/picture/drawing.h"
#include "core/picture/scene.h"
#include "widgets/layout_view/buffer_drag.h"
#include "widgets/layout_view/camera.h"
#include "widgets/layout_view/container_drawing.h"
#include "widgets/layout_view/glide.h"
#include "widgets/layout_view/layout_picture.h"
#include "widgets/layout_view/pointed.h"
#include "widgets/layout_view/view_command.h"
#include "widgets/layout_view/view_gesture.h"
#include "widgets/layout_view/viewports.h"

class QRubberBand;

namespace arenascope {

class LayoutPlot;

/// A plan as a picture to work in: the containers with their lines above, the live size below on the same time axis.
///
/// Buffers without an offset are outlines in a tray on top.
///
/// What it shows is set in its picture().
///
/// Wheel zooms about the cursor (Ctrl: time only, Shift: offset only); dragging pans, on a selected buffer it moves
/// that buffer, from the tray and into another region too; dragging with the right button, or with Alt, zooms to a
/// box; Alt+Left and Alt+Right, and the mouse's own buttons, go back and forward. F fits, Z zooms to the selection,
/// arrows pan, + and - zoom, Shift+Home and Shift+End put the time cursor on the first and last step, Esc gives up a
/// drag.
class LayoutView final : public QWidget {
    Q_OBJECT

public:
    explicit LayoutView(QWidget* parent = nullptr);

    /// What is shown. Another problem is fitted and forgets the history. With another layout the view stays, and a
    /// fitted one stays fitted.
    [[nodiscard]] LayoutPicture& picture() { return picture_; }
    [[nodiscard]] const LayoutPicture& picture() const { return picture_; }
    [[nodiscard]] const Camera& camera() const { return camera_; }
    /// What each part shows, and where it stands in the widget.
    [[nodiscard]] Viewports ports() const;
    /// Clamped to the plan.
    void set_view(const View& view);
    void run(ViewCommand command);
    /// Whether one layout glides into the next.
    void set_animated(bool animated) { is_animated_ = animated; }

    /// How many rectangles the last drawing showed singly, and how many were too small.
    [[nodiscard]] SceneFigures figures() const { return ground_.figures; }
    /// What the pointer is on.
    [[nodiscard]] const Pointed& pointed() const { return pointed_; }
    /// Middle of a buffer's visible part in pixels of the widget; nothing where it is not in view.
    [[nodiscard]] std::optional<QPoint> position_of(BufferIndex buffer) const;

signals:
    /// A click on a buffer.
    void buffer_activated(BufferIndex buffer, Qt::KeyboardModifiers modifiers);
    /// A click beside all buffers.
    void nothing_activated();
    /// Another buffer, or another step with a name, is under the pointer, or none is any more.
    void pointed_changed();
    void time_cursor_moved(Step step);
    /// A double click on the strip of a folded container, or on the name beside an open one.
    void fold_requested(RegionIndex core, bool folded);
    /// A buffer was dropped somewhere else; nothing is changed until the picture has another layout.
    void buffer_dragged(BufferIndex buffer, Placement placement);
    /// After a drawing that showed other numbers than the one before.
    void figures_changed();

protected:
    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// The left button is down, and it is not known yet whether that becomes a click.
    struct Press {
        QPoint at;
    };
    using Gesture = std::variant<std::monostate, Press, Pan, ZoomBox, BufferDrag>;

    /// Follows a change of the picture.
    void take(PictureChange change);
    /// What was pressed becomes a drag of a selected buffer, or of the whole plan.
    void begin_moving(QPoint from);
    void end_gesture();
    void point_at(const Pointed& pointed);

    LayoutPicture picture_;
    Camera camera_;
    MeasureText measure_;
    ContainerGround ground_;
    Glide glide_;
    bool is_animated_ = true;
    Gesture gesture_;
    Pointed pointed_;
    LayoutPlot* plot_;
    QRubberBand* band_;
};

}  // namespace arenascope
