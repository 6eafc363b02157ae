#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/text/amount.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// A labelled position on an axis.
struct Tick {
    std::int64_t value = 0;  ///< steps or bytes
    std::string label;       ///< number without unit; the axis title holds the unit
    friend bool operator==(const Tick&, const Tick&) = default;
};

/// A labelled position in the coordinates of the axis that shows it.
struct PlacedTick {
    double position = 0;
    std::string label;
    friend bool operator==(const PlacedTick&, const PlacedTick&) = default;
};

/// How many ticks at least `apart` pixels from each other have room: 2 to `most`.
[[nodiscard]] int tick_count(double pixels, double apart, int most);

/// Round positions on an offset axis, in ascending order. In bytes they are multiples of 1, 2 or 5 · 10^k; in KiB, MiB
/// and hexadecimal they are multiples of powers of two, also below one unit. At most `most` positions (≥ 2).
[[nodiscard]] std::vector<Tick> offset_ticks(Stretch bytes, Unit unit, int most);

/// Round positions on a time axis: multiples of 1, 2 or 5 · 10^k steps. Labels are shortened to "200k" or "3M" if that
/// is possible for all of them.
[[nodiscard]] std::vector<Tick> step_ticks(Stretch steps, int most);

/// The ticks on an axis from 0 to 1 that shows `view`: such an axis need not hold steps of 10^18 in a double.
[[nodiscard]] std::vector<PlacedTick> placed(const std::vector<Tick>& ticks, Stretch view);

/// Round positions of an axis of shares, at multiples of 1, 2 or 5 · 10^k percent. The labels are in percent. At most
/// `most` (≥ 2) of them, rising; none where `to` is not above `from`.
[[nodiscard]] std::vector<PlacedTick> percent_ticks(double from, double to, int most);

/// Round positions of a logarithmic axis of positive numbers: powers of ten, of too many only every second or third
/// one and so on. A short axis has their multiples by 2 and 5 too, or by 3, a very short one numbers at equal
/// distances. At most `most` (≥ 2) of them, rising; none where `to` is not above `from`.
[[nodiscard]] std::vector<PlacedTick> logarithmic_ticks(double from, double to, int most);

/// The distance between two ticks of such an axis; at least 1.
[[nodiscard]] std::int64_t decimal_interval(long double length, int most);
[[nodiscard]] std::int64_t binary_interval(long double length, int most);

}  // namespace arenascope
