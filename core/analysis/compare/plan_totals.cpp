#include "core/analysis/compare/plan_totals.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "core/model/memory/allocator_history.h"
#include "core/model/memory/external_fragmentation.h"
#include "core/model/memory/live_share.h"

namespace arenascope {
namespace {

/// Bytes of a buffer that shares memory.
struct PlacedBytes {
    RegionIndex region;
    AddressRange bytes;
    BufferIndex buffer;
};

/// The placed buffers of one block, the lowest first, and of equal ones the largest.
std::vector<PlacedBytes> placed_bytes(const Comparand& plan, const std::vector<BufferIndex>& block) {
    std::vector<PlacedBytes> placed;
    for (const BufferIndex buffer : block) {
        if (const auto& place = plan.layout.placements[buffer]) {
            placed.push_back({place->region, range_of(plan.problem.buffers[buffer].size, place->offset), buffer});
        }
    }
    std::ranges::sort(placed, [](const PlacedBytes& a, const PlacedBytes& b) {
        return std::tuple(a.region, a.bytes.from, b.bytes.to, a.buffer) <
               std::tuple(b.region, b.bytes.from, a.bytes.to, b.buffer);
    });
    return placed;
}

std::vector<SideTotal> side_totals(const Comparand& plan, const BufferGroups& groups, LivePeak peak) {
    const IndexedVector<BufferIndex, Bytes> sizes = sizes_counted_once(plan);
    std::vector<SideTotal> totals(groups.names.size());
    for (std::size_t i = 0; i < plan.problem.buffers.size(); ++i) {
        SideTotal& total = totals[groups.group_of[i]];
        ++total.buffers;
        total.bytes = total.bytes + sizes[i];
    }
    for (const LiveShare& share : live_shares(plan.problem, plan.layout, peak.step, peak.region)) {
        SideTotal& total = totals[groups.group_of[share.buffer]];
        total.at_peak = total.at_peak + share.counted;
    }
    return totals;
}

}  // namespace

IndexedVector<BufferIndex, Bytes> sizes_counted_once(const Comparand& plan) {
    IndexedVector<BufferIndex, Bytes> sizes;
    sizes.reserve(plan.problem.buffers.size());
    std::ranges::transform(plan.problem.buffers, std::back_inserter(sizes), &Buffer::size);
    for (const std::vector<BufferIndex>& block : sharing_blocks(plan.layout)) {
        std::optional<std::pair<RegionIndex, Offset>> covered;
        for (const PlacedBytes& each : placed_bytes(plan, block)) {
            const bool continues = covered && covered->first == each.region;
            const Offset from = continues ? std::max(each.bytes.from, covered->second) : each.bytes.from;
            sizes[each.buffer] = std::max(Bytes(0), each.bytes.to - from);
            covered = {each.region, std::max(from, each.bytes.to)};
        }
    }
    return sizes;
}

ChangedBytes changed_bytes(const Comparand& first, const Comparand& second, const PlanChanges& changes) {
    const IndexedVector<BufferIndex, Bytes> of_first = sizes_counted_once(first);
    const IndexedVector<BufferIndex, Bytes> of_second = sizes_counted_once(second);
    ChangedBytes bytes;
    for (const ComparedBuffer& buffer : changes.buffers) {
        if (is_added(buffer)) {
            bytes.added = bytes.added + of_second[buffer.second];
        } else if (is_removed(buffer)) {
            bytes.removed = bytes.removed + of_first[buffer.first];
        } else if (buffer.is_moved) {
            bytes.moved = bytes.moved + of_second[buffer.second];
        }
    }
    return bytes;
}

PlanFigures plan_figures(const Comparand& plan, IndexedSpan<BufferIndex, const Risk> risks) {
    PlanFigures figures;
    figures.height = plan_height(plan.problem, plan.layout);
    figures.buffers = plan.problem.buffers.size();
    for (const Bytes size : sizes_counted_once(plan)) {
        figures.total = figures.total + size;
    }
    figures.over = static_cast<std::size_t>(std::ranges::count(risks, Cause::over, &Risk::cause));
    // The segments of a recorded allocator may be thousands, and what is free in them is told by their own figures.
    const std::size_t regions = has_segment_regions(plan.problem) ? 0 : plan.problem.regions.size();
    for (std::size_t region = 0; region < regions; ++region) {
        figures.largest_free = std::max(figures.largest_free,
                                        external_fragmentation(plan.problem, plan.layout, RegionIndex(region)).largest);
    }
    return figures;
}

std::vector<GroupTotal> group_totals(const Comparand& first, LivePeak first_peak, const Comparand& second,
                                     LivePeak second_peak, GroupBy by) {
    const auto [of_first, of_second] = groups_of_both(first.problem, second.problem, by);
    const std::vector<SideTotal> first_totals = side_totals(first, of_first, first_peak);
    const std::vector<SideTotal> second_totals = side_totals(second, of_second, second_peak);
    std::vector<GroupTotal> totals;
    std::unordered_map<std::string_view, std::size_t> positions;
    for (std::size_t i = 0; i < of_first.names.size(); ++i) {
        positions.emplace(of_first.names[i], i);
        totals.push_back({of_first.names[i], first_totals[i], {}});
    }
    for (std::size_t i = 0; i < of_second.names.size(); ++i) {
        const auto found = positions.find(of_second.names[i]);
        if (found != positions.end()) {
            totals[found->second].second = second_totals[i];
        } else {
            totals.push_back({of_second.names[i], {}, second_totals[i]});
        }
    }
    std::ranges::sort(totals, [](const GroupTotal& a, const GroupTotal& b) {
        const auto rank = [](const GroupTotal& total) {
            return std::tuple(-std::abs((total.second.at_peak - total.first.at_peak).value()),
                              -std::max(total.first.at_peak, total.second.at_peak).value(),
                              -std::max(total.first.bytes, total.second.bytes).value(), std::string_view(total.name));
        };
        return rank(a) < rank(b);
    });
    return totals;
}

}  // namespace arenascope
