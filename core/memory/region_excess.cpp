#include "core/memory/region_excess.h"

#include "core/memory/live_profile.h"

namespace arenascope {

std::optional<RegionExcess> largest_excess(const Problem& problem, const Layout& layout) {
    std::optional<RegionExcess> largest;
    for (std::size_t i = 0; i < problem.regions.size(); ++i) {
        const RegionIndex region(i);
        const double share =
            fragmentation(peak(problem, layout, region), live_profile(problem, layout, region).threshold);
        if (share > (largest ? largest->share : 0.0)) {
            largest = RegionExcess{region, share};
        }
    }
    return largest;
}

}  // namespace arenascope
