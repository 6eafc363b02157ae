#pragma once

namespace arenascope {

/// A position in a picture, in pixels: x to the right, y down.
struct Point {
    double x = 0;
    double y = 0;
    friend constexpr bool operator==(const Point&, const Point&) = default;
};

/// An axis-parallel rectangle in a picture, in pixels: `left` ≤ `right`, `top` ≤ `bottom`.
struct Box {
    double left = 0;
    double top = 0;
    double right = 0;
    double bottom = 0;
    friend constexpr bool operator==(const Box&, const Box&) = default;
};

[[nodiscard]] constexpr double width(const Box& box) {
    return box.right - box.left;
}
[[nodiscard]] constexpr double height(const Box& box) {
    return box.bottom - box.top;
}
[[nodiscard]] constexpr Point middle(const Box& box) {
    return {(box.left + box.right) / 2, (box.top + box.bottom) / 2};
}
[[nodiscard]] constexpr bool contains(const Box& box, Point point) {
    return box.left <= point.x && point.x < box.right && box.top <= point.y && point.y < box.bottom;
}
[[nodiscard]] constexpr bool intersects(const Box& a, const Box& b) {
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
/// The box with each side moved inwards by `margin`.
[[nodiscard]] constexpr Box inset(const Box& box, double margin) {
    return {box.left + margin, box.top + margin, box.right - margin, box.bottom - margin};
}

}  // namespace arenascope
