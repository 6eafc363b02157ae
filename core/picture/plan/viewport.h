#pragma once

#include <cstdint>

#include "core/model/memory/address_range.h"
#include "core/model/memory/lifetime.h"
#include "core/picture/plan/plane.h"

namespace arenascope {

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

}  // namespace arenascope
