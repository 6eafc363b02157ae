#include "core/model/memory/peak_region.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/model/memory/live_profile.h"
#include "core/model/memory/tail.h"

namespace arenascope {

IndexedVector<RegionIndex, Offset> region_peaks(const Problem& problem, const Layout& layout) {
    IndexedVector<RegionIndex, Offset> peaks(problem.regions.size());
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (const auto& placement = layout.placements[i]) {
            Offset& top = peaks[placement->region];
            top = std::max(top, tail_of(problem.buffers[i], placement->offset));
        }
    }
    return peaks;
}

RegionIndex peak_region(const Problem& problem, const Layout& layout) {
    IndexedVector<RegionIndex, Offset> peaks = region_peaks(problem, layout);
    for (std::size_t i = 0; i < peaks.size(); ++i) {
        if (!counts_in_peak(problem, RegionIndex(i))) {
            peaks[RegionIndex(i)] = Offset(-1);
        }
    }
    const auto highest = std::ranges::max_element(peaks);
    if (std::ranges::count(peaks, *highest) == 1) {
        return RegionIndex(static_cast<std::size_t>(highest - peaks.begin()));
    }
    const std::vector<Bytes> thresholds = region_thresholds(problem, layout);
    RegionIndex found = RegionIndex::none();
    for (std::size_t i = 0; i < thresholds.size(); ++i) {
        const bool is_highest = peaks[RegionIndex(i)] == *highest;
        if (is_highest && (found == RegionIndex::none() || thresholds[i] > thresholds[found.value()])) {
            found = RegionIndex(i);
        }
    }
    return found;
}

}  // namespace arenascope
