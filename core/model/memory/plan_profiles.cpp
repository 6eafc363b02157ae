#include "core/model/memory/plan_profiles.h"

#include <algorithm>
#include <utility>

#include "core/model/memory/live_changes.h"

namespace arenascope {
namespace {

IndexedVector<RegionIndex, LiveProfile> region_profiles(const Problem& problem, const Layout& layout) {
    IndexedVector<RegionIndex, LiveProfile> profiles;
    if (layout.sharing.empty()) {
        for (Staircase& stairs : region_staircases(problem)) {
            profiles.push_back({std::move(stairs.steps), std::move(stairs.live), stairs.threshold, stairs.peak_step});
        }
        return profiles;
    }
    for (std::size_t i = 0; i < problem.regions.size(); ++i) {
        profiles.push_back(live_profile(problem, layout, RegionIndex(i)));
    }
    return profiles;
}

}  // namespace

PlanProfiles::PlanProfiles(const Problem& problem, const Layout& layout)
    : regions_(region_profiles(problem, layout)),
      all_(problem.regions.size() == 1 ? LiveProfile() : live_profile(problem, layout)) {}

const LiveProfile& PlanProfiles::deciding() const {
    const auto deciding = std::ranges::max_element(
        regions_, [](const LiveProfile& a, const LiveProfile& b) { return a.threshold < b.threshold; });
    return deciding == regions_.end() ? all_ : *deciding;
}

IndexedVector<RegionIndex, Bytes> PlanProfiles::thresholds() const {
    IndexedVector<RegionIndex, Bytes> thresholds;
    for (const LiveProfile& profile : regions_) {
        thresholds.push_back(profile.threshold);
    }
    return thresholds;
}

}  // namespace arenascope
