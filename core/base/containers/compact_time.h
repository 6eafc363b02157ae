#pragma once

#include <cstdint>
#include <vector>

namespace arenascope {

/// Time in 32 bits that keeps the order of steps. It halves the memory that the search for collisions reads. Steps are
/// counted from the first one. If the whole time does not fit 32 bits, the existing begins and ends are numbered
/// instead.
class CompactTime {
public:
    CompactTime() = default;
    /// `times` must hold every time that will be looked up, in any order; compact_from() needs none. O(1), or O(n log
    /// n) if the times are numbered.
    CompactTime(std::int64_t first, std::int64_t last, std::vector<std::int64_t> times);

    /// Whether the time [first, last] fits 32 bits; the constructor then ignores `times`.
    [[nodiscard]] static bool fits(std::int64_t first, std::int64_t last);
    /// The compact time of the first known time that is not before `step`. Accepts any step. O(1), or O(log n) if the
    /// times are numbered.
    [[nodiscard]] std::uint32_t compact_from(std::int64_t step) const;

private:
    std::int64_t first_ = 0;
    std::vector<std::int64_t> times_;  ///< sorted; empty: steps are counted from `first_`
};

}  // namespace arenascope
