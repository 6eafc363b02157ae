#include "core/analysis/explain/capacity_breach.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <vector>

#include "core/model/memory/free_areas.h"
#include "core/model/memory/room.h"
#include "core/model/memory/tail.h"

namespace arenascope {
namespace {

bool takes_free_area(ScratchRule rule) {
    return rule == ScratchRule::whole_area || rule == ScratchRule::equal_share || rule == ScratchRule::no_area;
}

/// The scratch buffers of a region in placing order, derived from the requests and rules.
std::vector<ScratchPlacement> placing_order(const Problem& problem, const Layout& layout, RegionIndex region) {
    std::vector<ScratchPlacement> order;
    std::copy_if(layout.scratch.begin(), layout.scratch.end(), std::back_inserter(order), [&](const auto& one) {
        const auto& placement = layout.placements[one.buffer];
        return placement && placement->region == region;
    });
    const auto key = [&](const ScratchPlacement& one) {
        const ScratchRequest* request = scratch_request_of(problem, one.buffer);
        const bool variable = request != nullptr && request->variable;
        const Buffer& buffer = problem.buffers[one.buffer];
        return std::tuple(buffer.lifetime.begin, variable, takes_free_area(one.rule),
                          variable ? Bytes(0) - request->minimum : Bytes(0) - buffer.size, one.buffer);
    };
    std::sort(order.begin(), order.end(),
              [&](const ScratchPlacement& a, const ScratchPlacement& b) { return key(a) < key(b); });
    return order;
}

AddressRange range_in(const Problem& problem, const Layout& layout, BufferIndex buffer) {
    return range_of(problem.buffers[buffer].size, layout.placements[buffer]->offset);
}

/// The layout before any buffer of `order` was placed.
Layout without(const std::vector<ScratchPlacement>& order, Layout layout) {
    for (const ScratchPlacement& one : order) {
        layout.placements[one.buffer].reset();
    }
    return layout;
}

bool has_pins(const Problem& problem, RegionIndex region) {
    return std::any_of(problem.buffers.begin(), problem.buffers.end(),
                       [region](const Buffer& buffer) { return buffer.region == region && buffer.pin; });
}

/// The largest area that a buffer could take in a step. The `beyond` bytes that the heap may still grow by continue the
/// area at its top, or the one at its bottom unless a pin holds that.
Bytes largest_free_area(const Problem& problem, const Layout& layout, RegionIndex region, Step step, Bytes beyond) {
    const AddressRange heap = heap_of(problem, layout, region);
    Bytes largest = beyond;
    for (const AddressRange area : free_areas(problem, layout, region, step)) {
        const bool grows = area.to == heap.to || (area.from == heap.from && !has_pins(problem, region));
        largest = std::max(largest, size(area) + (grows ? beyond : Bytes(0)));
    }
    return largest;
}

}  // namespace

std::optional<CapacityBreach> breach_by_scratch(const Problem& problem, const Layout& layout, RegionIndex region) {
    const auto& capacity = problem.regions[region].capacity;
    const std::vector<ScratchPlacement> order = placing_order(problem, layout, region);
    Layout found = without(order, layout);
    AddressRange heap = heap_of(problem, found, region);
    const AddressRange whole{Offset(0), peak(problem, layout, region)};
    if (!capacity || size(heap) > *capacity || size(whole) <= *capacity) {
        return std::nullopt;
    }
    auto chosen = order.end();
    Bytes grown = size(whole);
    Bytes beyond;  ///< by which the heap could still grow before the chosen buffer
    for (auto one = order.begin(); one != order.end(); ++one) {
        if (!grows_heap(one->rule)) {
            continue;
        }
        const AddressRange bytes = range_in(problem, layout, one->buffer);
        const Bytes before = size(heap);
        heap = {std::min(heap.from, bytes.from), std::max(heap.to, bytes.to)};
        if (size(heap) > *capacity) {
            chosen = one;
            grown = size(heap);
            beyond = *capacity - before;
            break;
        }
        if (chosen == order.end() || size(range_in(problem, layout, chosen->buffer)) < size(bytes)) {
            chosen = one;
        }
    }
    if (chosen == order.end()) {
        return std::nullopt;
    }
    for (auto one = order.begin(); one != chosen; ++one) {
        found.placements[one->buffer] = layout.placements[one->buffer];
    }
    const Step step = problem.buffers[chosen->buffer].lifetime.begin;
    return CapacityBreach{chosen->buffer, step, grown - *capacity,
                          largest_free_area(problem, found, region, step, beyond)};
}

std::optional<Misfit> lack_of_room(const Problem& problem, const Layout& layout, BufferIndex buffer) {
    const Buffer& subject = problem.buffers[buffer];
    const auto& capacity = problem.regions[subject.region].capacity;
    if (layout.placements[buffer] || !capacity) {
        return std::nullopt;
    }
    const Room room = room_for(problem, layout, buffer);
    const Bytes missing = tail_of(subject, room.lowest) - Offset(capacity->value());
    return Misfit{buffer, std::max(missing, Bytes(0)), room.largest_area};
}

}  // namespace arenascope
