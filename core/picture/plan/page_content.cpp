#include "core/picture/plan/page_content.h"

#include <algorithm>

#include "core/base/error/quotation.h"
#include "core/model/memory/allocator_history.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/peak_region.h"
#include "core/model/memory/peak_standing.h"
#include "core/model/memory/region_excess.h"
#include "core/picture/plan/run_caption.h"

namespace arenascope {
namespace {

std::string buffers_text(std::size_t count) {
    return grouped(count) + (count == 1 ? " buffer" : " buffers");
}

bool is_marked_dimmed(const PageMarks& marks, BufferIndex buffer) {
    const std::span<const std::uint8_t> dimmed = dimmed_buffers(marks);
    return buffer.value() < dimmed.size() && dimmed[buffer.value()] != 0;
}

LegendEntry outline_entry(Color color, double line, std::string name, const Palette& tokens) {
    return {{{}, tokens.plot, color, line, Pattern::plain, {}}, std::move(name), 0, tokens.ink};
}

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
        std::string amount = amount_text(capacity_of(*least), unit);
        if (capacity_of(*least) != capacity_of(*largest)) {
            amount += " to " + amount_text(capacity_of(*largest), unit);
        }
        figures.push_back({"capacity of each memory", std::move(amount)});
    }
    for (const RegionIndex region : limited) {
        const bool is_exceeded = peak(problem, layout, region) - Offset(0) > capacity_of(region);
        if (is_exceeded || !are_many) {
            const std::string& name = problem.regions[region].name;
            figures.push_back({problem.regions.size() > 1 ? "capacity of " + name : "capacity",
                               amount_text(capacity_of(region), unit),
                               is_exceeded ? FigureTone::worrying : FigureTone::plain});
        }
    }
}

/// Nobody planned the addresses of a recorded allocator: it has no peak to judge.
std::vector<PageFigure> history_figures(const Problem& problem, const Layout& layout, std::uint64_t overlaps,
                                        Unit unit) {
    const AllocatorHistory& history = *problem.history;
    const LiveProfile live = live_profile(problem, layout);
    const auto count = [](std::size_t number) { return grouped(number); };
    const std::string at = history.has_events ? " at event " + grouped(live.peak_step) : "";
    std::vector<PageFigure> figures;
    figures.push_back({"highest live size", amount_text(live.threshold, unit) + at});
    figures.push_back({"highest reserved size", amount_text(reserved_size(history).threshold, unit)});
    figures.push_back({"allocations", count(problem.buffers.size())});
    figures.push_back({"segments", count(history.segments.size())});
    if (!history.out_of_memory.empty()) {
        figures.push_back(
            {"out of memory",
             count(history.out_of_memory.size()) + (history.out_of_memory.size() == 1 ? " time" : " times"),
             FigureTone::worrying});
    }
    figures.push_back({"overlaps", grouped(overlaps), overlaps > 0 ? FigureTone::worrying : FigureTone::good});
    return figures;
}

}  // namespace

std::span<const std::uint8_t> dimmed_buffers(const PageMarks& marks) {
    return marks.dimmed ? std::span<const std::uint8_t>(*marks.dimmed) : std::span<const std::uint8_t>();
}

std::size_t dimmed_count(const PageMarks& marks) {
    const std::span<const std::uint8_t> dimmed = dimmed_buffers(marks);
    return dimmed.size() - static_cast<std::size_t>(std::ranges::count(dimmed, 0));
}

std::vector<std::string> mark_texts(const PageMarks& marks, const Problem& problem) {
    std::vector<std::string> texts;
    if (const std::size_t count = dimmed_count(marks); count > 0) {
        const std::string reason = marks.filter.empty() ? "share no time with the selection"
                                                        : "do not match the filter " + in_quotes(marks.filter);
        texts.push_back("dimmed: " + grouped(count) + " of " + buffers_text(problem.buffers.size()) + ", which " +
                        reason);
    }
    if (marks.time_cursor) {
        texts.push_back("time cursor at step " + grouped(*marks.time_cursor));
    }
    if (marks.time_range) {
        texts.push_back("shaded: steps [" + grouped(marks.time_range->begin) + ", " + grouped(marks.time_range->end) +
                        ")");
    }
    if (marks.selected.size() == 1) {
        texts.push_back("selected: " + in_quotes(problem.buffers[marks.selected.front()].name));
    } else if (!marks.selected.empty()) {
        texts.push_back("selected: " + buffers_text(marks.selected.size()));
    }
    return texts;
}

std::vector<LegendEntry> legend_of_marks(const PageMarks& marks, const Coloring& colors, Theme theme) {
    const Palette& tokens = palette(theme);
    std::vector<LegendEntry> entries;
    if (!marks.selected.empty()) {
        entries.push_back(outline_entry(tokens.accent, 2.5, "selected", tokens));
    }
    std::size_t dimmed_over = 0;
    for (std::size_t i = 0; i < colors.class_of.size(); ++i) {
        dimmed_over += is_marked_dimmed(marks, BufferIndex(i)) &&
                               colors.classes[colors.class_of[i]].dimmed_class == Coloring::dimmed_over
                           ? 1
                           : 0;
    }
    const auto add_dimmed = [&](std::uint8_t style, std::size_t count, const std::string& name) {
        if (count > 0) {
            const RiskStyle& look = colors.classes[style].style;
            entries.push_back({{{}, look.fill, look.edge, 1, look.pattern, look.mark},
                               name + " (" + grouped(count) + ")",
                               0,
                               tokens.ink});
        }
    };
    add_dimmed(Coloring::dimmed_over, dimmed_over, "dimmed: over the threshold");
    add_dimmed(Coloring::dimmed, dimmed_count(marks) - dimmed_over, "dimmed");
    return entries;
}

FigureTone figure_tone(VerdictTone tone) {
    switch (tone) {
        case VerdictTone::plain:
            break;
        case VerdictTone::good:
            return FigureTone::good;
        case VerdictTone::warning:
            return FigureTone::warning;
        case VerdictTone::bad:
            return FigureTone::bad;
    }
    return FigureTone::plain;
}

std::vector<PageFigure> page_figures(const Problem& problem, const Layout& layout, std::uint64_t overlaps, Unit unit,
                                     const IndexedVector<RegionIndex, Bytes>& known, VerdictTone tone) {
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
    const FigureTone height = standing == PeakStanding::overlapping ? FigureTone::worrying : figure_tone(tone);
    if (is_placed) {
        figures.push_back({"peak", amount_text(highest, unit) + in_region(top), height});
    }
    figures.push_back(
        {"theoretical threshold", amount_text(least, unit) + in_region(most_alive), FigureTone::threshold});
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
    figures.push_back({"buffers", grouped(problem.buffers.size())});
    if (unplaced > 0) {
        figures.push_back({"not placed", grouped(unplaced), FigureTone::worrying});
    }
    const auto objects =
        std::ranges::count_if(layout.objects, [](const SharedObject& object) { return object.size > Bytes(0); });
    if (objects > 0) {
        figures.push_back({"shared objects", grouped(objects)});
    }
    figures.push_back({"overlaps", grouped(overlaps), overlaps > 0 ? FigureTone::worrying : FigureTone::good});
    add_capacities(figures, problem, layout, unit);
    return figures;
}

}  // namespace arenascope
