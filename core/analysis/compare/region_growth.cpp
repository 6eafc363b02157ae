#include "core/analysis/compare/region_growth.h"

#include <algorithm>
#include <cstddef>

#include "core/model/memory/allocator_history.h"

namespace arenascope {
namespace {

/// Of the region with this name; 0: no such region; empty: not all buffers are placed.
std::optional<Offset> peak_of_region(const ComparedSide& plan, const std::string& name) {
    if (!is_complete(*plan.layout)) {
        return std::nullopt;
    }
    const auto& regions = plan.problem->regions;
    const auto found = std::ranges::find(regions, name, &Region::name);
    return found == regions.end()
               ? Offset(0)
               : peak(*plan.problem, *plan.layout, RegionIndex(static_cast<std::size_t>(found - regions.begin())));
}

}  // namespace

std::vector<RegionGrowth> region_growths(const ComparedSide& first, const ComparedSide& second) {
    std::vector<RegionGrowth> growths;
    if (has_segment_regions(*first.problem) || has_segment_regions(*second.problem)) {
        return growths;
    }
    for (const ComparedSide* side : {&first, &second}) {
        for (const Region& region : side->problem->regions) {
            if (std::ranges::find(growths, region.name, &RegionGrowth::name) == growths.end()) {
                growths.push_back(
                    {region.name, peak_of_region(first, region.name), peak_of_region(second, region.name)});
            }
        }
    }
    return growths;
}

}  // namespace arenascope
