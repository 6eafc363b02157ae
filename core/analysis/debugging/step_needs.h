#pragma once

#include <vector>

#include "core/model/memory/quantity.h"

namespace arenascope {

/// What conditions read of each step, so that nothing else is computed. `hole` is not here: it is computed at the step
/// where it is read.
struct StepNeeds {
    bool peak = false;                      ///< `peak`, `best`, or who carries the peak
    bool tiers = false;                     ///< `tier`
    bool overlaps = false;                  ///< `overlap`
    bool changes = false;                   ///< `touches_bytes`, `touches_steps`
    std::vector<RegionIndex> regions = {};  ///< `peak` of these regions; ascending

    /// Adds what another condition reads.
    void add(const StepNeeds& other);
    void add(RegionIndex region);
};

}  // namespace arenascope
