#pragma once

#include <cstdint>
#include <vector>

namespace arenascope {

/// Time in 32 bits, in the same order: what is read most must take little memory. Steps count from the first one; where
/// the whole time is too long for that, the begins and ends that there are are numbered.
class CompactTime {
public:
    CompactTime() = default;
    /// `times` are all that are ever asked for, in any order, but for those of `compact_from`. O(1), or O(n log n).
    CompactTime(std::int64_t first, std::int64_t last, std::vector<std::int64_t> times);

    /// Whether a time of [first, last] fits as it is, so that the constructor needs no times.
    [[nodiscard]] static bool fits(std::int64_t first, std::int64_t last);
    /// The compact time of the first of all times that is not before `step`; of any step. O(1), or O(log n).
    [[nodiscard]] std::uint32_t compact_from(std::int64_t step) const;

private:
    std::int64_t first_ = 0;
    std::vector<std::int64_t> times_;  ///< sorted; empty where steps are counted
};

}  // namespace arenascope
