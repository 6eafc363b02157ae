#pragma once

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// The live sizes of a plan, in which shared bytes count once. Made once for a plan, for everyone who shows it.
class PlanProfiles {
public:
    PlanProfiles() = default;
    /// As live_profile(): O(n log n), in one pass over the buffers for all regions if nothing is shared.
    PlanProfiles(const Problem& problem, const Layout& layout);

    [[nodiscard]] const LiveProfile& of(RegionIndex region) const { return regions_[region]; }
    /// By region.
    [[nodiscard]] const IndexedVector<RegionIndex, LiveProfile>& regions() const { return regions_; }
    /// All regions together.
    [[nodiscard]] const LiveProfile& all() const { return regions_.size() == 1 ? regions_.front() : all_; }
    /// The profile of the region with the highest threshold, the first if several are equal; without regions: empty.
    [[nodiscard]] const LiveProfile& deciding() const;
    /// By region, see region_thresholds(). Linear in the regions.
    [[nodiscard]] IndexedVector<RegionIndex, Bytes> thresholds() const;

private:
    IndexedVector<RegionIndex, LiveProfile> regions_;
    LiveProfile all_;  ///< empty if there is a single region
};

}  // namespace arenascope
