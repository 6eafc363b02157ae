#include "core/model/memory/region_excess.h"

#include "core/model/memory/live_profile.h"
#include "core/model/memory/peak_region.h"

namespace arenascope {

std::optional<RegionExcess> largest_excess(const Problem& problem, const Layout& layout) {
    return largest_excess(region_peaks(problem, layout), region_thresholds(problem, layout));
}

std::optional<RegionExcess> largest_excess(std::span<const Offset> peaks, std::span<const Bytes> thresholds) {
    std::optional<RegionExcess> largest;
    for (std::size_t i = 0; i < peaks.size(); ++i) {
        const double share = fragmentation(peaks[i], thresholds[i]);
        if (share > (largest ? largest->share : 0.0)) {
            largest = RegionExcess{RegionIndex(i), share};
        }
    }
    return largest;
}

}  // namespace arenascope
