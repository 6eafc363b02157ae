#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/picture/unit.h"
#include "core/picture/viewport.h"

namespace arenascope {

/// A labelled position on an axis.
struct Tick {
    std::int64_t value = 0;  ///< steps or bytes
    std::string label;       ///< number without unit; the axis title holds the unit
    friend bool operator==(const Tick&, const Tick&) = default;
};

/// Round positions on an offset axis, in ascending order. In bytes they are multiples of 1, 2 or 5 · 10^k; in KiB, MiB
/// and hexadecimal they are multiples of powers of two, also below one unit. At most `most` positions (≥ 2).
[[nodiscard]] std::vector<Tick> offset_ticks(Stretch bytes, Unit unit, int most);

/// Round positions on a time axis: multiples of 1, 2 or 5 · 10^k steps. Labels are shortened to "200k" or "3M" if that
/// is possible for all of them.
[[nodiscard]] std::vector<Tick> step_ticks(Stretch steps, int most);

/// The distance between two ticks of such an axis; at least 1.
[[nodiscard]] std::int64_t decimal_interval(long double length, int most);
[[nodiscard]] std::int64_t binary_interval(long double length, int most);

}  // namespace arenascope
