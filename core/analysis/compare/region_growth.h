#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/analysis/compare/compared_plans.h"

namespace arenascope {

/// The peaks of the region of one name in two plans.
struct RegionGrowth {
    std::string name;
    std::optional<Offset> first;   ///< peak in the first plan; 0: no such region; empty: incomplete layout
    std::optional<Offset> second;  ///< likewise in the second plan

    [[nodiscard]] bool grew() const { return first && second && *second > *first; }
};

/// All regions of the first plan, then regions that only the second has. Empty if one of the plans has segments, which
/// are no regions of the other. O(buffers of the regions).
[[nodiscard]] std::vector<RegionGrowth> region_growths(const ComparedSide& first, const ComparedSide& second);

}  // namespace arenascope
