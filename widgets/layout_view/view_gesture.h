#pragma once

#include <optional>

#include <QPoint>
#include <QRect>

#include "core/picture/viewport.h"

namespace arenascope {

/// The plan is dragged with the pointer.
class Pan {
public:
    explicit Pan(QPoint from) : last_(from) {}
    /// The view that keeps what was under the pointer there, for a pointer that is now at `to`.
    [[nodiscard]] View follow(const Viewport& port, QPoint to);

private:
    QPoint last_;
};

/// A box is drawn, to be zoomed to.
class ZoomBox {
public:
    explicit ZoomBox(QPoint from) : from_(from), box_(from, QSize()) {}
    void draw_to(QPoint to) { box_ = QRect(from_, to).normalized(); }
    [[nodiscard]] QRect box() const { return box_; }
    /// The view of what the box holds; nothing for a box that is too small to be meant.
    [[nodiscard]] std::optional<View> view(const Viewport& port) const;

private:
    QPoint from_;
    QRect box_;
};

/// A turn of the wheel.
struct WheelTurn {
    QPointF at;    ///< the pointer, which stays where it is on the plan
    QPoint angle;  ///< eighths of a degree
    Qt::KeyboardModifiers modifiers;
};

/// The view after a turn: Ctrl zooms time only, Shift offsets only. Nothing for no turn.
[[nodiscard]] std::optional<View> wheel_view(const Viewport& port, const WheelTurn& turn);

}  // namespace arenascope
