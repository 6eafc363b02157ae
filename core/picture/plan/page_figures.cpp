#include "core/picture/plan/page_figures.h"

#include <algorithm>
#include <optional>

#include "core/model/memory/allocator_history.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/peak_region.h"
#include "core/model/memory/peak_standing.h"
#include "core/model/memory/region_excess.h"
#include "core/picture/plan/heap_growth.h"

namespace arenascope {
namespace {

constexpr std::size_t most_capacities = 3;  ///< up to this many capacities have their own figure

void add_capacities(std::vector<PageFigure>& figures, const Problem& problem, const Layout& layout, Unit unit) {
    std::vector<RegionIndex> limited;
    for (std::size_t i = 0; i < problem.regions.size(); ++i) {
        if (problem.regions[i].capacity) {
            limited.emplace_back(i);
        }
    }
    const auto capacity_of = [&](RegionIndex region) { return *problem.regions[region].capacity; };
    const bool are_many = limited.size() > most_capacities;
    if (are_many) {
        const auto [least, largest] =
            std::minmax_element(limited.begin(), limited.end(),
                                [&](RegionIndex a, RegionIndex b) { return capacity_of(a) < capacity_of(b); });
        std::string amount = amount_text(capacity_of(*least).value(), unit);
        if (capacity_of(*least) != capacity_of(*largest)) {
            amount += " to " + amount_text(capacity_of(*largest).value(), unit);
        }
        figures.push_back({"capacity of each memory", std::move(amount)});
    }
    for (const RegionIndex region : limited) {
        const bool is_exceeded = peak(problem, layout, region) - Offset(0) > capacity_of(region);
        if (is_exceeded || !are_many) {
            const std::string& name = problem.regions[region].name;
            figures.push_back({problem.regions.size() > 1 ? "capacity of " + name : "capacity",
                               amount_text(capacity_of(region).value(), unit),
                               is_exceeded ? FigureTone::worrying : FigureTone::plain});
        }
    }
}

/// Nobody planned the addresses of a recorded allocator: it has no peak to judge.
std::vector<PageFigure> history_figures(const Problem& problem, const Layout& layout, std::uint64_t overlaps,
                                        Unit unit) {
    const AllocatorHistory& history = *problem.history;
    const LiveProfile live = live_profile(problem, layout);
    const auto count = [](std::size_t number) { return grouped(static_cast<std::int64_t>(number)); };
    const std::string at = history.has_events ? " at event " + grouped(live.peak_step.value()) : "";
    std::vector<PageFigure> figures;
    figures.push_back({"highest live size", amount_text(live.threshold.value(), unit) + at});
    figures.push_back({"highest reserved size", amount_text(reserved_size(history).threshold.value(), unit)});
    figures.push_back({"allocations", count(problem.buffers.size())});
    figures.push_back({"segments", count(history.segments.size())});
    if (!history.out_of_memory.empty()) {
        figures.push_back(
            {"out of memory",
             count(history.out_of_memory.size()) + (history.out_of_memory.size() == 1 ? " time" : " times"),
             FigureTone::worrying});
    }
    figures.push_back({"overlaps", grouped(static_cast<std::int64_t>(overlaps)),
                       overlaps > 0 ? FigureTone::worrying : FigureTone::good});
    return figures;
}

}  // namespace

std::vector<PageFigure> page_figures(const Problem& problem, const Layout& layout, std::uint64_t overlaps, Unit unit,
                                     const IndexedVector<RegionIndex, Bytes>& known) {
    if (has_segment_regions(problem)) {
        return history_figures(problem, layout, overlaps, unit);
    }
    std::vector<PageFigure> figures;
    const RegionIndex top = peak_region(problem, layout);
    const Offset highest = peak(problem, layout, top);
    const IndexedVector<RegionIndex, Bytes> thresholds =
        known.empty() ? IndexedVector<RegionIndex, Bytes>(region_thresholds(problem, layout)) : known;
    const RegionIndex most_alive(static_cast<std::size_t>(std::ranges::max_element(thresholds) - thresholds.begin()));
    const Bytes least = thresholds[most_alive];
    // Of several memories, the highest peak and the highest threshold may belong to different ones.
    const auto in_region = [&problem](RegionIndex region) {
        return problem.regions.size() > 1 ? " in " + problem.regions[region].name : std::string();
    };
    const auto unplaced = std::count(layout.placements.begin(), layout.placements.end(), std::nullopt);
    const bool is_placed = unplaced < static_cast<std::ptrdiff_t>(layout.placements.size());
    const PeakStanding standing = peak_standing(highest, least, unplaced == 0);
    const FigureTone height = standing == PeakStanding::at_threshold ? FigureTone::good
                              : standing == PeakStanding::unfinished ? FigureTone::plain
                                                                     : FigureTone::worrying;
    if (is_placed) {
        figures.push_back({"peak", amount_text(highest.value(), unit) + in_region(top), height});
    }
    figures.push_back(
        {"theoretical threshold", amount_text(least.value(), unit) + in_region(most_alive), FigureTone::threshold});
    if (is_placed && unplaced == 0) {
        const double share = fragmentation(highest, least);
        figures.push_back(standing == PeakStanding::overlapping
                              ? PageFigure{"below the threshold, because buffers overlap", percent_text(-share), height}
                              : PageFigure{"fragmentation", percent_text(share), height});
        if (const auto most = problem.regions.size() > 1 ? largest_excess(problem, layout) : std::nullopt) {
            figures.push_back({"most over its own threshold",
                               problem.regions[most->region].name + " " + percent_text(most->share, true),
                               FigureTone::worrying});
        }
    }
    for (const HeapBounds& heap : layout.heaps) {
        const std::string& region = problem.regions[heap.region].name;
        figures.push_back({layout.heaps.size() > 1 ? "heap of " + region : "heap", heap_growth_text(heap, unit)});
    }
    figures.push_back({"buffers", grouped(static_cast<std::int64_t>(problem.buffers.size()))});
    if (unplaced > 0) {
        figures.push_back({"not placed", grouped(unplaced), FigureTone::worrying});
    }
    const auto objects =
        std::ranges::count_if(layout.objects, [](const SharedObject& object) { return object.size > Bytes(0); });
    if (objects > 0) {
        figures.push_back({"shared objects", grouped(objects)});
    }
    figures.push_back({"overlaps", grouped(static_cast<std::int64_t>(overlaps)),
                       overlaps > 0 ? FigureTone::worrying : FigureTone::good});
    add_capacities(figures, problem, layout, unit);
    return figures;
}

}  // namespace arenascope
