#pragma once

#include <algorithm>
#include <optional>

#include <QPoint>
#include <QRect>

#include "core/model/memory/lifetime.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// The gesture that moves the view with the pointer.
class Pan {
public:
    explicit Pan(QPoint from) : last_(from) {}
    /// The view in which the same point of the plan is under the pointer, which is now at `to`.
    [[nodiscard]] View follow(const Viewport& port, QPoint to);

private:
    QPoint last_;
};

/// The gesture that draws a box to zoom to.
class ZoomBox {
public:
    explicit ZoomBox(QPoint from) : from_(from), box_(from, QSize()) {}
    void draw_to(QPoint to) { box_ = QRect(from_, to).normalized(); }
    [[nodiscard]] QRect box() const { return box_; }
    /// The view of the box. Empty: the box is smaller than 4 pixels, so it was probably a click.
    [[nodiscard]] std::optional<View> view(const Viewport& port) const;

private:
    QPoint from_;
    QRect box_;
};

/// The gesture that selects a range of steps.
class RangeDrag {
public:
    /// `before`: the range that was selected when the drag began.
    RangeDrag(Step from, std::optional<Lifetime> before) : from_(from), to_(from), before_(before) {}
    void draw_to(Step to) { to_ = to; }
    /// From the first to the last step of both ends.
    [[nodiscard]] Lifetime steps() const { return {std::min(from_, to_), std::max(from_, to_) + Duration(1)}; }
    [[nodiscard]] std::optional<Lifetime> before() const { return before_; }

private:
    Step from_;
    Step to_;
    std::optional<Lifetime> before_;
};

/// A turn of the wheel.
struct WheelTurn {
    QPointF at;    ///< the pointer; the point of the plan below it does not move
    QPoint angle;  ///< eighths of a degree
    Qt::KeyboardModifiers modifiers;
};

/// The view after a turn. Ctrl zooms only time, Shift only offsets. Empty if the turn is 0.
[[nodiscard]] std::optional<View> wheel_view(const Viewport& port, const WheelTurn& turn);

}  // namespace arenascope
