#include "core/analysis/debugging/step_needs.h"

#include <algorithm>

namespace arenascope {

void StepNeeds::add(const StepNeeds& other) {
    peak = peak || other.peak;
    tiers = tiers || other.tiers;
    overlaps = overlaps || other.overlaps;
    changes = changes || other.changes;
    for (const RegionIndex region : other.regions) {
        add(region);
    }
}

void StepNeeds::add(RegionIndex region) {
    const auto place = std::lower_bound(regions.begin(), regions.end(), region);
    if (place == regions.end() || *place != region) {
        regions.insert(place, region);
    }
}

}  // namespace arenascope
