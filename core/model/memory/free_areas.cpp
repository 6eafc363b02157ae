#include "core/model/memory/free_areas.h"

#include <algorithm>
#include <tuple>

#include "core/model/memory/heap_part.h"
#include "core/model/memory/placed_piece.h"
#include "core/model/memory/tail.h"

namespace arenascope {
namespace {

struct Event {
    Step step;
    bool begins = false;
    AddressRange bytes;
};

bool is_below(AddressRange a, AddressRange b) {
    return std::tie(a.from, a.to) < std::tie(b.from, b.to);
}

/// The begins and ends of the pieces in a region, sorted by step.
std::vector<Event> events_of(const Problem& problem, const Layout& layout, RegionIndex region) {
    std::vector<Event> events;
    for_each_placed_piece(problem, layout, region, [&](const PlacedPiece& piece) {
        events.push_back({piece.steps.begin, true, piece.bytes});
        events.push_back({piece.steps.end, false, piece.bytes});
    });
    std::ranges::sort(events, [](const Event& a, const Event& b) { return a.step < b.step; });
    return events;
}

/// Merges sorted ranges that overlap or touch.
void merge_ranges(std::span<const AddressRange> sorted, std::vector<AddressRange>& united) {
    united.clear();
    for (const AddressRange range : sorted) {
        if (united.empty() || united.back().to < range.from) {
            united.push_back(range);
        } else {
            united.back().to = std::max(united.back().to, range.to);
        }
    }
}

/// The bytes of a region that placed buffers other than `without` use at a step.
std::vector<AddressRange> occupied_at(const Problem& problem, const Layout& layout, RegionIndex region, Step step,
                                      BufferIndex without) {
    std::vector<AddressRange> occupied;
    for_each_placed_piece(problem, layout, region, [&](const PlacedPiece& piece) {
        if (piece.buffer != without && contains(piece.steps, step)) {
            occupied.push_back(piece.bytes);
        }
    });
    return occupied;
}

}  // namespace

std::vector<AddressRange> areas_between(std::vector<AddressRange> occupied, AddressRange heap) {
    std::ranges::sort(occupied, is_below);
    std::vector<AddressRange> areas;
    Offset from = heap.from;
    for (const AddressRange range : occupied) {
        const Offset to = std::min(range.from, heap.to);
        if (from < to) {
            areas.push_back({from, to});
        }
        from = std::max(from, range.to);
    }
    if (from < heap.to) {
        areas.push_back({from, heap.to});
    }
    return areas;
}

AddressRange heap_of(const Problem& problem, const Layout& layout, RegionIndex region) {
    AddressRange heap{Offset(0), Offset(0)};
    Offset bottom_before;
    for (const HeapBounds& bounds : layout.heaps) {
        if (bounds.region == region) {
            const Bytes raised = Offset(0) - bounds.after.from;
            heap = {bounds.before.from + raised, bounds.before.to + raised};
            bottom_before = heap.from;
        }
    }
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const auto& placement = layout.placements[i];
        if (placement && placement->region == region && takes_bytes(problem.buffers[i])) {
            heap.from = std::min(heap.from, placement->offset);
            heap.to = std::max(heap.to, placement->offset + problem.buffers[i].size);
        }
    }
    if (Offset(0) < heap.from && heap.from < bottom_before) {
        const std::int64_t unit = bottom_unit(problem, region).value_or(Bytes(1)).value();
        const std::int64_t beyond = (bottom_before - heap.from).value() % unit;
        heap.from = beyond == 0 ? heap.from : std::max(Offset(0), heap.from - Bytes(unit - beyond));
    }
    return heap;
}

std::vector<HeapBounds> remove_wrong_heaps(Layout& layout, const Problem& problem) {
    const bool is_whole = is_complete(layout);
    const auto is_right = [&](const HeapBounds& bounds) {
        const AddressRange heap = heap_of(problem, layout, bounds.region);
        const AddressRange reached{Offset(0), Offset(size(bounds.after).value())};
        return intersection(bounds.before, bounds.after) == bounds.before && intersection(heap, reached) == heap &&
               (!is_whole || heap == reached);
    };
    const auto first_wrong = std::stable_partition(layout.heaps.begin(), layout.heaps.end(), is_right);
    std::vector<HeapBounds> removed(first_wrong, layout.heaps.end());
    layout.heaps.erase(first_wrong, layout.heaps.end());
    return removed;
}

void for_each_occupancy(const Problem& problem, const Layout& layout, RegionIndex region, const OccupancyUse& use) {
    const std::vector<Event> events = events_of(problem, layout, region);
    const Lifetime span = time_span(problem);
    std::vector<AddressRange> used;  // sorted
    std::vector<AddressRange> united;
    Step from = span.begin;
    const auto report_until = [&](Step to) {
        if (from < to) {
            merge_ranges(used, united);
            use({from, to}, united);
        }
        from = to;
    };
    for (const Event& event : events) {
        report_until(event.step);
        const auto place = std::lower_bound(used.begin(), used.end(), event.bytes, is_below);
        if (event.begins) {
            used.insert(place, event.bytes);
        } else {
            used.erase(place);
        }
    }
    report_until(span.end);
}

std::vector<AddressRange> free_areas(const Problem& problem, const Layout& layout, RegionIndex region, Step step) {
    return areas_between(occupied_at(problem, layout, region, step, BufferIndex::none()),
                         heap_of(problem, layout, region));
}

std::optional<AddressRange> area_taken_by(const Problem& problem, const Layout& layout, BufferIndex buffer) {
    const auto& placement = layout.placements[buffer];
    if (!placement) {
        return std::nullopt;
    }
    const Buffer& subject = problem.buffers[buffer];
    const AddressRange own = range_of(subject.size, placement->offset);
    for (const AddressRange area :
         areas_between(occupied_at(problem, layout, placement->region, subject.lifetime.begin, buffer),
                       heap_of(problem, layout, placement->region))) {
        if (area.from < own.to && own.from < area.to) {
            return area;
        }
    }
    return std::nullopt;
}

bool grows_heap(ScratchRule rule) {
    return rule == ScratchRule::grown_top || rule == ScratchRule::grown_bottom || rule == ScratchRule::minimum_top ||
           rule == ScratchRule::minimum_bottom;
}

std::optional<Bytes> growth_for(const Problem& problem, const Layout& layout, BufferIndex buffer) {
    const auto rule = scratch_rule_of(layout, buffer);
    const auto& placement = layout.placements[buffer];
    if (!rule || !grows_heap(*rule) || !placement) {
        return std::nullopt;
    }
    Layout before = layout;
    before.placements[buffer].reset();
    return size(heap_of(problem, layout, placement->region)) - size(heap_of(problem, before, placement->region));
}

}  // namespace arenascope
