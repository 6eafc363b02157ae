#pragma once

#include <memory>
#include <optional>
#include <variant>

#include <QWidget>

#include "core/picture/plan/drawing.h"
#include "core/picture/plan/scene.h"
#include "widgets/picture/layout_view/buffer_drag.h"
#include "widgets/picture/layout_view/camera.h"
#include "widgets/picture/layout_view/capacity_drag.h"
#include "widgets/picture/layout_view/container_drawing.h"
#include "widgets/picture/layout_view/glide.h"
#include "widgets/picture/layout_view/ground_work.h"
#include "widgets/picture/layout_view/layout_picture.h"
#include "widgets/picture/layout_view/pointer_target.h"
#include "widgets/picture/layout_view/view_command.h"
#include "widgets/picture/layout_view/view_gesture.h"
#include "widgets/picture/layout_view/viewports.h"

class QRubberBand;

namespace arenascope {

class LayoutPlot;
class LiveSplit;

/// The widget that shows a plan as an interactive picture. The containers are above and the live size is below, on one
/// time axis. Buffers without an offset are outlines in a tray on top. Callers set the content in picture().
///
/// - Wheel: zooms at the pointer; with Ctrl only time, with Shift only offsets.
/// - Drag: pans. On a selected buffer it moves the buffer, also from the tray and into another region. Esc cancels it.
/// - Drag of the line of a capacity: changes the capacity. Esc cancels it.
/// - Drag with the middle button: pans, also on a selected buffer.
/// - Drag with the right button or Alt: zooms to a box. A click with the right button or the menu key asks for a menu.
/// - Alt+Left, Alt+Right, back and forward buttons: previous and next view.
/// - F fits, Z zooms to the selection, arrow keys pan, + and - zoom.
/// - Shift+Home, Shift+End: time cursor to the first or last step.
/// - Shift+drag: selects a range of steps. Esc cancels it. Shift+Left, Shift+Right: extends it, see extended_range().
class LayoutView final : public QWidget {
    Q_OBJECT

public:
    explicit LayoutView(QWidget* parent = nullptr);

    /// The content. Setting a problem fits the view and clears its history. Setting a layout keeps the view, and a
    /// fitted view stays fitted.
    [[nodiscard]] LayoutPicture& picture() { return picture_; }
    [[nodiscard]] const LayoutPicture& picture() const { return picture_; }
    [[nodiscard]] const Camera& camera() const { return camera_; }
    /// The viewport and position of each part.
    [[nodiscard]] Viewports ports() const;
    /// Shows a view, clamped to the plan. While a large plan waits to be drawn, it is shown once it is drawn.
    void set_view(const View& view);
    void run(ViewCommand command);
    /// The gap above the live curve, which the user can drag.
    [[nodiscard]] LiveSplit& live_split() { return *split_; }
    /// Whether a change of the layout is animated.
    void set_animated(bool animated) { is_animated_ = animated; }

    /// The note, the buffer and the step under the pointer.
    [[nodiscard]] const PointerTarget& pointer_target() const { return pointing_.target; }
    /// The middle of a buffer's visible part in widget pixels; empty if the buffer is out of view.
    [[nodiscard]] std::optional<QPoint> position_of(BufferIndex buffer) const;

signals:
    /// A click on what is there: a note's flag, a buffer, or neither.
    void clicked(const PointerTarget& target, Qt::KeyboardModifiers modifiers);
    /// The note, the buffer or the named step under the pointer changed.
    void pointer_target_changed();
    void time_cursor_moved(Step step);
    /// The user selected a range of steps.
    void time_range_selected(Lifetime steps);
    /// A folded container, or the name beside an open one, was double-clicked.
    void fold_requested(RegionIndex core, bool folded);
    /// A buffer was dropped at another placement. The picture does not change until a new layout is set.
    void buffer_dragged(BufferIndex buffer, Placement placement);
    /// The line of a capacity was dropped elsewhere. The picture does not change until a new problem is set.
    void capacity_dragged(RegionIndex region, Bytes capacity);
    /// The last drawing drew other numbers of rectangles one by one, or found other numbers too small for that.
    void figures_changed(const SceneFigures& figures);
    /// Another part of the plan is visible.
    void view_changed(const View& view);
    /// picture() changed: its content, colours or marks.
    void picture_changed();
    /// The user wants a menu at a point of the screen: for the note or the buffer there, or for the picture.
    void menu_requested(QPoint at, const PointerTarget& target);

protected:
    bool event(QEvent* event) override;
    /// Also for a double click.
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// The left button is down. It becomes a click, or a drag if the pointer moves far enough.
    struct Press {
        QPoint at;
    };
    using Gesture = std::variant<std::monostate, Press, Pan, ZoomBox, RangeDrag, BufferDrag, CapacityDrag>;

    /// Updates camera, plot and animation for a change of the picture.
    void apply(PictureChange change);
    void end_gesture();

    LayoutPicture picture_;
    Camera camera_;
    MeasureText measure_;
    ContainerCache container_cache_;
    GroundCache tray_cache_;
    GroundWork container_work_;
    GroundWork tray_work_;
    std::shared_ptr<const Problem> named_beside_;  ///< whose step names the plot has room for, beside its own
    std::optional<View> view_to_come_;             ///< set while a plan waits to be drawn
    std::optional<BufferDrag> dropped_;            ///< whose layout waits to be drawn
    Glide glide_;
    bool is_animated_ = true;
    Gesture gesture_;
    Pointing pointing_;
    LayoutPlot* plot_;
    LiveSplit* split_;
    QRubberBand* band_;
};

}  // namespace arenascope
