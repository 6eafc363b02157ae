#include "core/trace/step_layout.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace arenascope {
namespace {

void shrink_objects(Layout& layout, const Problem& problem) {
    const IndexedVector<BufferIndex, ObjectIndex> held = objects_of_buffers(layout);
    IndexedVector<ObjectIndex, SharedObject> objects = std::move(layout.objects);
    for (SharedObject& object : objects) {
        object.size = Bytes(0);
    }
    for (std::size_t i = 0; i < held.size(); ++i) {
        const Buffer& buffer = problem.buffers[i];
        if (held[i] != ObjectIndex::none() && buffer.size > objects[held[i]].size) {
            objects[held[i]].size = buffer.size;
            objects[held[i]].dimensions = buffer.dimensions();
        }
    }
    layout.objects = std::move(objects);
}

/// The members that share bytes with another one, in their order; of an arena, all that are placed.
std::vector<BufferIndex> sharing_members(const SharingGroup& group, const Layout& placed, const Problem& problem) {
    struct Range {
        Placement place;
        Offset tail;
        BufferIndex member;
    };
    std::vector<Range> ranges;
    for (const BufferIndex member : group.members) {
        if (const auto& place = placed.placements[member]) {
            ranges.push_back({*place, place->offset + problem.buffers[member].size, member});
        }
    }
    std::ranges::sort(ranges, {}, [](const Range& range) { return std::pair(range.place.region, range.place.offset); });
    std::vector<BufferIndex> sharing;
    const Range* highest = nullptr;  // of those before, the one with the highest tail
    for (const Range& range : ranges) {
        if (highest != nullptr && highest->place.region == range.place.region && highest->tail > range.place.offset) {
            sharing.push_back(highest->member);
            sharing.push_back(range.member);
        }
        if (highest == nullptr || highest->place.region != range.place.region || range.tail > highest->tail) {
            highest = &range;
        }
    }
    std::ranges::sort(sharing);
    // An arena is the union of its scratch buffers, which need not overlap.
    const bool is_arena = group.kind == SharingGroup::Kind::arena && !sharing.empty();
    std::vector<BufferIndex> kept;
    std::ranges::copy_if(group.members, std::back_inserter(kept), [&](BufferIndex member) {
        return is_arena ? placed.placements[member].has_value()
                        : std::binary_search(sharing.begin(), sharing.end(), member);
    });
    return kept;
}

std::vector<SharingGroup> sharing_so_far(const Layout& placed, const Layout& result, const Problem& problem) {
    std::vector<SharingGroup> groups;
    for (const SharingGroup& group : result.sharing) {
        const bool is_as_in_result = std::ranges::all_of(
            group.members, [&](BufferIndex member) { return placed.placements[member] == result.placements[member]; });
        if (is_as_in_result) {
            groups.push_back(group);
            continue;
        }
        SharingGroup so_far{group.kind, sharing_members(group, placed, problem)};
        // The first member holds the parts.
        const bool has_whole = group.kind != SharingGroup::Kind::parts ||
                               (!so_far.members.empty() && so_far.members.front() == group.members.front());
        if (so_far.members.size() > 1 && has_whole) {
            groups.push_back(std::move(so_far));
        }
    }
    return groups;
}

}  // namespace

Layout step_layout(Layout placed, const Layout& result, const Problem& problem) {
    Layout layout = std::move(placed);
    const bool is_result = layout.placements == result.placements;
    copy_sharing(layout, result);
    if (is_result) {
        return layout;
    }
    if (!result.objects.empty()) {
        shrink_objects(layout, problem);
    }
    if (!result.sharing.empty()) {
        layout.sharing = sharing_so_far(layout, result, problem);
    }
    const auto is_placed = [&](BufferIndex buffer) { return layout.placements[buffer].has_value(); };
    if (!layout.removed.empty()) {
        (void)reinstate_operators(layout, problem);
        // An operator without outputs does nothing wherever its operand lies.
        std::erase_if(layout.removed, [&](OperatorIndex index) {
            const Operator& one = problem.graph->operators[index];
            return !one.shareable.empty() && !is_placed(one.reads[one.shareable.front()]);
        });
    }
    std::erase_if(layout.copies, [&](const OperandCopy& copy) {
        return !is_placed(copy.operand) || !std::ranges::all_of(problem.graph->operators[copy.node].writes, is_placed);
    });
    std::erase_if(layout.scratch, [&](const ScratchPlacement& scratch) {
        return layout.placements[scratch.buffer] != result.placements[scratch.buffer];
    });
    return layout;
}

}  // namespace arenascope
