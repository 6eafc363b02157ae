#pragma once

#include <cstdint>

#include "core/memory/address_range.h"
#include "core/memory/lifetime.h"
#include "core/picture/plane.h"

namespace arenascope {

/// The whole number at a position or next below it; beyond 64 bits their nearest end.
[[nodiscard]] std::int64_t whole_part(long double position);

/// A stretch of one axis in its own unit (steps, or bytes of the container stack). Extended precision, because a
/// step of 10^18 and a stretch of half a step must both be told exactly.
struct Stretch {
    long double from = 0;
    long double to = 1;
    friend constexpr bool operator==(const Stretch&, const Stretch&) = default;
};

[[nodiscard]] constexpr long double length(Stretch stretch) {
    return stretch.to - stretch.from;
}

/// What a view shows: steps across, bytes upwards.
struct View {
    Stretch steps;
    Stretch bytes;
    friend constexpr bool operator==(const View&, const View&) = default;
};

/// Positions along one axis as pixels, fast: built once per frame, then one subtraction and one multiplication a call.
/// The subtraction is done in whole numbers, so that positions near 10^18 keep their last digit.
class PixelScale {
public:
    /// Maps `stretch` to the pixels from `start` (its `from`) to `end` (its `to`; below `start` where the axis runs
    /// up).
    PixelScale(Stretch stretch, double start, double end);

    [[nodiscard]] double operator()(std::int64_t value) const {
        std::int64_t distance = 0;
        if (__builtin_sub_overflow(value, origin_, &distance)) {
            return start_ + (static_cast<double>(value) - static_cast<double>(origin_)) * pixels_per_unit_;
        }
        return start_ + (static_cast<double>(distance) - fraction_) * pixels_per_unit_;
    }
    /// Pixels that one unit takes; negative where the axis runs up.
    [[nodiscard]] double pixels_per_unit() const { return pixels_per_unit_; }

private:
    std::int64_t origin_;
    double fraction_;
    double start_;
    double pixels_per_unit_;
};

/// A view on a box of pixels.
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

/// Position on the time axis under a pixel column, with fraction.
[[nodiscard]] long double step_at(const Viewport& viewport, double x);
/// Position on the offset axis under a pixel row, with fraction.
[[nodiscard]] long double byte_at(const Viewport& viewport, double y);

/// The view magnified about a point of it that stays where it is: a factor of 2 shows half as much.
[[nodiscard]] View zoomed(const View& view, long double step, long double byte, double time_factor,
                          double offset_factor);

/// The view moved by a share of its own width and height.
[[nodiscard]] View panned(const View& view, double time_share, double offset_share);

/// The view moved, and where it is too large shrunk, into `whole`; never narrower than `least_steps` and `least_bytes`.
[[nodiscard]] View clamped(const View& view, const View& whole, long double least_steps = 0.25L,
                           long double least_bytes = 1.0L);

/// The view that shows a lifetime and a range with a margin of `share` of each on all sides.
[[nodiscard]] View view_of(Lifetime steps, AddressRange bytes, double share = 0);

/// A view between two: `a` at share 0, `b` at share 1.
[[nodiscard]] View between(const View& a, const View& b, double share);

}  // namespace arenascope
