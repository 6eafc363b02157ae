#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/picture/unit.h"
#include "core/picture/viewport.h"

namespace arenascope {

/// A labelled position of an axis.
struct Tick {
    std::int64_t value = 0;  ///< steps or bytes
    std::string label;       ///< the number alone: the axis title holds the unit
    friend bool operator==(const Tick&, const Tick&) = default;
};

/// Round positions of an offset axis: multiples of 1, 2 or 5 · 10^k bytes in bytes, powers of two in KiB, MiB and
/// hexadecimal (below one unit of it: binary fractions with their decimals). At most `most` (≥ 2) of them, rising.
[[nodiscard]] std::vector<Tick> offset_ticks(Stretch bytes, Unit unit, int most);

/// Round positions of a time axis: multiples of 1, 2 or 5 · 10^k steps, shortened to "200k", "3M" where all of them
/// allow.
[[nodiscard]] std::vector<Tick> step_ticks(Stretch steps, int most);

/// The distance of two ticks of such an axis; at least 1.
[[nodiscard]] std::int64_t decimal_interval(long double length, int most);
[[nodiscard]] std::int64_t binary_interval(long double length, int most);

}  // namespace arenascope
