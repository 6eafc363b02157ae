#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>

namespace arenascope {

/// Where a diagram is in a widget: its scale, and the widget position of its top left corner.
class DiagramCamera {
public:
    static constexpr double least_scale = 0.005;
    static constexpr double greatest_scale = 4;
    static constexpr double readable_scale = 0.42;  ///< below it, names are not readable

    /// Forgets the old view, and shows the whole diagram, but no larger than at scale 1.
    void fit(QSizeF diagram, QSizeF view);
    /// Shows the whole diagram if its names are readable then, else its top, with the box `first` as near to the middle
    /// as the width of the diagram allows. False: only the top.
    bool begin(QSizeF diagram, QSizeF view, QRectF first);
    /// Keeps the point of the diagram below `at`.
    void zoom(double factor, QPointF at);
    void pan(QPointF by) { origin_ += by; }
    /// Moves as little as necessary to show a box of the diagram. `margin` is in widget pixels.
    void show_box(QRectF box, QSizeF view, double margin);

    [[nodiscard]] double scale() const { return scale_; }
    [[nodiscard]] QPointF origin() const { return origin_; }
    [[nodiscard]] QPointF to_view(QPointF point) const { return origin_ + point * scale_; }
    [[nodiscard]] QRectF to_view(QRectF box) const { return {to_view(box.topLeft()), box.size() * scale_}; }
    [[nodiscard]] QPointF to_diagram(QPointF point) const { return (point - origin_) / scale_; }
    [[nodiscard]] QRectF to_diagram(QRectF box) const { return {to_diagram(box.topLeft()), box.size() / scale_}; }

private:
    double scale_ = 1;
    QPointF origin_;
};

}  // namespace arenascope
