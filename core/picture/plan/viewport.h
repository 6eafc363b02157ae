#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/model/memory/address_range.h"
#include "core/model/memory/lifetime.h"

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

/// The greatest integer not above a position, limited to the range of 64 bits.
[[nodiscard]] std::int64_t whole_part(long double position);

/// A part of one axis in its own unit (steps, or bytes of the container stack). It has extended precision, because both
/// a step near 10^18 and a length of half a step must be exact.
struct Stretch {
    long double from = 0;
    long double to = 1;
    friend constexpr bool operator==(const Stretch&, const Stretch&) = default;
};

[[nodiscard]] constexpr long double length(Stretch stretch) {
    return stretch.to - stretch.from;
}

/// The visible part of a plan: steps horizontally, bytes upwards.
struct View {
    Stretch steps;
    Stretch bytes;
    friend constexpr bool operator==(const View&, const View&) = default;
};

/// Converts positions on one axis to pixels. Build it once per frame; a call takes one subtraction and one
/// multiplication. The subtraction uses integers, so that positions near 10^18 keep their last digit.
class PixelScale {
public:
    /// Maps `stretch` to pixels: its `from` to `start`, its `to` to `end`. `end` is below `start` if the axis runs
    /// upwards.
    PixelScale(Stretch stretch, double start, double end);

    [[nodiscard]] double operator()(std::int64_t value) const {
        std::int64_t distance = 0;
        if (__builtin_sub_overflow(value, origin_, &distance)) {
            return start_ + (static_cast<double>(value) - static_cast<double>(origin_)) * pixels_per_unit_;
        }
        return start_ + (static_cast<double>(distance) - fraction_) * pixels_per_unit_;
    }
    /// The pixels of one unit; negative if the axis runs upwards.
    [[nodiscard]] double pixels_per_unit() const { return pixels_per_unit_; }

private:
    std::int64_t origin_;
    double fraction_;
    double start_;
    double pixels_per_unit_;
};

/// A view and the box of pixels that shows it.
///
///   bytes.to   ┌──────────────┐ top
///              │              │
///   bytes.from └──────────────┘ bottom
///             steps.from    steps.to
struct Viewport {
    View view;
    Box box;
    friend constexpr bool operator==(const Viewport&, const Viewport&) = default;
};

[[nodiscard]] PixelScale step_scale(const Viewport& viewport);
[[nodiscard]] PixelScale byte_scale(const Viewport& viewport);

/// The position on the time axis at a pixel column, with fraction.
[[nodiscard]] long double step_at(const Viewport& viewport, double x);
/// The position on the offset axis at a pixel row, with fraction.
[[nodiscard]] long double byte_at(const Viewport& viewport, double y);

/// The view magnified about a point, which stays in place. A factor of 2 shows half as much.
[[nodiscard]] View zoomed(const View& view, long double step, long double byte, double time_factor,
                          double offset_factor);

/// The view moved by fractions of its own width and height.
[[nodiscard]] View panned(const View& view, double time_share, double offset_share);

/// The view moved into `whole`, and shrunk if it is too large. It is at least `least_steps` wide and `least_bytes`
/// high.
[[nodiscard]] View clamped(const View& view, const View& whole, long double least_steps = 0.25L,
                           long double least_bytes = 1.0L);

/// The view of a lifetime and a range, with a margin on all sides that is the fraction `share` of their length.
[[nodiscard]] View view_of(Lifetime steps, AddressRange bytes, double share = 0);

/// The smallest view that shows what either shows.
[[nodiscard]] View joined(const View& a, const View& b);

/// A view between two: `a` at share 0, `b` at share 1.
[[nodiscard]] View between(const View& a, const View& b, double share);

/// The views that a user has visited, for going back and forward as in a browser.
class ViewHistory {
public:
    static constexpr std::size_t most_views = 200;

    /// Adds a view after the current one and removes all later views. A view equal to the current one is not added.
    /// `replaces`: the view replaces the current one, as the next notch of the same turn of the wheel does.
    void visit(const View& view, bool replaces = false);
    void clear();

    [[nodiscard]] bool can_go_back() const { return current_ > 0; }
    [[nodiscard]] bool can_go_forward() const { return current_ + 1 < views_.size(); }
    /// Goes to the previous or next view and returns it. Only allowed if there is one.
    const View& back() { return views_[--current_]; }
    const View& forward() { return views_[++current_]; }

private:
    std::vector<View> views_;
    std::size_t current_ = 0;
};

}  // namespace arenascope
